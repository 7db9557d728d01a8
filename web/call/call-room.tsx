// Inside a call: title and code at the top, everybody in the middle, people and chat at the side, controls at the bottom.
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CallState } from '../../contract/call.ts';
import { callMessages } from '../../contract/messages/call.ts';
import { useNow } from '../learn/lesson-time.tsx';
import { showAlert } from '../ui/alert.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { isComposing } from '../ui/composing.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { CallSession } from './call-session.ts';
import type { CallView } from './call-view.ts';
import { ChatPanel, Unsent } from './chat-panel.tsx';
import { Controls } from './controls.tsx';
import type { Panel } from './controls.tsx';
import type { LocalMedia } from './local-media.ts';
import { chatNewsOf, lastIdOf, newsOf, unreadOf } from './news.ts';
import { lengthText, noticeText } from './notice-text.ts';
import { PeoplePanel } from './people-panel.tsx';
import { ShareCode } from './share-code.tsx';
import { Stage } from './stage.tsx';
import { troubleText, troubleWith } from './trouble-text.ts';
import { useView } from './use-media.ts';

const NEWS_MS = 5_000;
const MUTED_MS = 10_000;
const TROUBLE_MS = 10_000;
/** A connection that is only replaced, because its token expires, is back sooner. */
const LOST_MS = 1_500;

/** The latest event or message, shown for a few seconds and read aloud. */
function useNews({ state, me, removed, chat }: CallView, isChatOpen: boolean): string | null {
  const [news, setNews] = useState<{ text: string; isSaid: boolean } | null>(null);
  const last = useRef<CallState | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = state;
    const happened = before && state && newsOf(before, state, me, removed);
    if (happened) setNews({ text: happened, isSaid: false });
  }, [state, me, removed]);
  const told = useRef(lastIdOf(chat));
  useEffect(() => {
    const said = lastIdOf(chat) > told.current && !isChatOpen ? chatNewsOf(chat, me) : null;
    told.current = lastIdOf(chat);
    if (said) setNews({ text: said, isSaid: true });
  }, [chat, me, isChatOpen]);
  useEffect(() => {
    if (news === null) return;
    const timer = setTimeout(() => setNews(null), NEWS_MS);
    return () => clearTimeout(timer);
  }, [news]);
  // What is visible in the open chat is not shown twice.
  return news === null || (news.isSaid && isChatOpen) ? null : news.text;
}

/** Why a device could not be switched on just now, or that it stopped during the call; shown for a while. */
function useTrouble(media: LocalMedia): [string | null, (kind: 'microphone' | 'camera') => void] {
  const [trouble, setTrouble] = useState<{ text: string | null }>({ text: null });
  useEffect(() => {
    if (trouble.text === null) return;
    const timer = setTimeout(() => setTrouble({ text: null }), TROUBLE_MS);
    return () => clearTimeout(timer);
  }, [trouble]);
  const { microphoneTrouble, cameraTrouble } = useView(media);
  useEffect(() => {
    const lost = {
      microphoneTrouble: microphoneTrouble === 'lost' ? microphoneTrouble : null,
      cameraTrouble: cameraTrouble === 'lost' ? cameraTrouble : null,
    };
    const text = troubleText(lost);
    if (text !== null) setTrouble({ text });
  }, [microphoneTrouble, cameraTrouble]);
  return [trouble.text, (kind) => setTrouble({ text: troubleWith(kind, media.view) })];
}

/** True for the first `ms` after `isSo` becomes true: a notice that stayed longer would hide part of the picture. */
function useForAWhile(isSo: boolean, ms: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    setIsOver(false);
    if (!isSo) return;
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms]);
  return isSo && !isOver;
}

/** True once `isSo` has been true for `ms`. */
function useOnceItLasts(isSo: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setHasLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isSo, ms]);
  return isSo && hasLasted;
}

/** How many messages have arrived since the chat was last open. */
function useUnread({ chat, me }: CallView, isOpen: boolean): number {
  const [read, setRead] = useState(() => lastIdOf(chat));
  const last = lastIdOf(chat);
  // After a restart of the server, a lesson that is entered again counts from one.
  if ((isOpen && read !== last) || last < read) setRead(last);
  return isOpen ? 0 : unreadOf(chat, read, me);
}

function Notice({ text, isBesidePanel }: { text: string | null; isBesidePanel: boolean }) {
  return (
    // Also over a shared screen that covers everything else; and over a panel that does so on a phone, in its heading beside Close.
    <div
      role="status"
      data-covers
      className={classList(
        'pointer-events-none absolute inset-x-0 flex justify-center in-data-covered:z-40',
        isBesidePanel ? 'top-3 z-10 px-4 max-md:top-1 max-md:z-30 max-md:px-14' : 'top-3 z-10 px-4',
      )}
    >
      {text && (
        <span className="min-w-0 rounded-box bg-raised px-4 py-2 font-medium wrap-anywhere shadow-over">{text}</span>
      )}
    </div>
  );
}

interface SidePanelProps {
  panel: Panel;
  session: CallSession;
  view: CallView;
  unsent: Unsent;
  onClose: () => void;
}

function SidePanel({ panel, session, view, unsent, onClose }: SidePanelProps) {
  const name = panel === 'people' ? 'People' : 'Chat';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes the panel, wherever in it the focus is
    <aside
      aria-label={name}
      onKeyDown={(event) => {
        // A question asked from here handles Esc itself.
        const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && isInside && !isComposing(event)) onClose();
      }}
      className="flex w-80 shrink-0 flex-col border-l border-line bg-surface max-md:absolute max-md:inset-y-0 max-md:right-0 max-md:z-20 max-md:shadow-over max-sm:w-full md:max-lg:w-72"
    >
      <div className="flex h-12 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
        <h2 className="font-semibold">{name}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {panel === 'people' ? (
        <PeoplePanel session={session} view={view} />
      ) : (
        <ChatPanel session={session} view={view} unsent={unsent} />
      )}
    </aside>
  );
}

interface EndQuestionProps {
  session: CallSession;
  isLesson: boolean;
  isOpen: boolean;
  onClose: () => void;
}

function EndQuestion({ session, isLesson, isOpen, onClose }: EndQuestionProps) {
  const [isEnding, setIsEnding] = useState(false);
  async function end(): Promise<void> {
    setIsEnding(true);
    const { ok, message } = await session.end();
    setIsEnding(false);
    if (!ok) void showAlert(message ?? callMessages.unavailable);
  }
  return (
    <Dialog
      title="End the call?"
      size="small"
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => session.leave()}>Leave only</Button>
          <Button tone="danger" autoFocus busy={isEnding} onClick={() => void end()}>
            End for everyone
          </Button>
        </>
      }
    >
      <p>
        {isLesson
          ? 'Ending it for everyone ends a lesson that has begun. If you leave only, the others stay, and you can come back.'
          : 'Ending it for everyone ends its code, too. If you leave only, the others stay, and you can come back.'}
      </p>
    </Dialog>
  );
}

export function CallRoom({ session, media }: { session: CallSession; media: LocalMedia }) {
  const view = useView(session);
  const own = useView(media);
  const now = useNow();
  const [panel, setPanel] = useState<Panel | null>(null);
  const [unsent] = useState(() => new Unsent());
  const isUnsaid = useView(unsent).error !== null && panel !== 'chat';
  const [isLeaving, setIsLeaving] = useState(false);
  const [isSilent, setIsSilent] = useState(false);
  const { state, me, phase } = view;
  const news = useNews(view, panel === 'chat');
  const [trouble, onSwitched] = useTrouble(media);
  const isReconnecting = phase.kind === 'inside' && phase.isReconnecting;
  const isLost = useOnceItLasts(isReconnecting, LOST_MS);
  const isJustMuted = useForAWhile(view.isMutedByHost && !own.isMicrophoneOn, MUTED_MS);
  const unread = useUnread(view, panel === 'chat');
  const self = state?.people.find(({ id }) => id === me);
  const isHost = self?.isHost ?? false;
  const people = state?.people.length ?? 0;
  const closesInMs = state ? Date.parse(state.closesAt) - now : Number.POSITIVE_INFINITY;

  /** The focus returns to the button that opened it. */
  function closePanel(): void {
    document.querySelector<HTMLElement>('[role=toolbar] [aria-pressed=true]')?.focus();
    setPanel(null);
  }

  return (
    <div data-fills-window className="flex h-dvh flex-col bg-bg">
      <header
        className={classList(
          'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-2 max-lg:landscape:min-h-10 max-lg:landscape:py-1',
          // On a phone the panel needs its room: with large text it would show a line of the chat.
          panel !== null && 'max-sm:hidden',
        )}
      >
        <h1 className="min-w-0 truncate text-md font-semibold">{state?.title ?? 'Video call'}</h1>
        {state && (
          <span className="text-sm whitespace-nowrap text-muted">{lengthText(now - Date.parse(state.openedAt))}</span>
        )}
        {state && isHost && <ShareCode code={state.roomCode} session={state.session} />}
      </header>
      {/* Never in lines, which would be as high as the pictures are and lie under the controls. */}
      <div className="relative flex min-h-0 flex-1 flex-nowrap!">
        <section aria-label="Call" className="relative flex min-w-0 flex-1 flex-col gap-2 p-2 sm:p-3">
          <Notice
            text={noticeText({ view, isLost, people, closesInMs, trouble, news, isJustMuted, isUnsaid })}
            isBesidePanel={panel !== null}
          />
          {/* Messages in a chat that is open are not told, and nobody would see it. */}
          <Stage view={view} own={own} onBlocked={() => setIsSilent(true)} onFull={() => setPanel(null)} />
          {isSilent && (
            <Button
              tone="primary"
              className="absolute bottom-4 left-1/2 -translate-x-1/2"
              onClick={() => playAll(() => setIsSilent(false))}
            >
              Turn sound on
            </Button>
          )}
        </section>
        {panel && <SidePanel panel={panel} session={session} view={view} unsent={unsent} onClose={closePanel} />}
      </div>
      <Controls
        {...{ session, own, isHost, people, unread, panel }}
        isReconnecting={isReconnecting}
        isHandUp={self !== undefined && self.handUpAt !== null}
        onSwitched={onSwitched}
        onPanel={setPanel}
        onEnd={() => (isHost ? setIsLeaving(true) : session.leave())}
      />
      <EndQuestion
        session={session}
        isLesson={state !== null && state.session !== null}
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
      />
    </div>
  );
}

/** After a press, the browser plays what it has held back. */
function playAll(onDone: () => void): void {
  for (const audio of document.querySelectorAll('audio')) void audio.play().catch(() => undefined);
  onDone();
}
