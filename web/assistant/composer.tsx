// The text box of the assistant: Enter sends, Shift+Enter starts a new line; a pending answer can be stopped.
import { SendHorizontal, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { PROMPT_MAX } from '../../contract/assistant.ts';
import { textBefore, useKeepTyped } from '../typed.ts';
import { Button } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { isComposing } from '../ui/composing.ts';
import { controlLook, Field } from '../ui/field.tsx';
import { ask, stop } from './conversation.ts';

export function Composer({ isWaiting }: { isWaiting: boolean }) {
  const [text, setText] = useState(() => textBefore('question'));
  useKeepTyped('question', text || undefined);
  const box = useRef<HTMLTextAreaElement>(null);
  const isBlank = text.trim() === '';

  function send(): void {
    if (isBlank || isWaiting) return;
    setText('');
    void ask(text);
    box.current?.focus();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    send();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method is composing a word, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }

  return (
    <form onSubmit={onSubmit} className="flex items-end gap-2">
      <Field label="Your question" hideLabel className="flex-1">
        {(control) => (
          <textarea
            {...control}
            ref={box}
            rows={1}
            value={text}
            maxLength={PROMPT_MAX}
            placeholder="Ask about market trends, stock analysis, or trading strategies..."
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className={classList(
              controlLook,
              // The hint takes two lines on a phone.
              'max-h-40 min-h-11 resize-none overflow-y-auto py-2.5 max-sm:min-h-16 sm:h-11',
              'sm:placeholder:overflow-hidden sm:placeholder:text-ellipsis sm:placeholder:whitespace-nowrap',
              // An empty box has a fixed height; with text it grows with it.
              !isBlank && 'field-sizing-content h-auto sm:h-auto',
            )}
          />
        )}
      </Field>
      {isWaiting ? (
        <Button size="large" onClick={stop}>
          <Square size={16} aria-hidden="true" />
          <span className="max-sm:sr-only">Stop</span>
        </Button>
      ) : (
        <Button type="submit" size="large" tone="primary" disabled={isBlank}>
          <SendHorizontal size={18} aria-hidden="true" />
          <span className="max-sm:sr-only">Send</span>
        </Button>
      )}
    </form>
  );
}
