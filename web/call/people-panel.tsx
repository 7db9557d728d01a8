// The people in a call, raised hands first and in order. Everybody can report here; the host mutes, lowers hands, removes and readmits.
import { Flag, Hand, MicOff, UserX } from 'lucide-react';
import { useState } from 'react';
import type { CallPerson, HostAct } from '../../contract/call.ts';
import { callMessages } from '../../contract/messages/call.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { refreshRemoved, RemovedPeople } from '../learn/removed-people.tsx';
import { showAlert } from '../ui/alert.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useScrolls } from '../ui/sideways.tsx';
import type { CallSession } from './call-session.ts';
import { reportedKey } from './call-view.ts';
import type { CallView } from './call-view.ts';
import { ReportDialog } from './report-dialog.tsx';
import type { ToReport } from './report-dialog.tsx';

function inOrder(people: readonly CallPerson[]): CallPerson[] {
  const handOf = ({ handUpAt }: CallPerson): number =>
    handUpAt === null ? Number.POSITIVE_INFINITY : Date.parse(handUpAt);
  return [...people].sort((one, other) => {
    const [first, second] = [handOf(one), handOf(other)];
    return first === second ? 0 : first - second;
  });
}

function Tools({
  person,
  onAct,
  onRemove,
}: {
  person: CallPerson;
  onAct: (act: HostAct, person: string) => void;
  onRemove: () => void;
}) {
  const { id, name, isMuted, handUpAt } = person;
  return (
    <span className="flex">
      {handUpAt !== null && (
        <IconButton size="small" label={`Lower the hand of ${name}`} onClick={() => onAct('lower-hand', id)}>
          <Hand size={16} aria-hidden="true" />
        </IconButton>
      )}
      {!isMuted && (
        <IconButton size="small" label={`Mute ${name}`} onClick={() => onAct('mute', id)}>
          <MicOff size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton size="small" label={`Remove ${name}`} onClick={onRemove}>
        <UserX size={16} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

function ReportButton({
  person: { name },
  isReported,
  onReport,
}: {
  person: CallPerson;
  isReported: boolean;
  onReport: () => void;
}) {
  return (
    <IconButton
      size="small"
      label={isReported ? `You have reported ${name}` : `Report ${name}`}
      disabled={isReported}
      onClick={onReport}
    >
      <Flag size={16} aria-hidden="true" />
    </IconButton>
  );
}

function noteOf({ isHost, isAway, isMuted, isSharing, handUpAt }: CallPerson, isMe: boolean): string {
  return [
    isMe && 'You',
    isHost && 'Host',
    handUpAt !== null && 'Hand raised',
    isSharing && 'Shares the screen',
    isAway && 'Reconnecting',
    isMuted && 'Muted',
  ]
    .filter(Boolean)
    .join(' \u00b7 ');
}

export function PeoplePanel({ session, view }: { session: CallSession; view: CallView }) {
  const [toRemove, setToRemove] = useState<CallPerson | null>(null);
  const [toReport, setToReport] = useState<ToReport | null>(null);
  const [list, scrolls] = useScrolls<HTMLUListElement>();
  const lesson = view.state?.session ?? null;
  const people = view.state?.people ?? [];
  const isHost = people.some(({ id, isHost: hosts }) => id === view.me && hosts);
  const hasTalkers = people.some(({ isHost: hosts, isMuted }) => !hosts && !isMuted);

  /** Nobody should be shown as muted or gone who is not. */
  async function act(what: HostAct, id?: string): Promise<void> {
    const answer = await session.moderate(what, id);
    if (!answer.ok) return void showAlert(answer.message ?? callMessages.unavailable);
    if (what === 'remove') refreshRemoved();
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ul
        ref={list}
        aria-label="People"
        tabIndex={scrolls ? 0 : undefined}
        className="min-h-0 flex-1 divide-y divide-line overflow-y-auto"
      >
        {inOrder(people).map((person) => (
          <li key={person.id} className="flex min-h-14 items-center gap-3 px-4 py-2">
            <Avatar name={person.name} photo={null} />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-medium wrap-anywhere">{person.name}</span>
              <span className="block text-sm text-muted">{noteOf(person, person.id === view.me)}</span>
            </span>
            {isHost && !person.isHost && (
              <Tools person={person} onAct={(what, id) => void act(what, id)} onRemove={() => setToRemove(person)} />
            )}
            {person.id !== view.me && (
              <ReportButton
                person={person}
                isReported={view.reported.has(reportedKey({ person: person.id }))}
                onReport={() => setToReport({ about: { person: person.id }, name: person.name })}
              />
            )}
          </li>
        ))}
      </ul>
      {isHost && lesson !== null && (
        <RemovedPeople lesson={lesson} className="max-h-64 overflow-y-auto border-t border-line px-4 py-3" />
      )}
      <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm text-muted">
        <span>
          {people.length} of {view.state?.mostPeople ?? people.length} places
        </span>
        {isHost && hasTalkers && (
          <Button size="small" onClick={() => void act('mute-all')}>
            Mute all
          </Button>
        )}
      </div>
      {toReport && <ReportDialog report={toReport} onSend={session.report} onClose={() => setToReport(null)} />}
      <Confirm
        title={`Remove ${isolated(toRemove?.name ?? '')}?`}
        text={
          lesson === null
            ? 'They leave the call at once and cannot come back into it.'
            : 'They leave the call at once, and come back into it only when you or an administrator let them in again.'
        }
        confirmLabel="Remove"
        isOpen={toRemove !== null}
        onCancel={() => setToRemove(null)}
        onConfirm={() => {
          if (toRemove) void act('remove', toRemove.id);
          setToRemove(null);
        }}
      />
    </div>
  );
}
