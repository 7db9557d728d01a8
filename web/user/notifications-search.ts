// What the address of the notifications screen holds: the page, and whether only the unread ones are shown.

export interface NotificationsSearch {
  page?: number;
  /** Left out for all of them. */
  show?: 'unread';
}

export function notificationsSearch(search: Record<string, unknown>): NotificationsSearch {
  const page = Number(search.page);
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    show: search.show === 'unread' ? 'unread' : undefined,
  };
}
