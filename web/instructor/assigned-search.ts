// What the address of Assigned Sessions holds: what is to come or what is over, and the page.
export interface AssignedSearch {
  /** Left out for what is to come. */
  show?: 'past';
  page?: number;
}

export function assignedSearch(search: Record<string, unknown>): AssignedSearch {
  const page = Number(search.page);
  return {
    show: search.show === 'past' ? 'past' : undefined,
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  };
}
