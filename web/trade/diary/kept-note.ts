// A note that was being written when the login lapsed: what had been typed, and what was stored then, as far as was known.
import { moods } from '../../../contract/trade/diary.ts';
import { typedBefore, useKeepTyped } from '../../typed.ts';
import type { Written } from './merged-note.ts';

export interface KeptNote {
  typed: Written;
  seen: Written;
}

const nameOf = (id: string): string => `note ${id}`;

/** Storage may contain anything. */
function isWritten(value: unknown): value is Written {
  if (typeof value !== 'object' || value === null) return false;
  const { notes, tags, mood } = value as Record<string, unknown>;
  const isMood = mood === null || moods.some((known) => known === mood);
  return isMood && typeof notes === 'string' && Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
}

/** What this person had typed here; null when nothing was left unsaved. */
export function keptNote(id: string): KeptNote | null {
  const kept = typedBefore(nameOf(id));
  if (typeof kept !== 'object' || kept === null) return null;
  const { typed, seen } = kept as Record<string, unknown>;
  return isWritten(typed) && isWritten(seen) ? { typed, seen } : null;
}

/** Null while everything is saved. */
export function useKeepNote(id: string, unsaved: KeptNote | null): void {
  useKeepTyped(nameOf(id), unsaved ?? undefined);
}
