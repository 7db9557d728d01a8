// What is written in a call, the newest below; a line to write, sent with Enter.
import { SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { CHAT_TEXT_MAX } from '../../contract/call.ts';
import { callMessages } from '../../contract/messages/call.ts';
import { newIdempotencyKey } from '../api.ts';
import { clockText } from '../learn/lesson-time.tsx';
import { Button } from '../ui/button.tsx';
import { useScrolls } from '../ui/sideways.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { CallSession } from './call-session.ts';
import type { CallView } from './call-view.ts';
import { chatParts } from './chat-text.ts';

export function ChatPanel({ session, view }: { session: CallSession; view: CallView }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLLIElement>(null);
  /** Sent, and not answered: it may have arrived. */
  const unsaid = useRef<{ text: string; key: string }>(null);
  const { chat, me } = view;
  const [list, scrolls] = useScrolls<HTMLUListElement>();
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [chat.length]);

  // Whoever opens the chat writes; on a screen that is touched a keyboard would cover what there is to read.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const said = text.trim();
    if (said === '') return;
    // Gone from the field at once, so that a second press on a slow line says nothing twice; back in it if it could not be said.
    setText('');
    setError(null);
    const key = unsaid.current?.text === said ? unsaid.current.key : newIdempotencyKey();
    unsaid.current = { text: said, key };
    const answer = await session.say(said, key);
    if (answer.ok) return void (unsaid.current = null);
    setText((typedSince) => (typedSince === '' ? said : typedSince));
    setError(answer.message ?? callMessages.unavailable);
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ul
        ref={list}
        aria-label="Chat so far"
        aria-live="polite"
        tabIndex={scrolls ? 0 : undefined}
        className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3"
      >
        {chat.length === 0 && (
          <li className="my-auto text-center text-muted">Everybody in the call reads what you write.</li>
        )}
        {chat.map(({ id, from, name, text: said, sentAt }) => (
          <li key={id}>
            <span className="flex items-baseline gap-2">
              <span className="truncate font-medium">{from === me ? 'You' : name}</span>
              <time dateTime={sentAt} className="text-xs text-faint">
                {clockText(Date.parse(sentAt))}
              </time>
            </span>
            <span className="block wrap-anywhere">
              {chatParts(said).map(({ text: part, isLink }, index) =>
                isLink ? (
                  <a
                    key={index}
                    href={part}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="text-accent-text underline"
                  >
                    {part}
                  </a>
                ) : (
                  part
                ),
              )}
            </span>
          </li>
        ))}
        <li ref={end} aria-hidden="true" className="h-px shrink-0" />
      </ul>
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
          onChange={(event) => setText(event.currentTarget.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" tone="primary" aria-label="Send" className="h-11 sm:h-9">
          <SendHorizontal size={16} aria-hidden="true" />
        </Button>
      </form>
    </div>
  );
}
