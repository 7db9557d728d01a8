// The calls of the diary: its days, its analysis, notes of trades and days, the contract note of one day, and the profit report.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { diaryMessages } from '../../../contract/messages/diary.ts';
import { MOST_DIARY_LETTERS } from '../../../contract/trade/diary.ts';
import type { DiaryNote, TradeDiaryData } from '../../../contract/trade/diary.ts';
import { dayStartAt, dayText, marketDay } from '../../../core/market/day.ts';
import { analyse, tradeIdOf } from '../../../core/trade/diary/diary-analysis.ts';
import { diaryOf } from '../../../core/trade/diary/diary.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { toPaise } from '../../../contract/wire/sums.ts';
import { createOwnGates } from '../../gate.ts';
import type { Caller, Handlers } from '../../handler.ts';
import { HttpError, notFound, unauthorized } from '../../http-error.ts';
import { isInSpan, spanOf } from '../day-span.ts';
import type { DaySpan } from '../day-span.ts';
import { fillsOfDays } from '../fill-queries.ts';
import type { Mine } from '../mine.ts';
import { presentNote, readNoteDay } from './contract-note.ts';
import { TradeHistories } from './history.ts';
import { emptyNote, isOwnTrade, lettersOf, notesOf, saveNote } from './notes.ts';
import { presentAnalytics, presentAnatomy, presentDiary } from './present.ts';
import { profitReport } from './profit-report.ts';
import { curveOf, stopsOf } from './reader.ts';
import type { DiaryContext } from './reader.ts';

export type DiaryCalls =
  | 'GET /tradeDiary'
  | 'GET /diaryAnalytics'
  | 'POST /tradeDiary/note'
  | 'GET /contractNote'
  | 'GET /profitReport';

export function diaryHandlers(context: DiaryContext): Pick<Handlers, DiaryCalls> {
  const { db, venue, now } = context;
  const histories = new TradeHistories(context);
  const mine = (user: Caller): Mine => ({ venue, account: user.accountNo });
  /** A long history read many times at once, each time whole, would keep everybody else waiting. */
  const inTurn = createOwnGates({ most: 2, mostWaiting: 100 });

  return {
    'GET /tradeDiary': ({ input, user }) =>
      inTurn(user.id, async () => ({ data: await readDiary(context, histories, mine(user), spanOf(input)) })),

    'GET /diaryAnalytics': ({ input, user }) =>
      inTurn(user.id, async () => {
        const span = spanOf(input);
        const closed = await histories.of(mine(user));
        const [stops, notes, curve] = await Promise.all([
          stopsOf(db, mine(user)),
          notesOf(db, mine(user)),
          curveOf(context, mine(user), closed, span),
        ]);
        const all = closed.trades.toSorted(byClose);
        const trades = all.filter(({ day }) => isInSpan(span, day));
        const analysis = analyse({ all, trades, stops, notes });
        return { data: presentAnalytics({ ...span, analysis, openCharges: closed.openCharges, curve }) };
      }),

    async 'POST /tradeDiary/note'({ input, user }) {
      const { id, notes, tags, mood, was } = input;
      if (!(await isOwnEntry(context, mine(user), id))) throw notFound();
      const note = { id, notes, tags, mood };
      await refuseOverfull(context, mine(user), note);
      const outcome = await saveNote(db, mine(user), note, { was, at: now() });
      if (outcome === 'changed') throw new HttpError(409, diaryMessages.noteChanged);
      if (outcome === 'gone') throw unauthorized();
      return { message: diaryMessages.saved, data: note };
    },

    'GET /contractNote': ({ input, user }) =>
      inTurn(user.id, async () => {
        const day = dayNumber(input.day);
        const note = await readNoteDay(db, mine(user), day);
        return { data: presentNote(note, user, { now: now(), calendar: context.calendar }) };
      }),

    'GET /profitReport': ({ input, user }) =>
      inTurn(user.id, async () => ({
        data: await profitReport(context, histories, { mine: mine(user), user, span: spanOf(input) }),
      })),
  };
}

/** Trades that are put together before others have their turn. */
const DETAILS_AT_ONCE = 1_000;

/** The days of the diary, with the note and the anatomy of each trade. */
async function readDiary(
  { db }: DiaryContext,
  histories: TradeHistories,
  mine: Mine,
  span: DaySpan,
): Promise<TradeDiaryData> {
  // The history is read after the fills of the span, so that it knows each of them.
  const diary = diaryOf(await fillsOfDays(db, mine, span));
  const [closed, stops, notes] = await Promise.all([histories.of(mine), stopsOf(db, mine), notesOf(db, mine)]);
  const known = new Map(
    closed.trades.filter(({ day }) => isInSpan(span, day)).map((trade) => [tradeIdOf(trade), trade] as const),
  );
  const data = presentDiary(diary);
  const trades: TradeDiaryData['trades'] = [];
  let done = 0;
  for (const day of data.trades) {
    const details: (typeof trades)[number]['details'] = [];
    for (const detail of day.details) {
      // Others' orders come in between: years of a program's trades take a third of a second.
      if (++done % DETAILS_AT_ONCE === 0) await nextTurn();
      const { notes: text, tags, mood } = notes.get(detail._id) ?? emptyNote(detail._id);
      const anatomy = presentAnatomy(known.get(detail._id)!, toPaise(detail.charges), stops);
      details.push({ ...detail, notes: text, tags, mood, ...anatomy });
    }
    trades.push({ ...day, details });
  }
  const dayNotes = [...notes.values()].filter(({ id }) => isDate(id) && isInSpan(span, dayNumber(id)));
  return { ...data, trades, dayNotes };
}

/** A diary from before there was a limit may be longer: its notes can be shortened all the same. @throws HttpError */
async function refuseOverfull({ db }: DiaryContext, mine: Mine, { id, notes, tags }: DiaryNote): Promise<void> {
  // As the database counts them: a sign outside the first 65,536 is one.
  const letters = [...notes].length + tags.join('').length;
  if (letters === 0) return;
  const { own, others } = await lettersOf(db, mine, id);
  if (letters > own && others + letters > MOST_DIARY_LETTERS)
    throw new HttpError(422, diaryMessages.diaryFull, { code: 'diary-full' });
}

function byClose(a: { closedAt: number; orderId: number }, b: { closedAt: number; orderId: number }): number {
  return a.closedAt - b.closedAt || a.orderId - b.orderId;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

const TRADE_ID = /^([1-9]\d{0,14})-(\d{4}-\d{2}-\d{2})$/;

/** A day up to today, or one of the caller's own trades. It does not reveal whether somebody else's trade exists. */
async function isOwnEntry({ db, now }: DiaryContext, mine: Mine, entry: string): Promise<boolean> {
  const [, orderId, date] = TRADE_ID.exec(entry) ?? [undefined, undefined, isDate(entry) ? entry : undefined];
  if (date === undefined) return false;
  const day = dayNumber(date);
  if (!Number.isSafeInteger(day) || dayText(day) !== date || day < 0) return false;
  // A trade from before the clock was set back may be of tomorrow.
  if (orderId === undefined) return day <= marketDay(now());
  return isOwnTrade(db, mine, { orderId: Number(orderId), fromAt: dayStartAt(day), toAt: dayStartAt(day + 1) });
}
