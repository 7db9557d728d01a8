// Surveillance: conduct that a real exchange would ask about, found by pattern, status, person or stock, and looked at one by one.
import { getRouteApi } from '@tanstack/react-router';
import { patternTitles } from '../../../contract/messages/surveillance.ts';
import type { DeskFlag, FlagStatus } from '../../../contract/surveillance.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { CsvButton, csvPages } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { DeskList } from '../desk-list.tsx';
import { KindFilter, StateFilter } from '../list-filters.tsx';
import { statusTexts } from './flag-status.ts';
import { FLAGS_HEADER, flagLine } from './flags-csv.ts';
import { ReviewFlag } from './review-flag.tsx';
import { surveillanceSearch } from './surveillance-search.ts';
import type { SurveillanceSearch } from './surveillance-search.ts';

const route = getRouteApi('/admin/surveillance');
const PAGE_SIZE = 20;

const tones: Record<FlagStatus, BadgeTone> = { NEW: 'warn', REVIEWED: 'up', DISMISSED: 'neutral' };

function StatusOf({ flag }: { flag: DeskFlag }) {
  return <Badge tone={tones[flag.status]}>{statusTexts[flag.status]}</Badge>;
}

function peopleOf({ user, other }: DeskFlag): string {
  return other === null ? user.name : `${isolated(user.name)} and ${isolated(other.name)}`;
}

type Open = (flag: DeskFlag) => void;

function LookButton({ flag, open }: { flag: DeskFlag; open: Open }) {
  return (
    <Button size="small" aria-label={`Review ${flag.title} in ${flag.stock.symbol}`} onClick={() => open(flag)}>
      Review
    </Button>
  );
}

function columnsOf(open: Open): Column<DeskFlag>[] {
  return [
    {
      key: 'pattern',
      header: 'Pattern',
      isRowHeader: true,
      className: 'min-w-28',
      cell: ({ title }) => title,
    },
    { key: 'stock', header: 'Stock', cell: (flag) => <span className="font-semibold">{flag.stock.symbol}</span> },
    {
      key: 'people',
      header: 'Trader',
      className: 'min-w-32',
      cell: (flag) => <span className="wrap-anywhere">{peopleOf(flag)}</span>,
    },
    {
      key: 'sentence',
      header: 'What was seen',
      from: 'lg',
      className: 'min-w-72',
      cell: (flag) => <span className="line-clamp-3 text-muted">{flag.sentence}</span>,
    },
    {
      key: 'from',
      header: 'When',
      cell: (flag) => <DateTime at={flag.from} className="text-muted @6xl:whitespace-nowrap" />,
    },
    { key: 'status', header: 'Status', cell: (flag) => <StatusOf flag={flag} /> },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (flag) => <LookButton flag={flag} open={open} />,
    },
  ];
}

function PhoneFlag({ flag, open }: { flag: DeskFlag; open: Open }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <span className="font-semibold">{`${flag.title}, ${flag.stock.symbol}`}</span>
        <StatusOf flag={flag} />
      </div>
      <p className="text-sm text-muted">{flag.sentence}</p>
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-sm wrap-anywhere text-faint">{peopleOf(flag)}</span>
        <LookButton flag={flag} open={open} />
      </div>
    </div>
  );
}

export function SurveillanceScreen() {
  const search = surveillanceSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { page = 1, q, status, pattern, flag } = search;
  const input = { page, limit: PAGE_SIZE, q, status, pattern };
  const { data, isPlaceholderData, error, refetch } = useCall('GET /surveillance', input, {
    keepPrevious: true,
    refetchInterval: 30_000,
  });
  const change = (changes: SurveillanceSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const open: Open = ({ _id }) => change({ flag: _id });
  const isFiltered = q !== undefined || status !== undefined || pattern !== undefined;

  return (
    <Screen
      title="Surveillance"
      lead="Patterns that a real exchange would ask about, found a minute or two after the trades. The trader sees each of them, with the reasons."
    >
      <DeskList
        caption="Flags"
        names={['flag', 'flags']}
        search={{ label: 'Search name, email or stock' }}
        place={search}
        change={change}
        filters={
          <>
            <StateFilter
              label="Status"
              names={statusTexts}
              counts={data?.counts}
              value={status}
              onChoose={(chosen) => change({ status: chosen, page: undefined })}
            />
            <KindFilter
              label="Pattern"
              every="Every pattern"
              names={patternTitles}
              value={pattern}
              onChoose={(chosen) => change({ pattern: chosen, page: undefined })}
            />
          </>
        }
        actions={
          <CsvButton
            name="surveillance"
            header={FLAGS_HEADER}
            row={flagLine}
            disabled={!data?.totalFlags}
            load={csvPages('GET /surveillance', input, ({ flags, totalPages }) => ({ rows: flags, totalPages }))}
          />
        }
        columns={columnsOf(open)}
        rows={data?.flags}
        rowKey={({ _id }) => _id}
        isSelected={({ _id }) => _id === flag}
        phoneRow={(row) => <PhoneFlag flag={row} open={open} />}
        skeletonRows={10}
        total={data?.totalFlags}
        totalPages={data?.totalPages}
        isPlaceholderData={isPlaceholderData}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState
            title={isFiltered ? 'No flag matches' : 'Nothing to ask about'}
            text="Wash trading, trading between linked accounts, layering, and pump and dump are looked for in every stock."
            action={
              isFiltered && (
                <Button
                  onClick={() => change({ q: undefined, status: undefined, pattern: undefined, page: undefined })}
                >
                  Show all flags
                </Button>
              )
            }
          />
        }
      />
      {flag && <ReviewFlag id={flag} onClose={() => change({ flag: undefined }, true)} />}
    </Screen>
  );
}
