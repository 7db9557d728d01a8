// Calls of the service itself.
import * as z from 'zod/mini';
import { configData, healthData, mail, mailboxInput, nothing, readyData } from '../platform.ts';
import type { Route, RouteKey } from './route.ts';

export const platformRoutes = {
  'GET /health': {
    role: 'public',
    summary: 'Is the process up?',
    input: nothing,
    data: healthData,
    isForBrowsers: true,
  },
  'GET /ready': {
    role: 'public',
    summary: 'Are the books proven, and orders accepted?',
    input: nothing,
    data: readyData,
    refusals: [503],
    isForBrowsers: true,
  },
  'GET /config': { role: 'public', summary: 'What a client must know before login', input: nothing, data: configData },
  'GET /dev/mailbox': {
    role: 'public',
    summary: 'Mails in the built-in mailbox, newest first; only while it is on',
    input: mailboxInput,
    data: z.array(mail),
    refusals: [404],
    isForBrowsers: true,
    isForThisMachine: true,
  },
} as const satisfies Record<RouteKey, Route>;
