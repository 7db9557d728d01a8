// Ask AI Assistant: a conversation about the market and one's own account; a line above it says clearly who is answering.
import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AssistantData } from '../../contract/assistant.ts';
import { useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { AnswerBody } from './answer-body.tsx';
import { languageOf } from './answer-text.ts';
import { Composer } from './composer.tsx';
import { ask, askAgain, startAnew, STOPPED, useConversation } from './conversation.ts';
import type { Answered, Conversation } from './conversation.ts';

function whoAnswers({ source, model }: AssistantData): string {
  return source === 'model'
    ? `Answered by the language model ${model ?? ''}. Figures of your account and this conversation are sent to it.`
    : 'Fixed rules answer from market data and your own account. Nothing is sent to a language model.';
}

function Suggestions({ questions }: { questions: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Suggested questions">
      {questions.map((question) => (
        <li key={question}>
          <Button size="small" className="h-auto min-h-8 py-1 whitespace-normal" onClick={() => void ask(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function AskerBubble({ text }: { text: string }) {
  return (
    <div tabIndex={-1} className="flex scroll-mt-4 justify-end" data-bubble="user">
      <div className="max-w-[85%] rounded-box bg-accent px-4 py-2 text-on-accent">
        <span className="sr-only">You asked: </span>
        <p lang={languageOf(text)} className="break-words whitespace-pre-wrap">
          {text}
        </p>
      </div>
    </div>
  );
}

function AnswerBubble({ turn, isLast }: { turn: Answered; isLast: boolean }) {
  const { text, symbols, source, suggestions, hasFailed } = turn;
  if (hasFailed)
    return (
      <div
        data-bubble="assistant"
        className="flex w-fit max-w-full flex-wrap items-center gap-3 rounded-box border border-line bg-surface px-4 py-2"
      >
        <p role="alert" className={text === STOPPED ? 'text-muted' : 'text-down'}>
          {text}
        </p>
        {isLast && (
          <Button size="small" onClick={askAgain}>
            Try again
          </Button>
        )}
      </div>
    );
  return (
    <div className="flex flex-col gap-2" data-bubble="assistant">
      <div className="rounded-box border border-line bg-surface px-4 py-3">
        <span className="sr-only">The assistant answered: </span>
        <AnswerBody text={text} symbols={symbols} />
        <p className="mt-3 text-xs text-faint">
          {source === 'model' ? 'Written by a language model' : 'Computed by fixed rules'}
        </p>
      </div>
      {isLast && suggestions.length > 0 && <Suggestions questions={suggestions} />}
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="flex items-center gap-2 px-1 py-2 text-muted" data-bubble="waiting">
      <LoaderCircle size={18} aria-hidden="true" className="motion-safe:animate-spin" />
      Looking at the figures
    </div>
  );
}

function Talk({ turns, isWaiting }: Conversation) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(turns.length);
  useEffect(() => {
    const question = [...(list.current?.querySelectorAll<HTMLElement>('[data-bubble="user"]') ?? [])].at(-1);
    // The newest question moves to the top, so that a long answer is read from its beginning.
    if (turns.length > shown.current) question?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    shown.current = turns.length;
    // A suggestion that was pressed is gone: its answer, and what it suggests, come after the question.
    if (isWaiting && document.activeElement === document.body) question?.focus({ preventScroll: true });
  }, [turns.length, isWaiting]);
  return (
    <div ref={list} role="log" aria-live="polite" aria-label="Conversation" className="flex flex-col gap-4">
      {turns.map((turn, index) =>
        turn.from === 'asker' ? (
          <AskerBubble key={index} text={turn.text} />
        ) : (
          <AnswerBubble key={index} turn={turn} isLast={index === turns.length - 1 && !isWaiting} />
        ),
      )}
      {isWaiting && <Waiting />}
    </div>
  );
}

/** Before the first question: what can be asked, with suggestions made for this person. */
function Beginning() {
  const { data, error, refetch } = useCall('GET /assistant', {});
  if (error && !data)
    return (
      <ErrorState title="The assistant could not be reached." reason={error.message} onRetry={() => void refetch()} />
    );
  return (
    <div className="flex flex-col gap-3 py-6">
      <p className="text-md font-semibold">Ask about a stock, the market, your trades, or a word you do not know.</p>
      <p className="max-w-prose text-muted">
        Answers come with the figures they rest on. There are no tips and no forecasts: asked for one, the assistant
        shows how to decide.
      </p>
      {data ? (
        <Suggestions questions={data.suggestions} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <LoadingNote what="suggested questions" />
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-8 w-44" />
          ))}
        </div>
      )}
    </div>
  );
}

export function AssistantScreen() {
  const conversation = useConversation();
  const { turns, isWaiting } = conversation;
  const { data, error } = useCall('GET /assistant', {});
  const newButton = turns.length > 0 && <Button onClick={startAnew}>New conversation</Button>;
  return (
    <Screen
      title="Ask AI Assistant"
      lead={data ? whoAnswers(data) : !error && <Skeleton className="my-0.5 w-72 max-w-full max-sm:h-9" />}
      actions={newButton}
      className="max-w-[52rem]! min-h-[calc(100dvh-3.5rem-1px)] max-sm:min-h-[calc(100dvh-7.5rem-1px)]"
    >
      <div className="flex-1">{turns.length === 0 && !isWaiting ? <Beginning /> : <Talk {...conversation} />}</div>
      <div className="sticky bottom-0 -mx-4 border-t border-line bg-bg px-4 pt-3 pb-4 max-sm:bottom-14 max-sm:pb-3 sm:-mx-6 sm:px-6 short:static">
        <Composer isWaiting={isWaiting} />
        <p className="mt-2 text-xs text-faint">Answers describe the past and are no advice.</p>
      </div>
    </Screen>
  );
}
