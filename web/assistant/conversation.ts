// The conversation with the assistant, kept for this tab: questions, answers, and the question under way.
import { useSyncExternalStore } from 'react';
import { HISTORY_MAX } from '../../contract/assistant.ts';
import type { GenerateData, Turn } from '../../contract/assistant.ts';
import { assistantMessages } from '../../contract/messages/assistant.ts';
import { cutText } from '../../contract/wire/cut-text.ts';
import { call } from '../api.ts';
import { onSessionEnd, session } from '../session.ts';

interface Asked {
  readonly from: 'asker';
  readonly text: string;
}

export interface Answered extends Omit<GenerateData, 'response'> {
  readonly from: 'assistant';
  readonly text: string;
  readonly hasFailed: boolean;
}

export interface Conversation {
  readonly turns: readonly (Asked | Answered)[];
  readonly isWaiting: boolean;
}

/** Shown in place of an answer that was stopped. */
export const STOPPED = 'Stopped.';

const storageKey = 'istock.assistant';
const MOST_TURNS = 60;
/** How much of each earlier turn is sent along. */
const TURN_LENGTH = 2000;
const NONE: Conversation = { turns: [], isWaiting: false };

let current: Conversation = NONE;
let owner: string | null = null;
let underway: AbortController | null = null;
const listeners = new Set<() => void>();

function change(next: Conversation): void {
  current = next;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, turns: next.turns }));
  } catch {
    // If storage is full, the conversation is not remembered, but goes on.
  }
  for (const listener of listeners) listener();
}

function isTurn(value: unknown): value is Asked | Answered {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('text' in value)) return false;
  if (typeof value.text !== 'string') return false;
  if (value.from === 'asker') return true;
  const lists = 'symbols' in value && 'suggestions' in value ? [value.symbols, value.suggestions] : [];
  return value.from === 'assistant' && lists.length === 2 && lists.every((list) => Array.isArray(list));
}

/** What this tab remembers of this person's conversation. Storage may hold anything. */
function remembered(email: string): Conversation {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('owner' in kept) || kept.owner !== email) return NONE;
    const turns: unknown[] = 'turns' in kept && Array.isArray(kept.turns) ? kept.turns : [];
    return { turns: turns.filter(isTurn), isWaiting: false };
  } catch {
    return NONE;
  }
}

/** The conversation of the person who is logged in. */
function read(): Conversation {
  const email = session()?.email ?? null;
  if (email !== owner) {
    owner = email;
    current = email === null ? NONE : remembered(email);
  }
  return current;
}

export function useConversation(): Conversation {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}

function historyOf(turns: Conversation['turns']): Turn[] {
  return turns
    .filter((turn) => turn.from === 'asker' || !turn.hasFailed)
    .slice(-HISTORY_MAX)
    .map(({ from, text }) => ({ from, text: cutText(text, TURN_LENGTH) }));
}

function failure(text: string): Answered {
  return { from: 'assistant', text, source: 'rules', symbols: [], suggestions: [], hasFailed: true };
}

/** Asks a question; a blank one is ignored, and so is one while another is under way. */
export async function ask(prompt: string): Promise<void> {
  const text = prompt.trim();
  if (text === '' || read().isWaiting) return;
  const before = current.turns;
  const asker = owner;
  const controller = new AbortController();
  underway = controller;
  change({ turns: [...before, { from: 'asker' as const, text }].slice(-MOST_TURNS), isWaiting: true });
  let answered: Answered | null;
  try {
    answered = await answerTo(text, before, controller.signal);
  } catch {
    answered = null;
  }
  // Somebody else may have logged in by now.
  if (asker !== owner || underway !== controller) return;
  underway = null;
  change({ turns: answered === null ? current.turns : [...current.turns, answered], isWaiting: false });
}

/** The assistant's answer, or the sentence for what went wrong. @throws when the question was stopped. */
async function answerTo(prompt: string, before: Conversation['turns'], signal: AbortSignal): Promise<Answered> {
  const reply = await call('POST /generate', { prompt, history: historyOf(before) }, { signal });
  if (!reply.ok)
    return failure(reply.status === 429 || reply.status === 400 ? reply.message : assistantMessages.failed);
  // Spec 7 promises the words alone.
  const { response = '', source = 'rules', symbols = [], suggestions = [] }: Partial<GenerateData> = reply.data;
  if (response.trim() === '') return failure(assistantMessages.empty);
  return { from: 'assistant', text: response, source, symbols, suggestions, hasFailed: false };
}

/** Cancels the question under way. */
export function stop(): void {
  underway?.abort();
  underway = null;
  if (current.isWaiting) change({ turns: [...current.turns, failure(STOPPED)], isWaiting: false });
}

/** Asks the last question again, replacing its failure. */
export function askAgain(): void {
  const at = current.turns.findLastIndex(({ from }) => from === 'asker');
  if (at < 0 || current.isWaiting) return;
  const { text } = current.turns[at];
  change({ turns: current.turns.slice(0, at), isWaiting: false });
  void ask(text);
}

export function startAnew(): void {
  stop();
  change(NONE);
}

// Nothing of one login may be shown to the next.
onSessionEnd(() => {
  underway?.abort();
  underway = null;
  current = NONE;
  owner = null;
  sessionStorage.removeItem(storageKey);
});
