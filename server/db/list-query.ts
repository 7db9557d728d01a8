// What every searched and paged list needs: a pattern that matches its text literally, and the number of pages.

/** For `like` and `ilike`: contains `text`, in which no character is a wildcard. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** An empty list has one empty page. */
export function pagesOf(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}
