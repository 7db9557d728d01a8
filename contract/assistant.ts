// The assistant: what may be asked, and what an answer contains besides its text.
import * as z from 'zod/mini';
import { normal } from './wire/normal.ts';
import { cutText } from './wire/cut-text.ts';

export const PROMPT_MAX = 2000;
/** The most of the conversation that may be sent along with a question. */
export const HISTORY_MAX = 8;
export const ANSWER_MAX = 8000;

const blankPrompt = 'Ask a question.';
const longPrompt = `A question can have at most ${PROMPT_MAX} characters.`;

/** Invisible and control characters say nothing to a reader; lines and tabs do. */
function visible(value: string): string {
  return normal(value, 'NFKC').replace(/[^\P{C}\n\t]/gu, '');
}

const prompt = z
  .string({ error: blankPrompt })
  .check(
    z.maxLength(PROMPT_MAX * 2, { error: longPrompt, abort: true }),
    z.overwrite(visible),
    z.trim(),
    z.minLength(1, blankPrompt),
    z.maxLength(PROMPT_MAX, longPrompt),
  );

/** One Unicode character can become eighteen letters: the text is read only as far as it could have been said. */
const turn = z.object({
  from: z.enum(['asker', 'assistant']),
  text: z.string().check(
    z.maxLength(ANSWER_MAX),
    z.overwrite((text) => cutText(visible(text), ANSWER_MAX)),
  ),
});

export const generateInput = z.object({
  prompt,
  /** The conversation so far, oldest first; empty for its first question. */
  history: z._default(z.array(turn).check(z.maxLength(HISTORY_MAX, 'The conversation is too long to send.')), []),
});

/** Who makes the answers: fixed rules of our own, or a language model. */
const sources = ['rules', 'model'] as const;
const source = z.enum(sources);

export const generateData = z.object({
  /** Plain text: paragraphs, lines that begin with `- `, and tables of lines with `|` between the cells. */
  response: z.string(),
  source,
  /** The stocks that the answer is about. */
  symbols: z.array(z.string()),
  /** Questions that could come next. */
  suggestions: z.array(z.string()),
});

export const generateTop = z.pick(generateData, { response: true });

export const assistantData = z.object({
  source,
  /** The model's name, when one answers. */
  model: z.nullable(z.string()),
  /** Suggested first questions, made for the person asking. */
  suggestions: z.array(z.string()),
});

export type Turn = z.output<typeof turn>;
export type GenerateInput = z.output<typeof generateInput>;
export type GenerateData = z.output<typeof generateData>;
export type AssistantData = z.output<typeof assistantData>;

const stockName = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const quantity = z.int().check(z.gte(1), z.lte(10_000_000));
/** In rupees. */
const price = z.number().check(z.gt(0), z.lte(10_000_000));
const changePercent = z.number().check(z.gte(-100), z.lte(1000));

const rsi = z.number().check(z.gte(0), z.lte(100));

/** What the assistant's tools may be asked. A language model writes these, so they are as untrusted as any request. */
export const toolInputs = {
  quote: z.object({ stock: stockName }),
  trend: z.object({ stock: stockName }),
  /** Of one day, or of some days. */
  past: z.object({ stock: stockName, from: z.iso.date(), to: z.iso.date(), quantity: z.optional(quantity) }),
  /** Without days, those of the last month. */
  leaders: z.object({
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    sector: z.optional(stockName),
    hasFallen: z.optional(z.boolean()),
  }),
  risk: z.object({ stock: stockName }),
  indicators: z.object({ stock: stockName }),
  compare: z.object({ stocks: z.array(stockName).check(z.minLength(2), z.maxLength(4)) }),
  movers: z.object({}),
  index: z.object({}),
  /** Without a name, all sectors. */
  sector: z.object({ sector: z.optional(stockName) }),
  screener: z.object({
    priceFrom: z.optional(price),
    priceTo: z.optional(price),
    /** Of the day, in percent. */
    changeFrom: z.optional(changePercent),
    changeTo: z.optional(changePercent),
    /** The RSI of 14 days. */
    rsiFrom: z.optional(rsi),
    rsiTo: z.optional(rsi),
    /** Above the average of so many days, or below it if `isBelow`. */
    averageDays: z.optional(z.int().check(z.gte(5), z.lte(200))),
    isBelow: z.optional(z.boolean()),
    /** Risen on so many days in a row or more, the running one included, or fallen if `isFalling`. */
    daysInARow: z.optional(z.int().check(z.gte(2), z.lte(30))),
    isFalling: z.optional(z.boolean()),
    sector: z.optional(stockName),
    first: z.optional(
      z.enum([
        'cheapest',
        'dearest',
        'risen',
        'fallen',
        'volume',
        'near-high',
        'near-low',
        'longest-run',
        'volatile',
        'calm',
        'rsi-low',
        'rsi-high',
        'far-from-average',
      ]),
    ),
  }),
  explain: z.object({ term: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) }),
  portfolio: z.object({}),
  position: z.object({ stock: stockName, from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  corporate: z.object({ stock: z.optional(stockName) }),
  balance: z.object({}),
  trail: z.object({}),
  day: z.object({ date: z.optional(z.iso.date()) }),
  performance: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  habits: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  figures: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  months: z.object({}),
  gains: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  notes: z.object({ stock: z.optional(stockName), from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  benchmark: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  watchlists: z.object({}),
  alerts: z.object({}),
  stops: z.object({ stock: z.optional(stockName) }),
  /** On offer: at most so dear, or the best rated instructors first. */
  lessons: z.object({
    priceTo: z.optional(z.number().check(z.gte(0), z.lte(10_000_000))),
    isByRating: z.optional(z.boolean()),
  }),
  /** With days, what was paid in on them is told as well. */
  rewards: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  orders: z.object({
    stock: z.optional(stockName),
    isOpen: z.optional(z.boolean()),
    /** Over: with something filled, or with nothing. */
    isFilled: z.optional(z.boolean()),
    isFailed: z.optional(z.boolean()),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
  }),
  trades: z.object({
    stock: z.optional(stockName),
    side: z.optional(z.enum(['BUY', 'SELL'])),
    most: z.optional(z.int().check(z.gte(1), z.lte(99))),
    /** The oldest one alone. */
    isFirst: z.optional(z.boolean()),
    /** Instead of the newest fills the newest closed trade that won or lost, before charges. */
    closedWith: z.optional(z.enum(['gain', 'loss'])),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
  }),
  /** What shares that were sold would be worth now: of the newest closed trades, or of all in some days. */
  sold: z.object({ stock: z.optional(stockName), from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  story: z.object({
    order: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    stock: z.optional(stockName),
    /** The newest that has traded, rather than the newest that has not. */
    isFilled: z.optional(z.boolean()),
    /** The newest of all, whatever became of it. */
    isNewest: z.optional(z.boolean()),
    /** The newest that was canceled or ran out before it had filled whole. */
    isEnded: z.optional(z.boolean()),
    /** The newest that traded because its trigger, its stop loss or its target was reached. */
    isReached: z.optional(z.boolean()),
    /** The newest that still waits. */
    isOpen: z.optional(z.boolean()),
    /** The newest that ended with nothing filled. */
    isFailed: z.optional(z.boolean()),
  }),
  check: z.object({
    stock: stockName,
    side: z.enum(['BUY', 'SELL']),
    quantity,
    /** A limit in rupees; without it a market order. */
    price: z.optional(price),
    isIntraday: z.optional(z.boolean()),
  }),
  cost: z.object({ stock: stockName, quantity, isIntraday: z.optional(z.boolean()) }),
  outcome: z.object({
    stock: stockName,
    quantity: z.optional(quantity),
    /** In rupees. Without a price and a change of it, it is the last one. */
    price: z.optional(price),
    changePercent: z.optional(z.number().check(z.gt(-100), z.lte(1000))),
    /** Instead of a price: what is to be made after all charges, in rupees; below zero, what is lost. */
    profit: z.optional(z.number().check(z.gte(-10_000_000), z.lte(10_000_000))),
    /** The same in percent of what the shares have cost. */
    profitPercent: z.optional(z.number().check(z.gt(-100), z.lte(1000))),
  }),
  /** In rupees, of any stock. */
  trip: z.object({ buyPrice: price, sellPrice: price, quantity: z.optional(quantity) }),
  /** Of every holding at once, in percent. */
  shock: z.object({ changePercent: z.number().check(z.gt(-100), z.lte(1000)) }),
  affordable: z.object({
    stock: stockName,
    /** To spend, in rupees; without it all the free cash. */
    cash: z.optional(z.number().check(z.gt(0), z.lte(1_000_000_000_000))),
  }),
  /** Without a stop, one at a distance of average true ranges; the price goes before the percentage. */
  sizing: z.object({
    stock: stockName,
    /** Of everything the asker has. */
    riskPercent: z.optional(z.number().check(z.gt(0), z.lte(100))),
    stopPrice: z.optional(price),
    /** Below the last price. */
    stopPercent: z.optional(z.number().check(z.gt(0), z.lt(100))),
  }),
  /** Of a day to come, whether the market opens then. */
  rules: z.object({ day: z.optional(z.iso.date()) }),
} as const satisfies Record<string, z.ZodMiniType>;

export type ToolName = keyof typeof toolInputs;
export type ToolInput<T extends ToolName> = z.output<(typeof toolInputs)[T]>;
