// What the exchange says of itself twice a second.
import { unpack } from '../bus/bus.ts';

/** Of what gateways and exchanges say to each other. It grows with every change that the version before would misunderstand. */
export const PROTOCOL = 1;
export const BEAT_MS = 500;

export interface Beat {
  /** Of the takeover of the venue: of two that speak, the one with the higher is in charge. */
  readonly epoch: number;
  /** Names the takeover and the unbroken connection of the exchange: part of every subject. */
  readonly line: string;
  readonly protocol: number;
  readonly version: string;
  /** The exchange's own clock, epoch ms: deadlines are counted by it, so that clocks need not agree. */
  readonly at: number;
  /** False while it recovers. */
  readonly isRunning: boolean;
  /** It ends in order, and nothing of its line will be answered any more. */
  readonly isLeaving: boolean;
}

/** Null for what is no beat. What a later version says beside it is not looked at. */
export function readBeat(text: string): Beat | null {
  const { epoch, line, protocol, version, at, isRunning, isLeaving } = unpack<Beat>(text).head;
  if (typeof epoch !== 'number' || typeof line !== 'string' || typeof protocol !== 'number' || typeof at !== 'number')
    return null;
  return {
    epoch,
    line,
    protocol,
    version: String(version),
    at,
    isRunning: isRunning === true,
    isLeaving: isLeaving === true,
  };
}

/** Neighbouring versions understand each other; others do not try. */
export function isNeighbour(protocol: number): boolean {
  return Math.abs(protocol - PROTOCOL) <= 1;
}
