// Calls of notifications.
import * as z from 'zod/mini';
import {
  noticeSettings,
  noticeSettingsInput,
  notification,
  notificationsInput,
  notificationTotals,
  readNotificationsInput,
  unreadData,
} from '../notice.ts';
import { nothing } from '../platform.ts';
import type { Route, RouteKey } from './route.ts';

export const noticeRoutes = {
  'GET /notifications': {
    role: 'trader',
    summary: 'The caller\u2019s notifications, newest first',
    input: notificationsInput,
    data: z.array(notification),
    top: notificationTotals,
    weight: 3,
  },
  'POST /notifications/read': {
    role: 'trader',
    summary: 'Mark notifications as read',
    input: readNotificationsInput,
    data: unreadData,
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'GET /notificationSettings': {
    role: 'trader',
    summary: 'Which kinds are shown, and which are copied by mail',
    input: nothing,
    data: noticeSettings,
  },
  'POST /notificationSettings': {
    role: 'trader',
    summary: 'Choose which kinds are shown, and which are copied by mail',
    input: noticeSettingsInput,
    data: noticeSettings,
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
} as const satisfies Record<RouteKey, Route>;
