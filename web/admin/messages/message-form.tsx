// Writes a message to everybody or to one person, and asks once before sending, because it cannot be recalled.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { MOST_MESSAGE_LETTERS } from '../../../contract/admin/messages.ts';
import { messageMessages } from '../../../contract/messages/people.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { useCallOnce } from '../../call-once.ts';
import { invalidateCalls } from '../../query.ts';
import { typedBefore, useKeepTyped } from '../../typed.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { focusFirstMistake } from '../../ui/form.ts';
import { countOf, countText } from '../../ui/number-text.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { PersonPicker, usePerson } from './person-picker.tsx';

export interface MessageFormProps {
  /** The address of the one person; undefined for everybody. */
  to: string | undefined;
  onTo: (to: string | undefined) => void;
  /** How many people "everybody" is. */
  everybody: number | undefined;
}

type For = 'all' | 'user';

const choices = [
  { value: 'all', label: 'Everybody' },
  { value: 'user', label: 'One person' },
] as const satisfies readonly { value: For; label: string }[];

export function peopleText(people: number): string {
  return countOf(people, 'person', 'people');
}

interface Draft {
  audience: For;
  to?: string | undefined;
  text: string;
}

/** What this administrator had begun to write: with a person in the address, only what was to go to that one. */
function draftFor(to: string | undefined): Draft {
  const kept = typedBefore('message') as Draft | undefined;
  if (kept !== undefined && (to === undefined || kept.to === to)) return kept;
  return { audience: to === undefined ? 'all' : 'user', to, text: '' };
}

/** The message being written. */
function useMessage(begun: string) {
  const [text, setText] = useState(begun);
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const callOnce = useCallOnce();

  function write(next: string): void {
    setText(next);
    setError(null);
    setSaid(null);
  }

  async function send(to: { audience: For; userId?: string | undefined }): Promise<void> {
    setIsBusy(true);
    const reply = await callOnce('POST /sendMessage', { ...to, message: text });
    setIsBusy(false);
    if (!reply.ok) return setError(reply.message);
    write('');
    setSaid(reply.message);
    void invalidateCalls('GET /sentMessages');
  }

  return { text, error, said, isBusy, write, send, refuse: setError };
}

export function MessageForm({ to, onTo, everybody }: MessageFormProps) {
  const [begun] = useState(() => draftFor(to));
  const [audience, setAudience] = useState(begun.audience);
  const [isAsking, setIsAsking] = useState(false);
  const person = usePerson(audience === 'user' ? to : undefined);
  const message = useMessage(begun.text);
  useKeepTyped('message', message.text === '' ? undefined : { audience, to, text: message.text }, 'leaving');
  // A text stays for the person it is written to, also where the address names nobody any more: the menu leads to the screen without a person.
  const meantFor = useRef(begun.to);
  const keepPerson = useEffectEvent(() => {
    if (to === undefined && meantFor.current !== undefined && message.text !== '') onTo(meantFor.current);
    else meantFor.current = to;
  });
  useEffect(() => keepPerson(), [to]);
  const isReady = audience === 'all' || (person !== undefined && person !== null);

  function choose(next: string | undefined): void {
    meantFor.current = next;
    onTo(next);
  }

  function ask(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (message.text.trim() === '') {
      message.refuse(messageMessages.textRequired);
      focusFirstMistake(event.currentTarget);
    } else if (isReady) setIsAsking(true);
  }

  async function send(): Promise<void> {
    await message.send({ audience, ...(audience === 'user' ? { userId: person?._id } : {}) });
    setIsAsking(false);
  }

  return (
    <form onSubmit={ask} className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <Segmented
          label="To"
          showLabel
          value={audience}
          choices={choices}
          onChoose={(next) => {
            setAudience(next);
            choose(undefined);
          }}
        />
        {audience === 'user' && <PersonPicker email={to} onEmail={choose} />}
      </div>
      <TextArea
        label="Message"
        isParagraph
        maxLength={MOST_MESSAGE_LETTERS}
        value={message.text}
        error={message.error}
        hint={`It appears among the notifications at once, and goes by email to everybody who has chosen that. ${countText(message.text.length)} of ${countText(MOST_MESSAGE_LETTERS)} characters.`}
        onText={message.write}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="primary" disabled={!isReady || (audience === 'all' && everybody === 0)}>
          Send
        </Button>
        <p role="status" className="text-sm text-up">
          {message.said}
        </p>
      </div>
      <Confirm
        tone="primary"
        title="Send this message"
        text={
          audience === 'all'
            ? `It goes to everybody: ${peopleText(everybody ?? 0)}. It cannot be taken back.`
            : `It goes to ${isolated(person?.name ?? '')} (${person?.email ?? ''}). It cannot be taken back.`
        }
        confirmLabel="Send"
        isOpen={isAsking}
        isBusy={message.isBusy}
        onConfirm={() => void send()}
        onCancel={() => setIsAsking(false)}
      >
        <blockquote className="mt-3 rounded-box bg-sunken px-3 py-2 wrap-anywhere">{message.text.trim()}</blockquote>
      </Confirm>
    </form>
  );
}
