// Reports about people in calls, for administrators: what was said, who said it, where, and what was decided.
import * as z from 'zod/mini';
import { reportReasons } from '../call.ts';
import { decisionTexts, reportMessages } from '../messages/reports.ts';
import type { ReportDecision } from '../messages/reports.ts';
import { count, id, idInput, instant, ONE_PARAGRAPH, pageQuery, searchText, text } from '../wire.ts';

export const reportStatuses = ['OPEN', 'CLOSED'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
/** For one report, including everything that was added to it. */
export const MOST_WORDS_KEPT = 5_000;
export const decisions = Object.keys(decisionTexts) as ReportDecision[];

const person = z.object({ _id: id, name: z.string(), email: z.string() });

const outcome = {
  _id: id,
  reason: z.enum(reportReasons),
  createdAt: instant,
  status: z.enum(reportStatuses),
  /** Null while it is open. */
  decision: z.nullable(z.enum(decisions)),
};

export const deskReport = z.object({
  ...outcome,
  /** Who was reported, and who has reported them. */
  reported: z.extend(person, { isBlocked: z.boolean() }),
  reporter: person,
  /** The reported message; null if a person was reported. */
  message: z.nullable(z.object({ text: z.string(), sentAt: instant })),
  /** What the reporter added, possibly later and in several lines; may be empty. */
  words: z.string().check(z.maxLength(MOST_WORDS_KEPT)),
  /** The lesson, by its public id; null in a call by code. */
  session: z.nullable(id),
  call: z.string(),
  note: z.string(),
  closedBy: z.nullable(z.string()),
  closedAt: z.nullable(instant),
  /** How often this person was reported before. */
  earlier: count,
});

export const deskReportsInput = z.object({
  ...pageQuery,
  status: z.optional(z.enum(reportStatuses, { error: reportMessages.statusInvalid })),
  reason: z.optional(z.enum(reportReasons, { error: reportMessages.reasonInvalid })),
  /** Part of a name or mail of either, of what was written, or of the lesson's topic. */
  q: z.optional(searchText()),
});

export const deskReportsData = z.object({
  reports: z.array(deskReport),
  totalReports: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
  /** In total, whatever is searched for. */
  counts: z.object({ OPEN: count, CLOSED: count }),
});

/** The report comes with the newest of the earlier ones. */
export const deskReportData = z.extend(deskReport, { earlierReports: z.array(z.object(outcome)) });

export const reportInput = z.object({ id: idInput });

/** Only an open report can be closed: the slower of two administrators is told so. */
export const closeReportInput = z.object({
  id: idInput,
  decision: z.enum(decisions, { error: reportMessages.decisionInvalid }),
  note: z._default(text(1000, reportMessages.noteTooLong, ONE_PARAGRAPH), ''),
});

export type DeskReport = z.output<typeof deskReport>;
export type DeskReportData = z.output<typeof deskReportData>;
