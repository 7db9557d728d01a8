// Keeps what was being typed when a login lapsed: the same person finds it again after the next login.
import { useEffect, useRef } from 'react';
import { onSessionEnd, session } from './session.ts';

const KEY = 'istock.typed';

interface Typed {
  owner: string;
  values: Record<string, unknown>;
}

interface Field {
  owner: string;
  value: () => unknown;
}

const fields = new Map<string, Field>();

function write(typed: Typed | null): void {
  try {
    if (typed) sessionStorage.setItem(KEY, JSON.stringify(typed));
    else sessionStorage.removeItem(KEY);
  } catch {
    // If storage is full or unavailable, what was typed is lost, as it would be without this file.
  }
}

/** Storage may contain anything; another person's text is not read. */
function read(): Typed | null {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof typed !== 'object' || typed === null || !('owner' in typed) || !('values' in typed)) return null;
    if (typed.owner !== session()?.email || typeof typed.values !== 'object') return null;
    return typed as Typed;
  } catch {
    return null;
  }
}

onSessionEnd((end) => {
  if (end !== 'expired') return write(null);
  const values = [...fields].map(([name, { value }]) => [name, value()] as const);
  const [first] = fields.values();
  if (first && values.some(([, value]) => value !== undefined))
    write({ owner: first.owner, values: Object.fromEntries(values) });
});

/** What this person had typed under this name when the login lapsed; undefined when there is nothing. */
export function typedBefore(name: string): unknown {
  return read()?.values[name];
}

/** The same for plain text; empty when there is none. */
export function textBefore(name: string): string {
  const typed = typedBefore(name);
  return typeof typed === 'string' ? typed : '';
}

/** Keeps what is being typed in case the login lapses; `undefined` when it is not worth keeping. What an earlier login kept is dropped: it has been read by now. */
export function useKeepTyped(name: string, value: unknown): void {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  useEffect(() => {
    const typed = read();
    if (typed && name in typed.values) write({ ...typed, values: { ...typed.values, [name]: undefined } });
    fields.set(name, { owner: session()?.email ?? '', value: () => newest.current });
    return () => void fields.delete(name);
  }, [name]);
}
