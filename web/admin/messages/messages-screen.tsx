// Messages: write one at the top; below is the history of what was sent, to whom, by whom, and how far delivery has come.
import { getRouteApi } from '@tanstack/react-router';
import type { SentMessage } from '../../../contract/admin/messages.ts';
import { CsvButton, csvPages } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime, dateTimeText } from '../../ui/date-time.tsx';
import { useLastPage } from '../../ui/last-page.ts';
import { countText } from '../../ui/number-text.ts';
import { Pager } from '../../ui/pager.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { MessageForm, peopleText } from './message-form.tsx';
import { messagesSearch } from './messages-search.ts';
import type { MessagesSearch } from './messages-search.ts';

const route = getRouteApi('/admin/messages');
const PAGE_SIZE = 20;
const REFRESH_MS = 30_000;
const WATCH_MS = 1_000;

function Text({ message }: { message: SentMessage }) {
  if (message.message === '')
    return <span className="text-muted">Removed together with the account it was sent to</span>;
  return <span className="wrap-anywhere whitespace-normal">{message.message}</span>;
}

function To({ message: { to } }: { message: SentMessage }) {
  if (to === null) return 'Everybody';
  return (
    <span className="block min-w-0">
      <span className="block truncate leading-5">{to.name}</span>
      <span className="block truncate text-sm leading-4 text-muted">{to.email}</span>
    </span>
  );
}

function Reached({ message: { people, told, finishedAt } }: { message: SentMessage }) {
  if (finishedAt !== null) return <span className="whitespace-nowrap">{peopleText(told)}</span>;
  return (
    <span className="block w-40">
      <span className="block text-sm">{`${countText(told)} of ${peopleText(people)}`}</span>
      <Progress label="On its way" value={told} most={people} />
    </span>
  );
}

const columns: Column<SentMessage>[] = [
  {
    key: 'sentAt',
    header: 'Sent',
    cell: (message) => <DateTime at={message.sentAt} className="whitespace-nowrap text-muted" />,
  },
  { key: 'to', header: 'To', className: 'min-w-36', cell: (message) => <To message={message} /> },
  {
    key: 'message',
    header: 'Message',
    isRowHeader: true,
    className: 'w-1/2 min-w-64',
    cell: (message) => <Text message={message} />,
  },
  { key: 'told', header: 'Reached', cell: (message) => <Reached message={message} /> },
  { key: 'sentBy', header: 'By', from: 'lg', cell: (message) => message.sentBy },
];

function PhoneMessage({ message }: { message: SentMessage }) {
  return (
    <div className="flex flex-col gap-1">
      <Text message={message} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
        <span className="min-w-0 truncate">{message.to === null ? 'Everybody' : message.to.email}</span>
        <Reached message={message} />
      </div>
      <p className="text-sm text-faint">
        <DateTime at={message.sentAt} />
        {`, ${message.sentBy}`}
      </p>
    </div>
  );
}

const CSV_HEADER = ['Sent (IST)', 'To', 'Email', 'Message', 'People', 'Reached', 'By'];
const csvRow = ({ sentAt, to, message, people, told, sentBy }: SentMessage) => [
  dateTimeText(sentAt),
  to?.name ?? 'Everybody',
  to?.email ?? null,
  message,
  people,
  told,
  sentBy,
];

export function MessagesScreen() {
  const search = messagesSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { page = 1, q, to } = search;
  const input = { page, limit: PAGE_SIZE, q };
  const shown = useCall('GET /sentMessages', input, { keepPrevious: true, refetchInterval: REFRESH_MS });
  const isUnderWay = shown.data?.messages.some(({ finishedAt }) => finishedAt === null) ?? false;
  // While one is being delivered, its progress is refreshed by the same query as above.
  useCall('GET /sentMessages', input, { enabled: isUnderWay, refetchInterval: WATCH_MS });
  const { data, isPlaceholderData, error, refetch } = shown;
  const change = (changes: MessagesSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  useLastPage(page, data?.totalPages, isPlaceholderData, (last) => change({ page: last > 1 ? last : undefined }, true));

  return (
    <Screen title="Messages">
      <Card title="New message">
        <MessageForm to={to} onTo={(next) => change({ to: next }, true)} everybody={data?.everybody} />
      </Card>
      <Card
        title="Sent"
        flush
        actions={
          <span className="flex flex-wrap items-center justify-end gap-2 max-sm:grow">
            <SearchBox
              label="Search person or text"
              text={q}
              onText={(text) => change({ q: text, page: undefined }, true)}
              className="min-w-48 grow sm:w-72"
            />
            <CsvButton
              name="messages"
              header={CSV_HEADER}
              row={csvRow}
              disabled={!data?.totalMessages}
              load={csvPages('GET /sentMessages', input, ({ messages, totalPages }) => ({
                rows: messages,
                totalPages,
              }))}
            />
          </span>
        }
      >
        {error && !data ? (
          <ErrorState title="The messages could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        ) : (
          <Table
            caption="Sent messages"
            columns={columns}
            rows={data?.messages}
            rowKey={({ _id }) => _id}
            phoneRow={(message) => <PhoneMessage message={message} />}
            empty={
              q === undefined ? (
                <EmptyState
                  title="Nothing sent yet"
                  text="What you send appears here, with the number of people it has reached."
                />
              ) : (
                <EmptyState
                  title="No message matches"
                  action={<Button onClick={() => change({ q: undefined, page: undefined })}>Show all messages</Button>}
                />
              )
            }
          />
        )}
        {data !== undefined && data.totalMessages > 0 && (
          <Pager
            label="Sent messages"
            page={page}
            totalPages={data.totalPages}
            onPage={(next) => change({ page: next > 1 ? next : undefined })}
          />
        )}
      </Card>
    </Screen>
  );
}
