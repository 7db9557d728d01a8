// Everybody in a call at once, as large as they fit; a shared screen takes the stage, with the others beside it.
import { Maximize2, Minimize2 } from 'lucide-react';
import type { CallPerson } from '../../contract/call.ts';
import { IconButton } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { useFullScreen } from '../ui/use-full-screen.ts';
import { presenterOf } from './call-view.ts';
import type { CallView } from './call-view.ts';
import type { LocalView } from './local-media.ts';
import { Tile } from './tile.tsx';
import type { TileProps } from './tile.tsx';
import { Sound } from './video.tsx';

/**
 * By number of people: portrait screens stack them, wide ones set them side by side; two keep the shape of their cameras. Three are shown
 * as two above one, each half as large again as in a row, unless the screen is as low as a phone in landscape.
 */
const grids: readonly string[] = [
  '',
  'grid-cols-1 auto-rows-fr',
  'grid-cols-1 auto-rows-fr landscape:auto-rows-auto landscape:grid-cols-2 landscape:content-center',
  'grid-cols-1 auto-rows-fr landscape:grid-cols-4 [@media(min-aspect-ratio:2/1)]:grid-cols-3',
  'grid-cols-2 auto-rows-fr',
  'grid-cols-2 auto-rows-fr landscape:grid-cols-3',
  'grid-cols-2 auto-rows-fr landscape:grid-cols-3',
  'grid-cols-2 auto-rows-fr landscape:grid-cols-3',
  'grid-cols-2 auto-rows-fr landscape:grid-cols-4',
  'grid-cols-3 auto-rows-fr landscape:grid-cols-3',
  'grid-cols-3 auto-rows-fr landscape:grid-cols-4',
];
const MOST = grids.length - 1;
/** The last of three is centred. */
const ONE_OF_THREE = 'landscape:col-span-2 landscape:last:col-start-2 [@media(min-aspect-ratio:2/1)]:!col-auto';
/** More than fit on one screen: rows keep their height, and the rest can be scrolled to. */
const CROWD = 15;
const CROWD_GRID = 'grid-cols-3 auto-rows-[minmax(7rem,1fr)] overflow-y-auto landscape:grid-cols-5';

export interface StageProps {
  view: CallView;
  own: LocalView;
  onBlocked: () => void;
  /** A shared screen is about to cover everything else. */
  onFull: () => void;
}

const videoOf = (stream: MediaStream | undefined): MediaStreamTrack | null => stream?.getVideoTracks()[0] ?? null;

/** Small print on somebody else's screen is read in full screen; one's own would only show itself. */
function SharedScreen({ tile, onFull }: { tile: TileProps; onFull: () => void }) {
  const [isFull, setIsFull] = useFullScreen();
  return (
    <ul
      aria-label="Shared screen"
      data-covers={isFull || undefined}
      className={classList('flex', isFull ? 'fixed inset-0 z-[35]' : 'min-h-0 min-w-0 flex-1')}
    >
      <Tile
        {...tile}
        isScreen
        className={classList('flex-1', isFull && 'rounded-none')}
        action={
          !tile.isMe && (
            <IconButton
              label={isFull ? 'Leave full screen' : 'Full screen'}
              className="ml-auto bg-raised shadow-over"
              onClick={() => {
                if (!isFull) onFull();
                setIsFull(!isFull);
              }}
            >
              {isFull ? <Minimize2 size={18} aria-hidden="true" /> : <Maximize2 size={18} aria-hidden="true" />}
            </IconButton>
          )
        }
      />
    </ul>
  );
}

export function Stage({ view, own, onBlocked, onFull }: StageProps) {
  const people = view.state?.people ?? [];
  const presenter = presenterOf(people);
  const tileOf = (person: CallPerson) => {
    const isMe = person.id === view.me;
    const remote = view.remotes.get(person.id);
    return {
      person,
      isMe,
      picture: isMe ? (own.screen ?? own.camera) : videoOf(remote?.stream),
      isConnected: isMe || remote?.isConnected === true,
      isSpeaking: view.speaking.has(person.id),
    };
  };
  const rest = people.filter((person) => person !== presenter);
  return (
    <>
      {presenter ? (
        // A phone in landscape has no height to spare: the shared screen gets all of it.
        <div className="flex min-h-0 flex-1 flex-col gap-2 landscape:flex-row">
          {/* Another one when it becomes one's own, which must not fill the window: there would be no way back. */}
          <SharedScreen key={String(presenter.id === view.me)} tile={tileOf(presenter)} onFull={onFull} />
          {rest.length > 0 && (
            <ul
              aria-label="People in the call"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by the keyboard, too
              tabIndex={0}
              className="flex h-24 shrink-0 gap-2 overflow-x-auto landscape:h-auto landscape:w-32 landscape:flex-col landscape:overflow-y-auto lg:landscape:w-48"
            >
              {rest.map((person) => (
                <Tile key={person.id} {...tileOf(person)} isSmall className="aspect-video shrink-0 landscape:w-full" />
              ))}
            </ul>
          )}
        </div>
      ) : (
        <ul
          aria-label="People in the call"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by the keyboard, too
          tabIndex={people.length > CROWD ? 0 : undefined}
          className={classList(
            'grid min-h-0 flex-1 gap-2',
            people.length > CROWD ? CROWD_GRID : grids[Math.min(people.length, MOST)],
          )}
        >
          {people.map((person) => (
            <Tile
              key={person.id}
              {...tileOf(person)}
              className={
                people.length === 2 ? 'landscape:aspect-video' : people.length === 3 ? ONE_OF_THREE : undefined
              }
            />
          ))}
        </ul>
      )}
      {people
        .filter(({ id }) => id !== view.me)
        .map(({ id, isMuted }) => {
          const remote = view.remotes.get(id);
          return remote && <Sound key={id} stream={remote.stream} isMuted={isMuted} onBlocked={onBlocked} />;
        })}
    </>
  );
}
