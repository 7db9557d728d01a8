// One person in a call: video or initials, name, and what everybody should see: muted, hand raised, speaking, reconnecting.
import { Hand, MicOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallPerson } from '../../contract/call.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classList } from '../ui/class-list.ts';
import { Video } from './video.tsx';

export interface TileProps {
  person: CallPerson;
  isMe: boolean;
  picture: MediaStreamTrack | null;
  /** Audio and video are connected. */
  isConnected: boolean;
  isSpeaking: boolean;
  /** A shared screen, shown whole and large. */
  isScreen?: boolean;
  isSmall?: boolean;
  className?: string;
  /** A button at its lower edge, beside the name. */
  action?: ReactNode;
}

function Chip({
  children,
  isSmall = false,
  className,
}: {
  children: ReactNode;
  isSmall?: boolean;
  className?: string;
}) {
  return (
    <span
      className={classList(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-box font-medium shadow-over',
        isSmall ? 'h-5 px-1.5 text-xs' : 'h-7 px-2 text-sm @max-[11rem]:h-5 @max-[11rem]:px-1.5 @max-[11rem]:text-xs',
        className ?? 'bg-raised text-ink',
      )}
    >
      {children}
    </span>
  );
}

function nameText({ name, isHost, isSharing }: CallPerson, isMe: boolean, isScreen: boolean): string {
  if (isScreen && isSharing) return isMe ? 'Your screen' : `${isolated(name)}'s screen`;
  const marks = [isMe && 'you', isHost && 'host'].filter(Boolean).join(', ');
  return marks ? `${isolated(name)} (${marks})` : name;
}

/** The host's badge is separate from the name: a name cannot imitate it, and a long one cannot push it away. */
function HostSign({ isSmall }: { isSmall: boolean }) {
  return (
    <Chip isSmall={isSmall} className="shrink-0 bg-accent-soft text-accent-text">
      Host
    </Chip>
  );
}

export function Tile({
  person,
  isMe,
  picture,
  isConnected,
  isSpeaking,
  isScreen = false,
  isSmall = false,
  className,
  action,
}: TileProps) {
  const { name, isMuted, isAway, handUpAt, hasCamera, isSharing } = person;
  const isShown = picture !== null && (isMe || hasCamera || isSharing);
  const waiting = isAway ? 'Reconnecting' : !isMe && !isConnected ? 'Connecting' : null;
  const label = nameText(person, isMe, isScreen);
  return (
    <li
      data-person={person.id}
      className={classList(
        'relative flex min-h-0 min-w-0 items-center justify-center overflow-hidden rounded-box border-2 bg-sunken',
        isSpeaking ? 'border-up forced-colors:border-[Highlight]' : 'border-line',
        // Names and initials shrink with the tile, of which a phone shows fifteen.
        !isSmall && '@container',
        className,
      )}
    >
      {isShown ? (
        <Video track={picture} label={label} isMirrored={isMe && !isSharing} isWhole={isScreen || isSharing} />
      ) : (
        <Avatar name={name} photo={null} size={isSmall ? 'small' : 'large'} className="@max-[11rem]:scale-60" />
      )}
      {waiting && (
        <span className="absolute inset-0 flex items-center justify-center bg-veil">
          <Chip>{waiting}</Chip>
        </span>
      )}
      <span
        className={classList(
          'absolute flex items-center gap-1.5',
          isSmall ? 'inset-x-1 bottom-1' : 'inset-x-2 bottom-2 @max-[11rem]:inset-x-1 @max-[11rem]:bottom-1',
        )}
      >
        <Chip isSmall={isSmall}>
          <span className="truncate">{nameText({ ...person, isHost: false }, isMe, isScreen)}</span>
          {isMuted && <MicOff size={14} role="img" aria-label="Muted" className="shrink-0 text-down" />}
        </Chip>
        {person.isHost && !isScreen && <HostSign isSmall={isSmall} />}
        {handUpAt !== null && (
          <Chip isSmall={isSmall} className="shrink-0 bg-warn-soft text-warn">
            <Hand size={14} role="img" aria-label="Hand raised" />
          </Chip>
        )}
        {action}
      </span>
    </li>
  );
}
