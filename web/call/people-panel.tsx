// Who is in a call: raised hands first, in their order; the host mutes, lowers hands and sends away here.
import { Hand, MicOff, UserX } from 'lucide-react';
import { useState } from 'react';
import type { CallPerson } from '../../contract/call.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useScrolls } from '../ui/sideways.tsx';
import type { CallSession } from './call-session.ts';
import type { CallView } from './call-view.ts';

function inOrder(people: readonly CallPerson[]): CallPerson[] {
  const handOf = ({ handUpAt }: CallPerson): number =>
    handUpAt === null ? Number.POSITIVE_INFINITY : Date.parse(handUpAt);
  return [...people].sort((one, other) => {
    const [first, second] = [handOf(one), handOf(other)];
    return first === second ? 0 : first - second;
  });
}

function Tools({ person, session, onRemove }: { person: CallPerson; session: CallSession; onRemove: () => void }) {
  const { id, name, isMuted, handUpAt } = person;
  return (
    <span className="flex">
      {handUpAt !== null && (
        <IconButton
          size="small"
          label={`Lower the hand of ${name}`}
          onClick={() => void session.moderate('lower-hand', id)}
        >
          <Hand size={16} aria-hidden="true" />
        </IconButton>
      )}
      {!isMuted && (
        <IconButton size="small" label={`Mute ${name}`} onClick={() => void session.moderate('mute', id)}>
          <MicOff size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton size="small" label={`Remove ${name}`} onClick={onRemove}>
        <UserX size={16} aria-hidden="true" />
      </IconButton>
    </span>
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
  const [list, scrolls] = useScrolls<HTMLUListElement>();
  const people = view.state?.people ?? [];
  const isHost = people.some(({ id, isHost: hosts }) => id === view.me && hosts);
  const hasTalkers = people.some(({ isHost: hosts, isMuted }) => !hosts && !isMuted);
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
              <span className="block truncate font-medium">{person.name}</span>
              <span className="block text-sm text-muted">{noteOf(person, person.id === view.me)}</span>
            </span>
            {isHost && !person.isHost && (
              <Tools person={person} session={session} onRemove={() => setToRemove(person)} />
            )}
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm text-muted">
        <span>
          {people.length} of {view.state?.mostPeople ?? people.length} places
        </span>
        {isHost && hasTalkers && (
          <Button size="small" onClick={() => void session.moderate('mute-all')}>
            Mute all
          </Button>
        )}
      </div>
      <Confirm
        title={`Remove ${toRemove?.name ?? ''}?`}
        text="They leave the call at once and cannot come back into it."
        confirmLabel="Remove"
        isOpen={toRemove !== null}
        onCancel={() => setToRemove(null)}
        onConfirm={() => {
          if (toRemove) void session.moderate('remove', toRemove.id);
          setToRemove(null);
        }}
      />
    </div>
  );
}
