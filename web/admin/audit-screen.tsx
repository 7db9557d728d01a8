// Audit log: who did what to whom, from where, and the values before and after. Read-only.
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../contract/admin/audit.ts';
import { useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { DateTime, dateTimeText } from '../ui/date-time.tsx';
import { Screen } from '../ui/screen.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { personText } from './audit-address.ts';
import { Changes, fieldName } from './audit-changes.tsx';
import { auditSearch } from './audit-search.ts';
import type { AuditSearch } from './audit-search.ts';
import { CsvButton, csvPages } from '../csv-button.tsx';
import { DayFields } from './day-fields.tsx';
import { inOrder } from './day-range.ts';
import { DeskList } from './desk-list.tsx';
import { FilterPanel } from './filter-panel.tsx';

const route = getRouteApi('/admin/auditLog');
const PAGE_SIZE = 20;

const whoText = ({ actor }: AuditEntry): string => (actor === null ? 'The server' : personText(actor.email));
const whomText = ({ subject }: AuditEntry): string => personText(subject);

/** `fees` is shown as `Fees`, and an order leads to its story; addresses and symbols stay as they are. */
function Subject({ entry }: { entry: AuditEntry }) {
  const subject = whomText(entry);
  const [, order] = /^order (\d+)$/.exec(subject) ?? [];
  if (order === undefined) return /^[a-z]+$/.test(subject) ? fieldName(subject) : subject;
  return (
    <Link to="/viewdetails/$id" params={{ id: order }} className="hover:text-accent-text">
      {fieldName(subject)}
    </Link>
  );
}

/** Who did it to whom, in one line. */
function People({ entry }: { entry: AuditEntry }) {
  const who = whoText(entry);
  if (whomText(entry) === who) return who;
  return (
    <>
      {who}, to <Subject entry={entry} />
    </>
  );
}

const columns: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    isRowHeader: true,
    cell: ({ at }) => <DateTime at={at} className="font-normal @4xl:whitespace-nowrap" />,
  },
  {
    key: 'who',
    header: 'Who',
    className: 'min-w-40 @max-[66rem]:hidden',
    cell: (entry) => <span className="inline-block min-w-36 wrap-anywhere">{whoText(entry)}</span>,
  },
  {
    key: 'what',
    header: 'What',
    className: 'min-w-44 @[66rem]:min-w-32',
    cell: (entry) => (
      <>
        <span className="font-medium">{entry.text}</span>
        {/* Beside a side bar and on a tablet, so that the values have the room of two columns. */}
        <span className="block text-sm wrap-anywhere text-muted @[66rem]:hidden">
          <People entry={entry} />
        </span>
      </>
    ),
  },
  {
    key: 'whom',
    header: 'To',
    className: 'min-w-40 @max-[66rem]:hidden',
    cell: (entry) => (
      <span className="inline-block min-w-36 wrap-anywhere text-muted">
        <Subject entry={entry} />
      </span>
    ),
  },
  {
    key: 'changes',
    header: 'Before and after',
    className: 'min-w-48 @max-[66rem]:pr-4 @max-[50rem]:pr-4 @max-[66rem]:w-3/5',
    cell: ({ changes }) => <Changes changes={changes} />,
  },
  { key: 'ip', header: 'From', from: 'lg', cell: ({ ip }) => <span className="text-muted">{ip ?? ''}</span> },
];

function PhoneEntry({ entry }: { entry: AuditEntry }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <span className="font-medium">{entry.text}</span>
        <DateTime at={entry.at} className="text-sm whitespace-nowrap text-muted" />
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        <People entry={entry} />
        {entry.ip !== null && `, from ${entry.ip}`}
      </p>
      <Changes changes={entry.changes} />
    </div>
  );
}

const csvHeader = ['When (IST)', 'Who', 'What', 'To', 'Before and after', 'From'];
const csvRow = (entry: AuditEntry) => [
  dateTimeText(entry.at),
  whoText(entry),
  entry.text,
  whomText(entry),
  entry.changes
    .map(({ field, before, after }) => `${field}: ${before === null ? '' : `${before} -> `}${after ?? 'none'}`)
    .join('; '),
  entry.ip,
];

interface Filters {
  action: string;
  from: string;
  to: string;
}

const noFilters: Filters = { action: '', from: '', to: '' };

interface AuditFiltersProps {
  draft: Filters;
  set: (changes: Partial<Filters>) => void;
  /** The kinds that occur in the log. */
  actions: readonly { action: string; text: string }[];
}

function AuditFilters({ draft, set, actions }: AuditFiltersProps) {
  const choices = actions.map(({ action, text }) => ({ value: action, label: text }));
  return (
    <>
      <Select
        label="What was done"
        value={draft.action}
        choices={[{ value: '', label: 'Everything' }, ...choices]}
        onChoose={(action) => set({ action })}
      />
      <DayFields from={draft.from} to={draft.to} onChange={set} />
    </>
  );
}

const noSearch: AuditSearch = { action: undefined, from: undefined, to: undefined, page: undefined };

export function AuditScreen() {
  const search = auditSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { page = 1, q, action, from, to } = search;
  const input = { page, limit: PAGE_SIZE, q, action, ...inOrder({ from, to }) };
  // This screen is where people look for what was just done, so fetch it afresh.
  const { data, isPlaceholderData, error, refetch } = useCall('GET /auditLog', input, {
    keepPrevious: true,
    staleTime: 0,
  });
  const change = (changes: AuditSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const applied: Filters = { action: action ?? '', from: from ?? '', to: to ?? '' };
  const apply = (filters: Filters): void =>
    change({
      action: filters.action || undefined,
      from: filters.from || undefined,
      to: filters.to || undefined,
      page: undefined,
    });
  const count = [action, from, to].filter(Boolean).length;

  return (
    <Screen
      title="Audit log"
      lead="What administrators and the server have done, and whom hosts have removed from calls. Entries are written once and never changed."
    >
      <DeskList
        caption="Audit log"
        names={['entry', 'entries']}
        search={{ label: 'Search who, what, whom or address', placeholder: 'Who, what, whom or address' }}
        place={search}
        change={change}
        filters={
          <FilterPanel title="Filter the log" applied={applied} none={noFilters} count={count} onApply={apply}>
            {(draft, set) => <AuditFilters draft={draft} set={set} actions={data?.actions ?? []} />}
          </FilterPanel>
        }
        actions={
          <CsvButton
            name="audit-log"
            header={csvHeader}
            row={csvRow}
            disabled={!data?.totalEntries}
            load={csvPages('GET /auditLog', input, ({ entries, totalPages }) => ({ rows: entries, totalPages }))}
          />
        }
        columns={columns}
        rows={data?.entries}
        rowKey={(entry) => entry._id}
        phoneRow={(entry) => <PhoneEntry entry={entry} />}
        skeletonRows={10}
        total={data?.totalEntries}
        totalPages={data?.totalPages}
        isPlaceholderData={isPlaceholderData}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState
            title={q || count > 0 ? 'No entry matches' : 'Nothing has been done yet'}
            text="Logins, blocks, limits, halts and everything else an administrator does appear here."
            action={
              (q || count > 0) && (
                <Button onClick={() => change({ q: undefined, ...noSearch })}>Show all entries</Button>
              )
            }
          />
        }
      />
    </Screen>
  );
}
