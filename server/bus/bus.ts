// How the processes of one site speak to each other: what is published, what is asked, and what becomes of a question.
import type * as z from 'zod/mini';

export interface Subscription {
  end(): void;
}

/** Messages are text. Of one sender they come in the order in which it sent them; across a break of the line they may be lost, never doubled. */
export interface Bus {
  readonly isConnected: boolean;
  /** To whoever listens now. Lost while nobody does, and while the line is broken. */
  publish(subject: string, text: string): void;
  subscribe(subject: string, hear: (text: string) => void): Subscription;
  /** @throws NobodyThere when nobody has taken it; NoAnswer when nobody can say whether it was taken. */
  request(subject: string, text: string, limitMs: number): Promise<string>;
  /** Hears what is asked and what is published. `handler` must not fail; its answer goes to whoever has asked. */
  answer(subject: string, handler: (text: string) => string | Promise<string>): Subscription;
  /** Told when the line breaks, and when it holds again: what was sent in between may be lost. */
  onChange(listener: (isConnected: boolean) => void): void;
  close(): Promise<void>;
}

/** Nothing has been done. */
export class NobodyThere extends Error {}

/** It may have been done, or may still be. */
export class NoAnswer extends Error {}

/** Whether it answers now: a line that broke in silence counts as connected for a while. `nobody`: a subject that nobody listens to. */
export async function answersNow(bus: Bus, nobody: string, limitMs: number): Promise<boolean> {
  const refused = await bus.request(nobody, '', limitMs).catch((error: unknown) => error);
  return bus.isConnected && refused instanceof NobodyThere;
}

/** One message: what it is, and a text that is handed on as it is. The first never holds a line break when it is written. */
export function pack(head: object, body = ''): string {
  return `${JSON.stringify(head)}\n${body}`;
}

/** The same as it comes over the line, where it is anybody's until it is parsed. Null for what does not fit. */
export function unpack<Head>(schema: z.ZodMiniType<Head>, text: string): { head: Head; body: string } | null {
  const end = text.indexOf('\n');
  const parsed = schema.safeParse(readJson(end < 0 ? text : text.slice(0, end)));
  return parsed.success ? { head: parsed.data, body: end < 0 ? '' : text.slice(end + 1) } : null;
}

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
