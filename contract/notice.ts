// Notifications: their kinds, the list a person reads, and which kinds are wanted where.
import * as z from 'zod/mini';
import { booleanFromQuery, count, id, instant, pageQuery } from './wire.ts';

/** What a notification is about. A new kind needs its words here, and an entry in web/user/notice-places.ts. */
export const noticeKinds = [
  'fill',
  'order-end',
  'square-off',
  'deposit',
  'reward',
  'price-alert',
  'corporate-action',
  'lesson',
  'diary',
  'conduct',
  'admin',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The `type` of a notification on the wire. */
export const noticeTypes = {
  fill: 'Order filled',
  'order-end': 'Order ended',
  'square-off': 'Square-off',
  deposit: 'Deposit',
  reward: 'Reward',
  'price-alert': 'Price alert',
  'corporate-action': 'Corporate action',
  lesson: 'Lesson',
  diary: 'Diary',
  conduct: 'Market conduct',
  admin: 'Message',
} as const satisfies Record<NoticeKind, string>;

export const notification = z.object({
  _id: id,
  kind: z.enum(noticeKinds),
  type: z.string(),
  message: z.string(),
  /** The order it is about; null for everything else. */
  orderId: z.nullable(id),
  /** The lesson it is about; null for everything else. */
  lessonId: z.nullable(id),
  createdAt: instant,
  isRead: z.boolean(),
});

export const notificationsInput = z.object({
  ...pageQuery,
  /** Only unread ones. */
  unread: z.optional(z.pipe(z.transform(booleanFromQuery), z.boolean({ error: 'Unread must be true or false.' }))),
});

/** What accompanies the list: totals of the request, and the number of unread ones overall. */
export const notificationTotals = z.object({ total: count, totalPages: count, page: count, unread: count });

export const unreadData = z.object({ unread: count });

const READ_SENTENCE = 'Say which notifications have been read: ids, or all.';

export const readNotificationsInput = z
  .object({
    ids: z.optional(
      z
        .array(z.string({ error: READ_SENTENCE }).check(z.maxLength(64, READ_SENTENCE)), { error: READ_SENTENCE })
        .check(z.maxLength(100, 'Mark at most 100 notifications at a time.')),
    ),
    all: z.optional(z.literal(true, { error: READ_SENTENCE })),
  })
  .check(z.refine(({ ids, all }) => (ids === undefined) !== (all === undefined), READ_SENTENCE));

const WISH_SENTENCE = 'For each kind, send inApp and email as true or false.';

const wish = z.object(
  { inApp: z.boolean({ error: WISH_SENTENCE }), email: z.boolean({ error: WISH_SENTENCE }) },
  { error: WISH_SENTENCE },
);

/** For each kind: shown in the application, and copied by mail. */
export const noticeSettings = z.object({
  fill: wish,
  'order-end': wish,
  'square-off': wish,
  deposit: wish,
  reward: wish,
  'price-alert': wish,
  'corporate-action': wish,
  lesson: wish,
  diary: wish,
  conduct: wish,
  admin: wish,
} satisfies Record<NoticeKind, typeof wish>);

/** The kinds that change; the others stay as they are. */
export const noticeSettingsInput = z.partial(noticeSettings);

export type Notification = z.output<typeof notification>;
export type NotificationTotals = z.output<typeof notificationTotals>;
export type NoticeSettings = z.output<typeof noticeSettings>;
export type NoticeWish = z.output<typeof wish>;
