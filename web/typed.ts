// Keeps what was being typed when a login lapsed, and in some forms when their screen was left: the same person finds it again in this tab.
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

/** When a field is kept: in case the login lapses, or also when its screen is left, by whatever way. */
type Occasion = 'lapse' | 'leaving';

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
function read(owner = session()?.email): Typed | null {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof typed !== 'object' || typed === null || !('owner' in typed) || !('values' in typed)) return null;
    if (typed.owner !== owner || typeof typed.values !== 'object') return null;
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
    write({ owner: first.owner, values: { ...read(first.owner)?.values, ...Object.fromEntries(values) } });
});

/** Nothing once the login has ended: the end has kept it, or was to forget it. */
function keepLeft(name: string, { owner, value }: Field): void {
  const typed = read();
  if (owner === session()?.email) write({ owner, values: { ...typed?.values, [name]: value() } });
}

/** What was typed under this name has been saved, or given up. */
export function forgetTyped(name: string): void {
  fields.delete(name);
  drop(name);
}

function drop(name: string): void {
  const typed = read();
  if (typed && name in typed.values) write({ ...typed, values: { ...typed.values, [name]: undefined } });
}

/** What this person had typed under this name when the login lapsed; undefined when there is nothing. */
export function typedBefore(name: string): unknown {
  return read()?.values[name];
}

/** The same for plain text; empty when there is none. */
export function textBefore(name: string): string {
  const typed = typedBefore(name);
  return typeof typed === 'string' ? typed : '';
}

/**
 * Keeps what is being typed in case the login lapses, and on `leaving` also when the screen is left; `undefined` when it is not worth keeping.
 * What was kept before is dropped: it has been read by now.
 */
export function useKeepTyped(name: string, value: unknown, occasion: Occasion = 'lapse'): void {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  useEffect(() => {
    drop(name);
    const field: Field = { owner: session()?.email ?? '', value: () => newest.current };
    fields.set(name, field);
    const keep = (): void => {
      if (occasion === 'leaving' && fields.get(name) === field) keepLeft(name, field);
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
      if (fields.get(name) === field) fields.delete(name);
    };
  }, [name, occasion]);
}
