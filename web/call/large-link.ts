// The connection of a large call, whatever media server stands behind it.
import type { Tracks } from './peer.ts';

/** What one's own picture may cost. */
export interface PictureLimit {
  readonly bitsPerSecond: number;
  readonly framesPerSecond: number;
  /** 2 sends half the width and half the height. */
  readonly shrink: number;
}

export interface LargeLink {
  readonly isConnected: boolean;
  /** What comes of one of the others, by the id of the person. */
  readonly streams: ReadonlyMap<string, MediaStream>;
  /** How loud somebody is now, 0 to 1. */
  levelOf(person: string): number;
  setTracks(tracks: Tracks): void;
  setPicture(limit: PictureLimit): void;
  close(): void;
}

/** All pictures together stay within what a home takes in. */
const OTHERS_BITS = { together: 2_000_000, least: 120_000, most: 400_000 };
const HOST_BITS = 900_000;

/** @param people all who are in the call */
export function pictureLimit(people: number, isHost: boolean, isSharing: boolean): PictureLimit {
  if (isSharing) return { bitsPerSecond: HOST_BITS, framesPerSecond: 10, shrink: 1 };
  if (isHost) return { bitsPerSecond: HOST_BITS, framesPerSecond: 24, shrink: 1 };
  const { together, least, most } = OTHERS_BITS;
  const bits = Math.min(most, Math.max(least, Math.round(together / Math.max(1, people - 1))));
  return { bitsPerSecond: bits, framesPerSecond: 15, shrink: 2 };
}
