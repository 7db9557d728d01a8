// How the processes of one site talk to each other: messages that are published, and requests that are answered.
import type * as z from 'zod/mini';

export interface Subscription {
  end(): void;
}

/** Messages are text. Those of one sender arrive in the order in which it sent them. When the line breaks some may be lost; none comes twice. */
export interface Bus {
  readonly isConnected: boolean;
  /** To everybody who listens now. Lost while nobody does, and while the line is broken. */
  publish(subject: string, text: string): void;
  subscribe(subject: string, hear: (text: string) => void): Subscription;
  /** @throws NobodyThere when nobody has received it; NoAnswer when it is unknown whether somebody has. */
  request(subject: string, text: string, limitMs: number): Promise<string>;
  /** Receives requests and published messages. `handler` must not fail; its answer goes to the process that sent the request. */
  answer(subject: string, handler: (text: string) => string | Promise<string>): Subscription;
  /** The listener is told when the line breaks and when it is back: what was sent in between may be lost. */
  onChange(listener: (isConnected: boolean) => void): void;
  close(): Promise<void>;
}

/** Nothing has been done. */
export class NobodyThere extends Error {}

/** It may have been done, or may still be. */
export class NoAnswer extends Error {}

/** Whether the bus answers now: a line that broke silently counts as connected for a while. `nobody` is a subject that nobody listens to. */
export async function answersNow(bus: Bus, nobody: string, limitMs: number): Promise<boolean> {
  const refused = await bus.request(nobody, '', limitMs).catch((error: unknown) => error);
  return bus.isConnected && refused instanceof NobodyThere;
}

/** One message: its head as JSON on one line, then a body that is passed on as it is. */
export function pack(head: object, body = ''): string {
  return `${JSON.stringify(head)}\n${body}`;
}

/** Reads a message that came over the line, which is untrusted until it is parsed. Null if its head does not fit the schema. */
export function unpack<Head>(schema: z.ZodMiniType<Head>, text: string): { head: Head; body: string } | null {
  const end = text.indexOf('\n');
  const parsed = schema.safeParse(readJson(end < 0 ? text : text.slice(0, end)));
  return parsed.success ? { head: parsed.data, body: end < 0 ? '' : text.slice(end + 1) } : null;
}

/** Undefined for a text that is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
