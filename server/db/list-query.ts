// What searched and paged lists need: words, a pattern that matches its text literally, a page, and the number of pages.
import type { Conditions } from './conditions.ts';

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** The end of a query that reads one page. */
export function limitAndOffset(asked: Conditions, { page, limit }: Page): string {
  return `limit ${asked.parameter(limit)} offset ${asked.parameter((page - 1) * limit)}`;
}

/** The words of a search, each of which must match. */
export function wordsOf(search: string): string[] {
  return search.split(/\s+/).filter(Boolean);
}

/** For `like` and `ilike`: contains `text`, in which no character is a wildcard. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** An empty list has one empty page. */
export function pagesOf(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}
