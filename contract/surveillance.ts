// What surveillance has found: for the people who run the exchange, and for the trader whom it is about.
import * as z from 'zod/mini';
import { patterns } from '../core/surveillance/conduct.ts';
import { surveillanceMessages } from './messages/surveillance.ts';
import { count, id, idInput, instant, ONE_PARAGRAPH, pageQuery, rupees, searchText, text } from './wire.ts';

export const flagStatuses = ['NEW', 'REVIEWED', 'DISMISSED'] as const;
export type FlagStatus = (typeof flagStatuses)[number];

const status = z.enum(flagStatuses, { error: surveillanceMessages.statusInvalid });
const pattern = z.enum(patterns, { error: surveillanceMessages.patternInvalid });
const person = z.object({ _id: id, name: z.string(), email: z.string() });

const flagFields = {
  _id: id,
  pattern: z.enum(patterns),
  title: z.string(),
  /** What was seen, in figures. */
  sentence: z.string(),
  stock: z.object({ symbol: z.string(), name: z.string() }),
  from: instant,
  to: instant,
  createdAt: instant,
};

/** One thing that happened, for the replay. */
const evidenceStep = z.object({
  at: instant,
  kind: z.enum(['placed', 'filled', 'canceled', 'ended']),
  orderId: id,
  side: z.enum(['BUY', 'SELL']),
  /** Of a fill its price, else the limit; null for an order without one. */
  price: z.nullable(rupees),
  quantity: count,
  text: z.string(),
  /** Part of what was flagged; the others stand there for the whole picture. */
  isFlagged: z.boolean(),
});

const evidence = z.object({
  steps: z.array(evidenceStep),
  /** The market's price, minute by minute, from before it to after it. */
  prices: z.array(z.object({ at: instant, price: rupees })),
  why: z.string(),
  instead: z.string(),
});

/** The trader's own: nothing of the other person. */
const ownFlag = z.object(flagFields);
export const ownFlagsData = z.object({ flags: z.array(ownFlag) });
export const ownFlagData = z.object({ ...flagFields, ...evidence.shape });

export const deskFlag = z.object({
  ...flagFields,
  user: person,
  other: z.nullable(person),
  status,
  note: z.string(),
  reviewedBy: z.nullable(z.string()),
});

export const deskFlagsInput = z.object({
  ...pageQuery,
  status: z.optional(status),
  pattern: z.optional(pattern),
  /** Part of a name or mail, or a symbol. */
  q: z.optional(searchText()),
});
export const deskFlagsData = z.object({
  flags: z.array(deskFlag),
  totalFlags: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
  /** In all, whatever is searched. */
  counts: z.object({ NEW: count, REVIEWED: count, DISMISSED: count }),
});
export const deskFlagData = z.object({ ...deskFlag.shape, ...evidence.shape });

export const flagInput = z.object({ id: idInput });
export const reviewFlagInput = z.object({
  id: idInput,
  status,
  note: z._default(text(1000, surveillanceMessages.noteTooLong, ONE_PARAGRAPH), ''),
  /** What was there when it was looked at; refused when somebody has written something else since, or the conduct went on. */
  seen: z.optional(z.object({ status, note: z.string(), to: z.optional(instant) })),
});

export type OwnFlag = z.output<typeof ownFlag>;
export type DeskFlag = z.output<typeof deskFlag>;
export type DeskFlagData = z.output<typeof deskFlagData>;
export type Evidence = z.output<typeof evidence>;
export type EvidenceStep = z.output<typeof evidenceStep>;
