// The diary on the wire: closed trades day by day, notes on both, and the analysis of a span of days.
import * as z from 'zod/mini';
import { diaryMessages } from '../messages/diary.ts';
import { count, day, id, idInput, instant, percent, rupees, severalLines, text } from '../wire.ts';
import { clean } from '../wire/clean.ts';

export const moods = ['calm', 'confident', 'unsure', 'anxious', 'greedy', 'frustrated'] as const;
export type Mood = (typeof moods)[number];

export const MOST_NOTE_LETTERS = 2000;
/** In all notes and tags of one trader together: every look at the diary reads them all. */
export const MOST_DIARY_LETTERS = 2_000_000;
export const MOST_TAGS = 10;
const MOST_TAG_LETTERS = 24;

/** Fewer trades than this are called few beside every figure made of them. */
export const FEW_TRADES = 30;

/** A tag as it is kept: small letters, words joined by a hyphen, no `#`. */
export function tagOf(given: string): string {
  return clean(given)
    .trim()
    .replace(/^#+/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}

const TAG_PATTERN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_C}&.+%-]*$/u;

/** Of a tag in the form that `tagOf` gives it. */
export function isTag(tag: string): boolean {
  return [...tag].length <= MOST_TAG_LETTERS && TAG_PATTERN.test(tag);
}

const noteText = severalLines(MOST_NOTE_LETTERS, diaryMessages.notesTooLong, {
  unreadable: diaryMessages.notesUnreadable,
});

const tag = z.pipe(
  z.pipe(text(200, diaryMessages.tagInvalid), z.transform(tagOf)),
  z.string().check(z.refine(isTag, { error: diaryMessages.tagInvalid })),
);

const tags = z.pipe(
  z.array(tag, { error: diaryMessages.tagInvalid }).check(z.maxLength(100, { error: diaryMessages.tagsTooMany })),
  z.transform((given: string[]) => [...new Set(given)]),
);

const mood = z.enum(moods, { error: diaryMessages.moodInvalid });

const writtenFields = {
  notes: z._default(noteText, ''),
  tags: z._default(
    z.pipe(tags, z.array(z.string()).check(z.maxLength(MOST_TAGS, { error: diaryMessages.tagsTooMany }))),
    [],
  ),
  mood: z._default(z.nullable(mood), null),
};

/**
 * `id` is a trade's own, or a day like 2026-11-20. What is left out is empty. `was` is the note that the writer has seen: if another window
 * has changed it since, the call is refused; without `was` the note is replaced, whatever it says.
 */
export const diaryNoteInput = z.object({ id: idInput, ...writtenFields, was: z.optional(z.object(writtenFields)) });

const notedFields = {
  notes: z.string(),
  tags: z.array(z.string()),
  mood: z.nullable(z.enum(moods)),
};

export const diaryNote = z.object({ id, ...notedFields });

/** Beside a trade's own fields, all that is known of it beyond what it brought. */
const tradeAnatomy = z.object({
  /** Of the buys, by the shares sold; `charges` is what the sale itself paid. */
  entryCharges: rupees,
  /** `pnl` less the charges of both sides. */
  net: rupees,
  /** Held on average, by shares. */
  heldSeconds: z.number().check(z.gte(0)),
  /** The largest loss and the largest gain on the way, before charges; null while the way is not known. */
  mae: z.nullable(rupees),
  mfe: z.nullable(rupees),
  /** The lowest and the highest price on the way. */
  low: z.nullable(rupees),
  high: z.nullable(rupees),
  /** The part of the largest gain that the sale kept; null when there never was a gain. */
  efficiency: z.nullable(z.number()),
  /** `ticks`: every trade of the market was seen. `bars`: part of the way comes from minute and daily bars. */
  pathSource: z.nullable(z.enum(['ticks', 'bars'])),
  /** The first stop that protected it, and `net` in units of what that risked. */
  stopPrice: z.nullable(rupees),
  r: z.nullable(z.number()),
});

const side = z.enum(['BUY', 'SELL']);

const diaryDetail = z.object({
  _id: id,
  time: instant,
  type: side,
  symbol: z.string(),
  quantity: count,
  entry: rupees,
  exit: rupees,
  pnl: rupees,
  charges: rupees,
  openedAt: instant,
  ...notedFields,
  ...tradeAnatomy.shape,
});

const diaryDay = z.object({
  date: day,
  trades: count,
  overallPL: rupees,
  netPL: rupees,
  /** Everything paid; `brokerage` is the commission in it, `statutoryCharges` what was passed on by law. */
  charges: rupees,
  brokerage: rupees,
  statutoryCharges: rupees,
  status: z.enum(['PROFIT', 'LOSS', 'FLAT']),
  details: z.array(diaryDetail),
});

export const tradeDiaryData = z.object({
  winRate: percent,
  averageWin: rupees,
  averageLoss: rupees,
  overallPL: rupees,
  netPL: rupees,
  totalTrades: count,
  charges: rupees,
  brokerage: rupees,
  statutoryCharges: rupees,
  trades: z.array(diaryDay),
  /** The notes on days in the span, including days without trades. */
  dayNotes: z.array(diaryNote),
});

const ratio = z.nullable(z.number());
const seconds = z.nullable(z.number().check(z.gte(0)));

/** After charges of both sides, of trades closed in the span. */
const shortFigures = {
  trades: count,
  wins: count,
  losses: count,
  /** Neither won nor lost a paisa. */
  scratches: count,
  /** Wins of all trades. */
  winRate: z.nullable(percent),
  netPL: rupees,
  expectancy: z.nullable(rupees),
  /** Null when nothing was lost: nothing to divide by. */
  profitFactor: ratio,
  averageHeldSeconds: seconds,
};

const diaryGroup = z.object({
  /**
   * A symbol; 0 (Sunday) to 6; an hour of the day in India, 0 to 23; a tag; a mood; what had been closed before on the same day (`nothing`,
   * `win`, `loss`, `even`); which trade of its day, 1 to 4 (and later); `usual` or `large`; `stop` or `none`.
   */
  key: z.string(),
  ...shortFigures,
});

const beginnings = ['after-loss', 'late', 'large', 'no-stop'] as const;
export type Beginning = (typeof beginnings)[number];

/** What stands out: a plain sum, or a difference larger than chance often makes. */
const observation = z.discriminatedUnion('kind', [
  /** `grossPL` is what these trades brought before `charges`. */
  z.object({ kind: z.literal('charges'), trades: count, grossPL: rupees, charges: rupees }),
  /** Trades begun in this way beside all others: net, in percent of what the shares cost, on average of the trades. */
  z.object({ kind: z.enum(beginnings), trades: count, percent, others: count, othersPercent: percent }),
  z.object({ kind: z.literal('held'), lost: count, lostSeconds: count, won: count, wonSeconds: count }),
  /** The largest gains on the way on average, before charges, and how much of them the sales kept. */
  z.object({ kind: z.literal('kept'), trades: count, best: rupees, keptPercent: percent }),
]);

const notableTrade = z.object({
  id,
  date: day,
  symbol: z.string(),
  quantity: count,
  net: rupees,
  pnl: rupees,
});

const equityPoint = z.object({
  date: day,
  /** Cash and shares at the close, margin loans taken off. */
  equity: rupees,
  /** Deposits and rewards since the point before. */
  flow: rupees,
  /** What trading has made since the start of the span. */
  profit: rupees,
  /** Below the peak, which includes the start: zero or below; in percent of the time-weighted return. */
  drawdown: rupees,
  drawdownPercent: percent,
});

export const diaryAnalyticsData = z.object({
  from: z.nullable(day),
  to: z.nullable(day),
  ...shortFigures,
  /** Before charges. */
  grossPL: rupees,
  /** Of both sides. */
  charges: rupees,
  /** Paid for shares that are still held, and in no figure here. */
  openCharges: rupees,
  averageWin: z.nullable(rupees),
  averageLoss: z.nullable(rupees),
  payoff: ratio,
  kelly: ratio,
  longestWins: count,
  longestLosses: count,
  current: z.nullable(z.object({ kind: z.enum(['win', 'loss']), length: count })),
  medianHeldSeconds: seconds,
  /** Trades that had a stop, and figures in units of what it risked. */
  stopped: count,
  expectancyR: ratio,
  sqn: ratio,
  best: z.nullable(notableTrade),
  worst: z.nullable(notableTrade),
  ways: z.object({
    /** Trades whose way is known, and those of them that were seen trade by trade. */
    known: count,
    exact: count,
    averageMae: z.nullable(rupees),
    averageMfe: z.nullable(rupees),
    averageEfficiency: ratio,
  }),
  bySymbol: z.array(diaryGroup),
  /** By the day and the hour of the first buy. */
  byWeekday: z.array(diaryGroup),
  byHour: z.array(diaryGroup),
  byBefore: z.array(diaryGroup),
  byTurn: z.array(diaryGroup),
  bySize: z.array(diaryGroup),
  byStop: z.array(diaryGroup),
  byTag: z.array(diaryGroup),
  byMood: z.array(diaryGroup),
  observations: z.array(observation),
  account: z.object({
    startEquity: rupees,
    endEquity: rupees,
    flows: rupees,
    profit: rupees,
    /** Time-weighted: deposits do not touch it. */
    returnPercent: percent,
    /** What the market's index did over the same time; null where it has no bars. */
    indexReturnPercent: z.nullable(percent),
    maxDrawdown: rupees,
    maxDrawdownPercent: percent,
    /** Profit against the deepest drawdown. */
    recovery: ratio,
    days: count,
    /** How many days the three figures of risk below need. */
    daysNeeded: count,
    daysOfYear: count,
    sharpe: ratio,
    sortino: ratio,
    volatilityPercent: z.nullable(percent),
  }),
  equity: z.array(equityPoint),
});

export type TradeAnatomy = z.output<typeof tradeAnatomy>;
export type DiaryNote = z.output<typeof diaryNote>;
export type DiaryDay = z.output<typeof diaryDay>;
export type TradeDiaryData = z.output<typeof tradeDiaryData>;
export type DiaryGroup = z.output<typeof diaryGroup>;
export type DiaryObservation = z.output<typeof observation>;
export type DiaryAnalytics = z.output<typeof diaryAnalyticsData>;
