// Notifications: the number of unread ones, kept current by pushes, and the newest ones waiting to pop up for a moment.
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Notification, NotificationTotals } from '../contract/notice.ts';
import { call, newIdempotencyKey, SLOW_ANSWER_MS } from './api.ts';
import { CallError, callKey, invalidate, invalidateCalls, queryClient, takePushed } from './query.ts';
import { session } from './session.ts';
import { showCount } from './ui/title-count.ts';

export interface NotificationsPage extends NotificationTotals {
  notifications: Notification[];
}

export interface NotificationsAsked {
  page: number;
  unread?: boolean;
}

const UNREAD_KEY = ['unread notifications'];
const PAGE_SIZE = 20;

async function fetchPage(
  input: NotificationsAsked & { limit: number },
  signal: AbortSignal,
): Promise<NotificationsPage> {
  const reply = await call('GET /notifications', input, { signal, timeoutMs: SLOW_ANSWER_MS });
  if (!reply.ok) throw new CallError(reply);
  const { total, totalPages, page, unread } = reply.top;
  return { notifications: reply.data, total, totalPages, page, unread };
}

export function useNotificationsPage(asked: NotificationsAsked) {
  return useQuery({
    queryKey: [...callKey('GET /notifications'), asked],
    queryFn: async ({ signal }) => {
      const found = await fetchPage({ ...asked, limit: PAGE_SIZE }, signal);
      takeUnread(found.unread);
      return found;
    },
    // The list must be as current as the count beside it.
    staleTime: 0,
    placeholderData: (before) => before,
    enabled: isReader(),
  });
}

/** Administrators do not trade, and nothing is told to strangers. */
function isReader(): boolean {
  const role = session()?.role;
  return role !== undefined && role !== 'admin';
}

/** After the first screen; and without pushes, count anyway. */
const COUNT_AFTER_MS = { pushes: 1_000, none: 3_000 };
let begin = (): void => {};
let pushes = awaitPushes();

function awaitPushes(): Promise<void> {
  return new Promise((resolve) => (begin = resolve));
}

/** From now on this page is sent every new notification; earlier ones come with the count or list fetched now. */
export function listenForNotices(): void {
  setTimeout(begin, COUNT_AFTER_MS.pushes);
  void invalidateCalls('GET /notifications');
}

async function whenListening(): Promise<void> {
  await Promise.race([pushes, new Promise((resolve) => setTimeout(resolve, COUNT_AFTER_MS.none))]);
}

export function useUnreadCount(): number {
  const { data = 0 } = useQuery({
    queryKey: UNREAD_KEY,
    queryFn: async ({ signal }) => {
      await whenListening();
      const { unread } = await fetchPage({ page: 1, limit: 1, unread: true }, signal);
      showCount(unread);
      return unread;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isReader(),
  });
  return data;
}

/** The server's own count. */
export function takeUnread(unread: number): void {
  takePushed(UNREAD_KEY, unread);
  showCount(unread);
}

/** Pushes were missed, or may have been: ask the server. */
export function recountNotifications(): void {
  void invalidate(UNREAD_KEY);
  void invalidateCalls('GET /notifications');
}

const SEEN_AT_MOST = 200;
const seen = new Set<string>();

/** What is shown of lessons: whatever is told of one may have changed it. */
export const ABOUT_LESSONS = [
  'GET /getLesson/{id}',
  'GET /getPurchased',
  'GET /activeSessions',
  'GET /getAssigned',
  'GET /lessonEarnings',
] as const;

export function takeNotification(notification: Notification): void {
  if (seen.has(notification._id)) return;
  if (seen.size >= SEEN_AT_MOST) seen.clear();
  seen.add(notification._id);
  const known = queryClient.getQueryData<number>(UNREAD_KEY);
  // A count still on its way may or may not include this one.
  if (known === undefined || queryClient.isFetching({ queryKey: UNREAD_KEY }) > 0) void invalidate(UNREAD_KEY);
  else takeUnread(known + 1);
  void invalidateCalls('GET /notifications');
  if (notification.kind === 'reward') void invalidateCalls('GET /rewards');
  if (notification.kind === 'price-alert') void invalidateCalls('GET /priceAlerts');
  if (notification.kind === 'lesson') void invalidateCalls(...ABOUT_LESSONS);
  setFresh([notification, ...fresh].slice(0, SEEN_AT_MOST));
}

/** Marks them on this screen at once; the server tells the other screens. Returns the sentence of a refusal. */
export async function markRead(which: { ids: string[] } | { all: true }): Promise<string | null> {
  const isMarked = ({ _id }: Notification): boolean => 'all' in which || which.ids.includes(_id);
  queryClient.setQueriesData<NotificationsPage>(
    { queryKey: callKey('GET /notifications') },
    (page) =>
      page && {
        ...page,
        notifications: page.notifications.map((one) => (isMarked(one) ? { ...one, isRead: true } : one)),
      },
  );
  const reply = await call('POST /notifications/read', which, { idempotencyKey: newIdempotencyKey() });
  if (reply.ok) takeUnread(reply.data.unread);
  recountNotifications();
  return reply.ok ? null : reply.message;
}

// New notifications that have not been shown yet.

let fresh: readonly Notification[] = [];
const listeners = new Set<() => void>();

function setFresh(next: readonly Notification[]): void {
  fresh = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFreshNotifications(): readonly Notification[] {
  return useSyncExternalStore(subscribe, () => fresh);
}

/** Shown long enough, or closed. Without an id, all of them. */
export function dropFresh(id?: string): void {
  setFresh(id === undefined ? [] : fresh.filter(({ _id }) => _id !== id));
}

/** Nothing of one login is shown to the next. */
export function forgetNotices(): void {
  pushes = awaitPushes();
  seen.clear();
  setFresh([]);
  showCount(0);
}
