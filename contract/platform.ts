// Calls about the service itself: health, readiness, what a client must know before login, and the built-in mailbox.
import * as z from 'zod/mini';
import { instant, rupees, text } from './wire.ts';

export const nothing = z.object({});
export const noData = z.null();

export const healthData = z.object({ status: z.literal('up') });

export const readyData = z.object({
  ready: z.boolean(),
  /** What still keeps it from being ready, in words; empty when it is ready. */
  waitingFor: z.array(z.string()),
});

/** A person in a demo, whose password is public. */
const demoLogin = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(['user', 'instructor', 'admin']),
  /** What a visitor sees when logged in as this person. */
  character: z.string(),
  password: z.string(),
});

export const configData = z.object({
  /** Always true: everything here is practice with practice money. */
  practiceMarket: z.literal(true),
  /** Who takes payments for courses; top-ups as well, unless its keys are live ones, which never buy practice cash. */
  paymentProvider: z.enum(['sandbox', 'razorpay']),
  /** The built-in mailbox is on: mails are read at /dev/mailbox. */
  mailbox: z.boolean(),
  googleClientId: z.nullable(z.string()),
  marketHours: z.enum(['always', 'nse']),
  passwordMin: z.object({ signup: z.int(), login: z.int(), reset: z.int() }),
  otpSeconds: z.int(),
  topUpMax: rupees,
  /** Rupees for one dollar, as the operator has set it: for the screens that show sums in both. */
  usdInr: z.number(),
  /** The logins of a demo, which only accepts connections from its own machine; otherwise nobody. */
  demoLogins: z.array(demoLogin),
});

export const mailboxInput = z.object({ to: z.optional(text(254, 'Give an address.')) });

export const mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: instant,
});

export type DemoLogin = z.output<typeof demoLogin>;
export type ConfigData = z.output<typeof configData>;
export type Mail = z.output<typeof mail>;
