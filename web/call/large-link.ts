// The connection of a large call, whichever media server is behind it.
import type { Tracks } from './peer.ts';

/** How much one's own video may use. */
export interface PictureLimit {
  readonly bitsPerSecond: number;
  readonly framesPerSecond: number;
  /** 2 halves both width and height. */
  readonly shrink: number;
}

export interface LargeLink {
  readonly isConnected: boolean;
  /** What arrives from one of the others, by that person's id. */
  readonly streams: ReadonlyMap<string, MediaStream>;
  /** How loud somebody is now, from 0 to 1. */
  levelOf(person: string): number;
  setTracks(tracks: Tracks): void;
  setPicture(limit: PictureLimit): void;
  close(): void;
}

/** All pictures together stay within a home's bandwidth. */
const OTHERS_BITS = { together: 2_000_000, least: 120_000, most: 400_000 };
const HOST_BITS = 900_000;

/** @param people everybody in the call */
export function pictureLimit(people: number, isHost: boolean, isSharing: boolean): PictureLimit {
  if (isSharing) return { bitsPerSecond: HOST_BITS, framesPerSecond: 10, shrink: 1 };
  if (isHost) return { bitsPerSecond: HOST_BITS, framesPerSecond: 24, shrink: 1 };
  const { together, least, most } = OTHERS_BITS;
  const bits = Math.min(most, Math.max(least, Math.round(together / Math.max(1, people - 1))));
  return { bitsPerSecond: bits, framesPerSecond: 15, shrink: 2 };
}
