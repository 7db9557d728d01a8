// The chat of a call: the messages, newest below, which can be deleted and reported, and a field to write one.
import { SendHorizontal } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormEvent, UIEvent } from 'react';
import { CHAT_TEXT_MAX } from '../../contract/call.ts';
import type { ChatMessage } from '../../contract/call.ts';
import { callMessages } from '../../contract/messages/call.ts';
import { newIdempotencyKey } from '../api.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useScrolls } from '../ui/sideways.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { CallSession } from './call-session.ts';
import { reportedKey } from './call-view.ts';
import type { CallView } from './call-view.ts';
import { Message } from './chat-message.tsx';
import { lastIdOf } from './news.ts';
import { ReportDialog } from './report-dialog.tsx';
import type { ToReport } from './report-dialog.tsx';
import { useView } from './use-media.ts';

/** So near to its end, the newest message is in view. */
const END_PX = 40;

/** What has been written but not said yet. It outlives the panel, which is closed to look at something else. */
export class Unsent {
  /** `error`: why the text, or a part of it, could not be said; until it is sent again. */
  #view: { readonly text: string; readonly error: string | null } = { text: '', error: null };
  readonly #listeners = new Set<() => void>();
  /** The keys of messages that were sent but not answered, by their text: they may have arrived. */
  readonly unanswered = new Map<string, string>();

  get view() {
    return this.#view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  keep(text: string, error = this.#view.error): void {
    this.#view = { text, error: text === '' ? null : error };
    for (const listener of this.#listeners) listener();
  }
}

function MessageForm({ session, unsent }: { session: CallSession; unsent: Unsent }) {
  const { text, error } = useView(unsent);
  const field = useRef<HTMLInputElement>(null);

  // People open the chat to write; on a touch screen the keyboard would cover what there is to read.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, []);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    // Text pasted from a table has tabs between its cells.
    const said = text.replace(/\p{Cc}+/gu, ' ').trim();
    if (said === '') return;
    // Cleared at once, so that a second press on a slow connection does not say it twice; restored if it could not be said.
    unsent.keep('');
    const { unanswered } = unsent;
    const key = unanswered.get(said) ?? newIdempotencyKey();
    unanswered.delete(said);
    const answer = await session.say(said, key);
    if (answer.ok) return;
    unanswered.set(said, key);
    unsent.keep(`${said} ${unsent.view.text}`.trimEnd(), answer.message ?? callMessages.unavailable);
  }

  return (
    <form onSubmit={(event) => void send(event)} className="flex items-start gap-2 border-t border-line px-4 py-3">
      <TextInput
        label="Message"
        hideLabel
        placeholder="Write to everybody"
        ref={field}
        value={text}
        error={error}
        maxLength={CHAT_TEXT_MAX}
        autoComplete="off"
        onChange={(event) => unsent.keep(event.currentTarget.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" tone="primary" aria-label="Send" className="h-11 sm:h-9">
        <SendHorizontal size={16} aria-hidden="true" />
      </Button>
    </form>
  );
}

interface ChatPanelProps {
  session: CallSession;
  view: CallView;
  unsent: Unsent;
}

export function ChatPanel({ session, view, unsent }: ChatPanelProps) {
  const end = useRef<HTMLLIElement>(null);
  const [toDelete, setToDelete] = useState<ChatMessage | null>(null);
  const [toReport, setToReport] = useState<ToReport | null>(null);
  const { chat, me } = view;
  const isHost = session.me?.isHost ?? false;
  const [list, scrolls] = useScrolls<HTMLUListElement>();
  const isAtEnd = useRef(true);
  const follow = useEffectEvent(() => {
    // Somebody who reads what was written earlier stays there: a button would move away from under the pointer.
    if (isAtEnd.current || chat.at(-1)?.from === me) end.current?.scrollIntoView({ block: 'end' });
  });
  const last = lastIdOf(chat);
  useEffect(() => follow(), [last]);

  function noteEnd({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent): void {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX;
  }

  async function remove({ id }: ChatMessage): Promise<void> {
    setToDelete(null);
    const answer = await session.unsay(id);
    if (!answer.ok) void showAlert(answer.message ?? callMessages.unavailable);
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ul
        ref={list}
        aria-label="Chat so far"
        aria-live="polite"
        tabIndex={scrolls ? 0 : undefined}
        onScroll={noteEnd}
        className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3"
      >
        {chat.length === 0 && (
          <li className="my-auto text-center text-muted">Everybody in the call reads what you write.</li>
        )}
        {chat.map((message) => (
          <Message
            key={message.id}
            message={message}
            isOwn={message.from === me}
            canDelete={message.from === me || isHost}
            isReported={view.reported.has(reportedKey({ message: message.id }))}
            onDelete={setToDelete}
            onReport={({ id, name, text: written }) => setToReport({ about: { message: id }, name, text: written })}
          />
        ))}
        <li ref={end} aria-hidden="true" className="h-px shrink-0" />
      </ul>
      <MessageForm session={session} unsent={unsent} />
      {toReport && <ReportDialog report={toReport} onSend={session.report} onClose={() => setToReport(null)} />}
      <Confirm
        title="Delete the message?"
        text="Nobody in the call can read it any more."
        confirmLabel="Delete"
        isOpen={toDelete !== null}
        onCancel={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete) void remove(toDelete);
        }}
      />
    </div>
  );
}
