// The log of what administrators, and the server on its own account, have done: who, what, before, after, when, from where.
import * as z from 'zod/mini';
import { controlMessages } from '../messages/control.ts';
import { count, id, instant, pageQuery, searchText } from '../wire.ts';

const day = z.optional(z.iso.date({ error: controlMessages.dayInvalid }));

export const auditLogInput = z.object({
  ...pageQuery,
  /** Part of an administrator's name or address, of an act, of its subject, or of a network address. */
  q: z.optional(searchText()),
  /** One kind of act, by its action name. */
  action: z.optional(searchText()),
  /** Days of the market, both included. */
  from: day,
  to: day,
});

/** One field of an entry: its value before and after. */
const change = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) });

const auditEntry = z.object({
  _id: id,
  at: instant,
  /** Null: the server itself. */
  actor: z.nullable(z.object({ _id: id, name: z.string(), email: z.string() })),
  action: z.string(),
  /** The act in words. */
  text: z.string(),
  /** The subject: a person by address, anything else by its own id. */
  subject: z.string(),
  changes: z.array(change),
  ip: z.nullable(z.string()),
});

export const auditLogData = z.object({
  entries: z.array(auditEntry),
  /** Every kind of act, for the filter. */
  actions: z.array(z.object({ action: z.string(), text: z.string() })),
  totalEntries: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

export type AuditEntry = z.output<typeof auditEntry>;
