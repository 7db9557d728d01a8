// What every list that is searched and paged asks of the database: a pattern that means its text literally, and how many pages there are.

/** For `like` and `ilike`: contains `text`, in which no sign stands for anything else. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** An empty list has one page, with nothing on it. */
export function pagesOf(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}
