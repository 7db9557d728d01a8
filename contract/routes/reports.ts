// Calls about people in live calls: reports about them, and who was removed from a lesson by its host.
import * as z from 'zod/mini';
import {
  closeReportInput,
  deskReport,
  deskReportData,
  deskReportsData,
  deskReportsInput,
  reportInput,
} from '../admin/reports.ts';
import { pastCall, pastCallData, pastCallInput, reportPastCallInput } from '../call.ts';
import { lessonIdInput, removedPeople } from '../learn.ts';
import { nothing } from '../platform.ts';
import type { Route, RouteKey } from './route.ts';

export const reportRoutes = {
  'GET /reports': {
    role: 'admin',
    summary: 'What people in calls have reported, open reports first',
    input: deskReportsInput,
    data: deskReportsData,
  },
  'GET /reports/{id}': {
    role: 'admin',
    summary: 'One report, with the earlier ones about the same person',
    input: reportInput,
    data: deskReportData,
    refusals: [404],
  },
  'POST /closeReport/{id}': {
    role: 'admin',
    summary: 'Close a report: dismiss it, delete the message, warn the person, or block the account',
    input: closeReportInput,
    data: deskReport,
    refusals: [404, 409],
    idempotency: 'reply',
  },
  'GET /pastCalls': {
    role: 'trader',
    summary: 'The caller\u2019s live calls of the last day in which something can still be reported, newest first',
    input: nothing,
    data: z.array(pastCall),
  },
  'GET /pastCall/{id}': {
    role: 'trader',
    summary: 'Who was in one of these calls, and what they wrote; the id is the code of its room',
    input: pastCallInput,
    data: pastCallData,
  },
  'POST /reportPastCall/{id}': {
    role: 'trader',
    summary: 'Report a message or a person in one of these calls; a repeated report is stored once',
    input: reportPastCallInput,
    data: z.null(),
    idempotency: 'reply',
    rate: { calls: 60, seconds: 60 },
  },
  'GET /removedPeople/{id}': {
    role: 'any',
    summary: 'Who was removed from the call of a lesson; for its instructor and administrators',
    input: lessonIdInput,
    data: removedPeople,
  },
  'POST /letIn/{id}': {
    role: 'any',
    summary: 'Let a removed person into the call of a lesson again, by the id of the removal',
    input: lessonIdInput,
    data: removedPeople,
    idempotency: 'reply',
    rate: { calls: 60, seconds: 60 },
  },
} as const satisfies Record<RouteKey, Route>;
