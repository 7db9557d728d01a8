// What the exchange says of itself twice a second.
import * as z from 'zod/mini';
import { unpack } from '../bus/bus.ts';

/** Of what gateways and exchanges say to each other. It grows with every change that the version before would misunderstand. */
export const PROTOCOL = 1;
export const BEAT_MS = 500;

const beatHead = z.object({
  /** Of the takeover of the venue: of two that speak, the one with the higher is in charge. */
  epoch: z.number(),
  /** Names the takeover and the unbroken connection of the exchange: part of every subject. */
  line: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  protocol: z.number(),
  version: z.string(),
  /** The exchange's own clock, epoch ms: deadlines are counted by it, so that clocks need not agree. */
  at: z.number(),
  /** False while it recovers. */
  isRunning: z.boolean(),
  /** It ends in order, and nothing of its line will be answered any more. */
  isLeaving: z.boolean(),
});

export type Beat = z.infer<typeof beatHead>;

/** Null for what is no beat. What a later version says beside it is not looked at. */
export function readBeat(text: string): Beat | null {
  return unpack(beatHead, text)?.head ?? null;
}

/** Neighbouring versions understand each other; others do not try. */
export function isNeighbour(protocol: number): boolean {
  return Math.abs(protocol - PROTOCOL) <= 1;
}
