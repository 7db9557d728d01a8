// Reports: what people in calls have reported of each other, what is open first, looked at and closed one by one.
import { getRouteApi } from '@tanstack/react-router';
import type { DeskReport, ReportStatus } from '../../../contract/admin/reports.ts';
import { decisionTexts, reasonTexts } from '../../../contract/messages/reports.ts';
import { CsvButton, csvPages } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { DateTime, dateTimeText } from '../../ui/date-time.tsx';
import { countOf } from '../../ui/number-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { DeskList } from '../desk-list.tsx';
import { KindFilter, StateFilter } from '../list-filters.tsx';
import { LookAtReport, OutcomeBadge } from './look-at-report.tsx';
import { reportsSearch } from './reports-search.ts';
import type { ReportsSearch } from './reports-search.ts';

const route = getRouteApi('/admin/reports');
const PAGE_SIZE = 20;
const statusTexts: Record<ReportStatus, string> = { OPEN: 'Open', CLOSED: 'Closed' };

type Open = (report: DeskReport) => void;

function Said({ report: { message, words } }: { report: DeskReport }) {
  if (message !== null) return <span className="line-clamp-2 wrap-anywhere">{message.text}</span>;
  // Not the words of the person that stands in the same row.
  return (
    <span className="line-clamp-2 wrap-anywhere text-muted">
      {words ? `Told by the reporter: ${words}` : 'The person, without more words'}
    </span>
  );
}

function LookButton({ report, open }: { report: DeskReport; open: Open }) {
  return (
    <Button size="small" aria-label={`Review the report of ${report.reported.name}`} onClick={() => open(report)}>
      Review
    </Button>
  );
}

function columnsOf(open: Open): Column<DeskReport>[] {
  return [
    {
      key: 'reported',
      header: 'Who',
      isRowHeader: true,
      className: 'min-w-32',
      cell: ({ reported, earlier }) => (
        <span className="block">
          <span className="block wrap-anywhere">{reported.name}</span>
          {earlier > 0 && (
            <span className="block text-sm font-normal text-warn">{countOf(earlier, 'earlier report')}</span>
          )}
        </span>
      ),
    },
    { key: 'reason', header: 'Reason', className: 'min-w-28', cell: ({ reason }) => reasonTexts[reason] },
    { key: 'said', header: 'What was said', className: 'min-w-48', cell: (report) => <Said report={report} /> },
    {
      key: 'call',
      header: 'In',
      from: 'lg',
      className: 'min-w-32',
      cell: ({ call: where }) => <span className="wrap-anywhere text-muted">{where}</span>,
    },
    {
      key: 'reporter',
      header: 'Reported by',
      from: 'xl',
      className: 'min-w-32',
      cell: ({ reporter }) => <span className="wrap-anywhere text-muted">{reporter.name}</span>,
    },
    {
      key: 'when',
      header: 'When',
      from: 'lg',
      cell: ({ createdAt }) => <DateTime at={createdAt} className="whitespace-nowrap text-muted" />,
    },
    { key: 'status', header: 'Status', cell: (report) => <OutcomeBadge report={report} /> },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (report) => <LookButton report={report} open={open} />,
    },
  ];
}

function PhoneReport({ report, open }: { report: DeskReport; open: Open }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{report.reported.name}</span>
        <OutcomeBadge report={report} />
      </div>
      <p className="text-sm">
        <Said report={report} />
      </p>
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-sm text-faint">
          {reasonTexts[report.reason]}, <DateTime at={report.createdAt} />
        </span>
        <LookButton report={report} open={open} />
      </div>
    </div>
  );
}

const CSV_HEADER = [
  'When (IST)',
  'Who',
  'Email',
  'Reason',
  'What was said',
  'Words',
  'In',
  'Reported by',
  'Status',
  'Closed by',
  'Closed (IST)',
  'Note',
];
const csvRow = ({ createdAt, reported, reason, message, words, call: where, reporter, ...rest }: DeskReport) => [
  dateTimeText(createdAt),
  reported.name,
  reported.email,
  reasonTexts[reason],
  message?.text ?? null,
  words,
  where,
  reporter.name,
  rest.decision === null ? statusTexts.OPEN : decisionTexts[rest.decision],
  rest.closedBy,
  rest.closedAt === null ? null : dateTimeText(rest.closedAt),
  rest.note,
];

export function ReportsScreen() {
  const search = reportsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { page = 1, q, status, reason, report } = search;
  const input = { page, limit: PAGE_SIZE, q, status, reason };
  const { data, isPlaceholderData, error, refetch } = useCall('GET /reports', input, {
    keepPrevious: true,
    refetchInterval: 30_000,
  });
  const change = (changes: ReportsSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const open: Open = ({ _id }) => change({ report: _id });
  const isSearched = q !== undefined || reason !== undefined;
  const isFiltered = isSearched || status !== undefined;
  const isOpenAsked = !isSearched && status === 'OPEN';

  return (
    <Screen
      title="Reports"
      lead="Messages and people that participants of calls have reported. The reported person is not told who reported them."
    >
      <DeskList
        caption="Reports"
        names={['report', 'reports']}
        search={{ label: 'Search name, email or words' }}
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
              label="Reason"
              every="Every reason"
              names={reasonTexts}
              value={reason}
              onChoose={(chosen) => change({ reason: chosen, page: undefined })}
            />
          </>
        }
        actions={
          <CsvButton
            name="reports"
            header={CSV_HEADER}
            row={csvRow}
            disabled={!data?.totalReports}
            load={csvPages('GET /reports', input, ({ reports, totalPages }) => ({ rows: reports, totalPages }))}
          />
        }
        columns={columnsOf(open)}
        rows={data?.reports}
        rowKey={({ _id }) => _id}
        isSelected={({ _id }) => _id === report}
        phoneRow={(row) => <PhoneReport report={row} open={open} />}
        skeletonRows={10}
        total={data?.totalReports}
        totalPages={data?.totalPages}
        isPlaceholderData={isPlaceholderData}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState
            title={isOpenAsked ? 'No report is open' : isFiltered ? 'No report matches' : 'Nothing was reported'}
            text={isFiltered ? undefined : 'Everybody in a call can report a message or a person to you.'}
            action={
              isFiltered && (
                <Button onClick={() => change({ q: undefined, status: undefined, reason: undefined, page: undefined })}>
                  Show all reports
                </Button>
              )
            }
          />
        }
      />
      {report && <LookAtReport id={report} onClose={() => change({ report: undefined }, true)} />}
    </Screen>
  );
}
