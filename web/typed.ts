// What was being typed when a login lapsed: whoever logs in again as the same person finds it where it was.
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
    // A full or closed storage loses what was typed, as it would without this.
  }
}

/** Storage may hold anything; what is of another person stays unread. */
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

/** The same for a text alone; empty when there is nothing. */
export function textBefore(name: string): string {
  const typed = typedBefore(name);
  return typeof typed === 'string' ? typed : '';
}

/** Keeps what is typed in case the login lapses; `undefined` for what is not worth keeping. What was kept before is given up. */
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
