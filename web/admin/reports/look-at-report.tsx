// One report: what was said, by whom, where and why it was reported, what was reported of that person before, and what is decided.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { decisions } from '../../../contract/admin/reports.ts';
import type { DeskReport, DeskReportData } from '../../../contract/admin/reports.ts';
import { decisionTexts, reasonTexts } from '../../../contract/messages/reports.ts';
import type { ReportDecision } from '../../../contract/messages/reports.ts';
import { isOfDeleted } from '../../../contract/wire/email.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { useCallOnce } from '../../call-once.ts';
import { invalidateCalls, useCall } from '../../query.ts';
import { typedBefore, useKeepTyped } from '../../typed.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { SidePanel } from '../../ui/dialog.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { Select } from '../../ui/select.tsx';
import { countText } from '../../ui/number-text.ts';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';

export function OutcomeBadge({ report: { decision } }: { report: Pick<DeskReport, 'decision'> }) {
  if (decision === null) return <Badge tone="warn">Open</Badge>;
  return <Badge tone={decision === 'dismissed' ? 'neutral' : 'up'}>{decisionTexts[decision]}</Badge>;
}

const deeds: Record<ReportDecision, string> = {
  dismissed: 'Dismiss it: nothing was wrong',
  deleted: 'Delete the message',
  warned: 'Warn the person',
  blocked: 'Block the account',
};

function explanationOf(decision: ReportDecision, { message, reported: { name } }: DeskReport): string | null {
  const gone = message === null ? '' : ' The message is deleted as well, if its call still goes on.';
  switch (decision) {
    case 'dismissed':
      return null;
    case 'deleted':
      return 'If its call still goes on, nobody in it can read the message any more.';
    case 'warned':
      return `${isolated(name)} gets a notification, without a word of who has reported it.${gone}`;
    case 'blocked':
      return `${isolated(name)} is logged out at once and cannot come back until an administrator enables the account.${gone}`;
  }
}

function refreshReports(): void {
  void invalidateCalls('GET /reports', 'GET /reports/{id}', 'GET /userlist');
}

const nameOf = ({ _id }: DeskReport): string => `report ${_id}`;

/** What this administrator had begun to decide when the panel was closed. */
function begunBefore(report: DeskReport): { decision: ReportDecision | ''; note: string } {
  const { decision, note } = (typedBefore(nameOf(report)) ?? {}) as Record<string, unknown>;
  return {
    decision: decisions.find((value) => value === decision) ?? '',
    note: typeof note === 'string' ? note : '',
  };
}

function CloseForm({ report }: { report: DeskReport }) {
  const callOnce = useCallOnce();
  const [begun] = useState(() => begunBefore(report));
  const [decision, setDecision] = useState(begun.decision);
  const [note, setNote] = useState(begun.note);
  useKeepTyped(nameOf(report), decision === '' && note === '' ? undefined : { decision, note }, 'leaving');
  const [isBusy, setIsBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const open = decisions.filter((value) => value !== 'deleted' || report.message !== null);

  async function close(): Promise<void> {
    if (decision === '') return;
    setIsBusy(true);
    const reply = await callOnce('POST /closeReport/{id}', { id: report._id, decision, note });
    setIsBusy(false);
    setIsAsked(false);
    // Another administrator was quicker: their decision replaces the form.
    if (!reply.ok && reply.status === 409) void showAlert(reply.message);
    else if (!reply.ok) return setError(reply.message);
    refreshReports();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (decision === 'blocked') setIsAsked(true);
    else void close();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <h3 className="font-semibold">Decision</h3>
      <Select<ReportDecision | ''>
        label="What is to be done"
        value={decision}
        error={error}
        hint={decision === '' ? undefined : explanationOf(decision, report)}
        choices={[{ value: '', label: 'Choose' }, ...open.map((value) => ({ value, label: deeds[value] }))]}
        onChoose={(value) => {
          setDecision(value);
          setError(null);
        }}
      />
      <TextArea label="Note for other administrators" isParagraph maxLength={1000} value={note} onText={setNote} />
      <Button type="submit" tone="primary" className="self-start" busy={isBusy} disabled={decision === ''}>
        Close the report
      </Button>
      <Confirm
        title={`Block ${isolated(report.reported.name)}?`}
        text={explanationOf('blocked', report)}
        confirmLabel="Block"
        isOpen={isAsked}
        isBusy={isBusy}
        onCancel={() => setIsAsked(false)}
        onConfirm={() => void close()}
      />
    </form>
  );
}

function Person({ person: { _id, name, email } }: { person: DeskReport['reporter'] }) {
  // Somebody who has left has neither a portfolio nor an address.
  if (isOfDeleted(email)) return <span className="block text-right text-muted">{name}</span>;
  return (
    <span className="block text-right">
      <Link
        to="/portfolioAdmin/$userId"
        params={{ userId: _id }}
        className="wrap-anywhere text-accent-text hover:underline"
      >
        {name}
      </Link>
      <span className="block text-sm wrap-anywhere text-faint">{email}</span>
    </span>
  );
}

/** This many are shown above the decision; the others are one press away. */
const MOST_EARLIER = 4;

function Earlier({ report: { earlier, earlierReports, reported } }: { report: DeskReportData }) {
  if (earlier === 0) return <p className="text-muted">Nothing was reported of this person before.</p>;
  return (
    <ul className="divide-y divide-line">
      {earlierReports.slice(0, MOST_EARLIER).map((report) => (
        <li key={report._id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
          <span>{reasonTexts[report.reason]}</span>
          <span className="flex items-center gap-3">
            <DateTime at={report.createdAt} className="text-sm text-muted" />
            <OutcomeBadge report={report} />
          </span>
        </li>
      ))}
      {earlier > MOST_EARLIER && (
        <li className="py-2">
          <Link to="/reports" search={{ q: reported.email.slice(0, 64) }} className="text-accent-text hover:underline">
            {`All ${countText(earlier)} earlier reports`}
          </Link>
        </li>
      )}
    </ul>
  );
}

function Body({ report }: { report: DeskReportData }) {
  const { message, words, reported, reporter, closedBy, closedAt, note } = report;
  return (
    <div className="flex flex-col gap-6">
      {message === null ? (
        <p className="text-muted">The person was reported, and not one message.</p>
      ) : (
        <blockquote className="border-l-2 border-edge pl-3 wrap-anywhere">
          {message.text}
          <DateTime at={message.sentAt} className="mt-1 block text-sm text-faint" />
        </blockquote>
      )}
      <FigureList
        className="gap-2"
        figures={[
          { name: message === null ? 'Reported' : 'Written by', value: <Person person={reported} /> },
          reported.isBlocked && { name: 'Account', value: <Badge tone="down">Blocked</Badge> },
          { name: 'Reported by', value: <Person person={reporter} /> },
          { name: 'In', value: <span className="wrap-anywhere">{report.call}</span> },
          { name: 'When', value: <DateTime at={report.createdAt} /> },
          { name: 'Reason', value: reasonTexts[report.reason] },
          { name: 'Status', value: <OutcomeBadge report={report} /> },
        ]}
      />
      {words && (
        <section>
          <h3 className="mb-1 font-semibold">What {isolated(reporter.name)} adds</h3>
          <p className="wrap-anywhere whitespace-pre-line text-muted">{words}</p>
        </section>
      )}
      <section>
        <h3 className="mb-1 font-semibold">Earlier reports of {reported.name}</h3>
        <Earlier report={report} />
      </section>
      {closedAt === null ? (
        <CloseForm key={report._id} report={report} />
      ) : (
        <section>
          <h3 className="mb-1 font-semibold">Closed</h3>
          <p className="text-muted">
            By {isolated(closedBy ?? '')}, <DateTime at={closedAt} />
          </p>
          {note && <p className="mt-2 wrap-anywhere">{note}</p>}
        </section>
      )}
    </div>
  );
}

export function LookAtReport({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useCall('GET /reports/{id}', { id });
  return (
    <SidePanel isOpen isInAddress onClose={onClose} title={data ? `Report of ${data.reported.name}` : 'Report'}>
      {data && <Body report={data} />}
      {!data && error && (
        <ErrorState title="The report could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div className="flex flex-col gap-3">
          <LoadingNote what="the report" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </SidePanel>
  );
}
