// Video call: the lobby with its device check, the call itself, and its end, after which one returns home (spec 4).
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { CALL_END_REDIRECT_MS } from '../../contract/call.ts';
import type { CallEnd } from '../../contract/messages/live-call.ts';
import { callEnds, LET_IN_AGAIN } from '../../contract/messages/live-call.ts';
import { useNow } from '../learn/lesson-time.tsx';
import { PastLink, REPORT_LATER } from '../learn/past-link.tsx';
import { useConnection } from '../live.ts';
import { homeOf, session as login } from '../session.ts';
import { Badge } from '../ui/badge.tsx';
import { Brand } from '../ui/brand.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState } from '../ui/states.tsx';
import { CallRoom } from './call-room.tsx';
import { CallShell } from './call-shell.tsx';
import { callSearch } from './call-search.ts';
import type { CallSearch } from './call-search.ts';
import { CallSession } from './call-session.ts';
import type { CallTarget } from './call-session.ts';
import { closedDoor, CodeDoor, LessonDoor, useLesson } from './lobby.tsx';
import { PastCalls } from './past-calls.tsx';
import { useDoor } from './use-door.ts';
import type { DoorState } from './use-door.ts';
import { useLocalMedia, useView } from './use-media.ts';

const route = getRouteApi('/bare-trader/videocall');

/** This person's home: spec 4 names /dashboard for an instructor, /home otherwise. */
const ownHome = () => homeOf(login()?.role ?? 'user');

function Frame({ title = 'Video call', children }: { title?: string; children: ReactNode }) {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-14 max-w-[80rem] items-center justify-between px-4 max-sm:flex-wrap sm:px-6">
          <span className="flex flex-wrap items-center gap-3">
            <Brand />
            <Badge tone="warn">Practice market</Badge>
          </span>
          <Link to={ownHome()} className={buttonLook({ size: 'small' })}>
            <ArrowLeft size={16} aria-hidden="true" />
            {login()?.role === 'instructor' ? 'Dashboard' : 'Home'}
          </Link>
        </div>
      </header>
      <Screen title={title}>{children}</Screen>
    </>
  );
}

/** A call by code that was gone when returning to it: its people need a new code. */
function Gone({ isHost, onAgain }: { isHost: boolean; onAgain: () => void }) {
  return (
    <EmptyState
      title={callEnds.gone}
      text={`It has ended, or the server was restarted. ${isHost ? 'Start a new call, and share its new code.' : 'Ask the host for a new code.'}`}
      action={
        <Link to="/videocall" search={{}} className={buttonLook({ tone: 'primary' })} onClick={onAgain}>
          {isHost ? 'Start a new call' : 'Enter another code'}
        </Link>
      }
    />
  );
}

/** These end the call for one person only, who reads why before going on. */
const READ_FIRST: readonly CallEnd[] = ['removed', 'unassigned', 'no-place', 'elsewhere', 'gone'];

/** After a call has ended, the screen goes home by itself. */
function Ended({
  reason,
  isHost,
  sessionId,
  onAgain,
}: {
  reason: CallEnd;
  isHost: boolean;
  sessionId: string | undefined;
  onAgain: () => void;
}) {
  const navigate = useNavigate();
  const staysOpen = READ_FIRST.includes(reason);
  useEffect(() => {
    if (staysOpen) return;
    const timer = setTimeout(() => void navigate({ to: ownHome() }), CALL_END_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [staysOpen, navigate]);
  return (
    <Frame>
      <Card flush>
        {/* Read aloud: it comes in place of the whole call, which somebody else has ended. */}
        <div role="alert">
          {reason === 'gone' ? (
            <Gone isHost={isHost} onAgain={onAgain} />
          ) : (
            <EmptyState
              title={callEnds[reason]}
              text={
                staysOpen
                  ? reason === 'removed' && sessionId !== undefined
                    ? LET_IN_AGAIN
                    : undefined
                  : 'You are taken back in a moment.'
              }
              action={
                staysOpen && (
                  <>
                    <Link to={ownHome()} className={buttonLook({ tone: 'primary' })}>
                      Go back
                    </Link>
                    {reason === 'elsewhere' && <Button onClick={onAgain}>Use this window</Button>}
                    {reason === 'removed' && <PastLink sessionId={sessionId} onOpen={onAgain} />}
                  </>
                )
              }
            />
          )}
        </div>
      </Card>
    </Frame>
  );
}

function Inside({ session, media, ...lobby }: LobbyProps & { session: CallSession }) {
  const { phase } = useView(session);
  // A closed door says why by itself, and the refusal must not stand there once it is open again. Nor does the camera go on in front of it.
  const isTold = phase.kind === 'refused' && !lobby.isOpen;
  const drop = useEffectEvent(lobby.onAgain);
  useEffect(() => {
    if (isTold) drop();
  }, [isTold]);
  if (phase.kind === 'ended')
    return (
      <Ended
        reason={phase.reason}
        isHost={session.me?.isHost ?? false}
        sessionId={lobby.sessionId}
        onAgain={lobby.onAgain}
      />
    );
  if (phase.kind === 'inside' && media) return <CallRoom session={session} media={media} />;
  return (
    <Lobby
      {...lobby}
      media={media}
      isEntering={phase.kind === 'entering'}
      refusal={phase.kind === 'refused' ? phase.message : null}
    />
  );
}

interface LobbyProps {
  door: DoorState;
  isOpen: boolean;
  media: ReturnType<typeof useLocalMedia>;
  sessionId: string | undefined;
  code: string | undefined;
  tried: string | undefined;
  onEnter: (target: CallTarget) => void;
  onAgain: () => void;
}

function Lobby({
  sessionId,
  code,
  tried,
  door,
  isEntering,
  refusal,
  ...rest
}: LobbyProps & { isEntering: boolean; refusal: string | null }) {
  const state = { ...rest, isEntering, refusal };
  const connection = useConnection();
  const isCutOff = connection === 'delayed' || connection === 'offline';
  return (
    <Frame>
      <div aria-live="polite" className="empty:hidden">
        {isEntering && isCutOff && (
          <p className="rounded-box bg-warn-soft px-4 py-3 text-warn">
            There is no connection to Istock. You enter the call as soon as it is back.
          </p>
        )}
      </div>
      {sessionId === undefined ? (
        <CodeDoor key={code} {...state} code={code} tried={tried} />
      ) : (
        <LessonDoor {...state} id={sessionId} door={door} />
      )}
    </Frame>
  );
}

function VideoCall({ search }: { search: CallSearch }) {
  const [session, setSession] = useState<CallSession | null>(null);
  const [isOver, setIsOver] = useState(false);
  const [tried, setTried] = useState<string>();
  const { lesson } = useLesson(search.session);
  const now = useNow();
  // The camera is not requested in front of a closed door, and is released when a call has ended.
  const door = useDoor(search.session);
  const isOpen =
    search.session === undefined || (lesson !== undefined && closedDoor(lesson, now) === null && door === 'open');
  const media = useLocalMedia((isOpen || session !== null) && !isOver);

  useEffect(() => {
    if (session === null) return;
    const end = session.subscribe(() => session.view.phase.kind === 'ended' && setIsOver(true));
    return () => {
      end();
      session.close();
    };
  }, [session]);

  function enter(target: CallTarget): void {
    setTried(target.kind === 'code' ? target.code : undefined);
    if (media) setSession(new CallSession(target, media));
  }

  function again(): void {
    setIsOver(false);
    setTried(undefined);
    setSession(null);
  }

  const { session: sessionId, code } = search;
  const lobby = { media, door, isOpen, sessionId, code, tried, onEnter: enter, onAgain: again };
  return session ? <Inside {...lobby} session={session} /> : <Lobby {...lobby} isEntering={false} refusal={null} />;
}

export function VideoCallScreen() {
  const search = callSearch(route.useSearch());
  return (
    <CallShell>
      {search.past ? (
        <Frame title={REPORT_LATER}>
          <PastCalls sessionId={search.session} />
        </Frame>
      ) : (
        <VideoCall search={search} />
      )}
    </CallShell>
  );
}
