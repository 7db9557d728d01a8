// What the exchange announces about itself twice a second.
import * as z from 'zod/mini';
import { unpack } from '../bus/bus.ts';

/** The version of the protocol between gateways and exchange. Raised with every change that the previous version would misunderstand. */
export const PROTOCOL = 1;
export const BEAT_MS = 500;

const beatHead = z.object({
  /** Of the takeover of the venue: if two announce themselves, the higher one is in charge. */
  epoch: z.number(),
  /** Names the takeover and the exchange's unbroken connection: part of every subject. */
  line: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  protocol: z.number(),
  version: z.string(),
  /** The exchange's own clock, epoch ms: deadlines use it, so that clocks need not agree. */
  at: z.number(),
  /** False while it recovers. */
  isRunning: z.boolean(),
  /** It is shutting down, and nothing on its line will be answered any more. */
  isLeaving: z.boolean(),
});

export type Beat = z.infer<typeof beatHead>;

/** Null for anything that is not a beat. Fields added by a later version are ignored. */
export function readBeat(text: string): Beat | null {
  return unpack(beatHead, text)?.head ?? null;
}

/** Neighbouring versions understand each other; others do not try. */
export function isNeighbour(protocol: number): boolean {
  return Math.abs(protocol - PROTOCOL) <= 1;
}
