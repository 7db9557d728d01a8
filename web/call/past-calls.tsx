// After a call, for a day: who was in it and what they wrote, so that it can be reported to the administrators.
import { Flag } from 'lucide-react';
import { useState } from 'react';
import type { PastCall, PastCallData } from '../../contract/call.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { clockText, startText, zoneText } from '../learn/lesson-time.tsx';
import { isNotFound, useCall } from '../query.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { reportedKey } from './call-view.ts';
import { Message } from './chat-message.tsx';
import { ReportDialog } from './report-dialog.tsx';
import type { ToReport } from './report-dialog.tsx';

const NOTHING =
  'For a day after a call you find here who was in it and what they wrote. Calls from before the server was last started are not kept.';

interface WholeProps {
  data: PastCallData;
  reported: ReadonlySet<string>;
  onReport: (report: ToReport) => void;
}

function People({ data: { people }, reported, onReport }: WholeProps) {
  return (
    <section aria-label="People">
      <h3 className="text-sm font-semibold text-muted">People</h3>
      <ul className="divide-y divide-line">
        {people.map(({ id, name, isHost }) => {
          const isReported = reported.has(reportedKey({ person: id }));
          return (
            <li key={id} className="flex items-center gap-3 py-2">
              <Avatar name={name} photo={null} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {name}
                {isHost && <span className="block text-sm text-muted">Host</span>}
              </span>
              <Button
                size="small"
                disabled={isReported}
                aria-label={isReported ? `You have reported ${name}` : `Report ${name}`}
                onClick={() => onReport({ about: { person: id }, name })}
              >
                <Flag size={14} aria-hidden="true" /> {isReported ? 'Reported' : 'Report'}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Chat({ data: { chat }, reported, onReport }: WholeProps) {
  return (
    <section aria-label="Chat">
      <h3 className="text-sm font-semibold text-muted">What they wrote</h3>
      {chat.length === 0 && <p className="py-2 text-muted">Nobody wrote anything.</p>}
      <ul className="mt-2 flex flex-col gap-3">
        {chat.map((message) => (
          <Message
            key={message.id}
            message={message}
            isOwn={false}
            canDelete={false}
            isReported={reported.has(reportedKey({ message: message.id }))}
            onReport={({ id, name, text }) => onReport({ about: { message: id }, name, text })}
          />
        ))}
      </ul>
    </section>
  );
}

function Whole({ id }: { id: string }) {
  const { data, error, refetch } = useCall('GET /pastCall/{id}', { id });
  const [reported, setReported] = useState<ReadonlySet<string>>(new Set());
  const [toReport, setToReport] = useState<ToReport | null>(null);
  if (isNotFound(error)) return <p className="text-muted">This call is not remembered any more.</p>;
  if (error && !data)
    return <ErrorState title="The call could not be loaded" reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  const parts = { data, reported, onReport: setToReport };
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <People {...parts} />
      <Chat {...parts} />
      {toReport && (
        <ReportDialog
          report={toReport}
          isAfterwards
          onClose={() => setToReport(null)}
          onSend={async (about, reason, words) => {
            const report = { id, ...about, reason, words };
            const reply = await call('POST /reportPastCall/{id}', report, { idempotencyKey: newIdempotencyKey() });
            if (reply.ok) setReported((before) => new Set([...before, reportedKey(about)]));
            return reply;
          }}
        />
      )}
    </div>
  );
}

function OneCall({ past, isFirst }: { past: PastCall; isFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isFirst);
  const { _id, title, openedAt, endedAt } = past;
  const name = title ?? 'Call by code';
  const when = `${startText(Date.parse(openedAt))} ${endedAt === null ? 'until now' : `to ${clockText(Date.parse(endedAt))}`} ${zoneText(Date.parse(openedAt))}`;
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 wrap-anywhere">
            <h2 className="text-md font-semibold">{name}</h2>
            <p className="text-muted">{when}</p>
          </div>
          {!isOpen && (
            <Button aria-label={`Show ${name}, ${when}`} onClick={() => setIsOpen(true)}>
              Show
            </Button>
          )}
        </div>
        {isOpen && <Whole id={_id} />}
      </div>
    </Card>
  );
}

/** All past calls, or those of one lesson. */
export function PastCalls({ sessionId }: { sessionId: string | undefined }) {
  const { data, error, refetch } = useCall('GET /pastCalls', {});
  if (error && !data)
    return (
      <Card flush>
        <ErrorState title="The calls could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton className="h-40" />;
  const calls = data.filter(({ session }) => sessionId === undefined || session === sessionId);
  if (calls.length === 0)
    return (
      <Card flush>
        <EmptyState title="There is nothing to report" text={NOTHING} />
      </Card>
    );
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p className="text-muted">
        The administrators look at what you report. Nobody who was in the call is told. You can report for a day after
        the call has ended.
      </p>
      {calls.map((past, place) => (
        <OneCall key={past._id} past={past} isFirst={place === 0} />
      ))}
    </div>
  );
}
