// The practice of a replay: follows its instant, asks what orders cost, and reports what happened. Nothing of it leaves the page.
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Bar } from '../../../../contract/market.ts';
import { toPaise } from '../../../../contract/wire/sums.ts';
import type { ChargeTerms } from '../../../../core/trade/charges.ts';
import { MAX_QUANTITY } from '../../../../core/trade/check-order.ts';
import { DEFAULT_FEES } from '../../../../core/trade/settings.ts';
import { useCall } from '../../../query.ts';
import { termsFrom } from '../../../trade/ticket/answer.ts';
import { goBack, goOn, heldIn, placeOrder, practiceNow, seePrice, setExits } from './practice.ts';
import type { Moment, Practice, PracticeBar, PracticeExits, PracticeOrder, PracticeRefusal } from './practice.ts';
import { filledText, refusedText } from './practice-words.ts';
import { countOver, overSecond } from './replay-view.ts';
import type { BarClock } from './replay-view.ts';

/** Until the server has answered once. */
const USUAL_TERMS: ChargeTerms = {
  commissionRate: DEFAULT_FEES.commissionRate,
  flatFee: DEFAULT_FEES.flatFee,
  statutory: null,
};
const UNDONE = 'Practice: what came later than this bar is undone.';
const NO_ANSWER = 'What an order costs could not be asked. Check the connection and try again.';

export interface PracticeInput {
  symbol: string;
  clock: BarClock;
  /** All loaded bars. */
  bars: readonly Bar[];
  instant: number;
}

interface Said {
  text: string;
  isRefusal: boolean;
}

export interface OwnPractice {
  now: Moment;
  /** For selling everything held. */
  terms: ChargeTerms;
  /** An order is under way: its cost is being fetched. */
  isAsking: boolean;
  /** The latest event in words; `isRefusal` if nothing happened. */
  said: Said;
  /** The replay moves to another instant. */
  goTo: (instant: number) => void;
  /** Called before the chart changes its interval, so that what was seen stays known. */
  keepPrice: () => void;
  place: (order: PracticeOrder) => void;
  /** Returns why they cannot be set; null if they are. */
  setExits: (exits: PracticeExits) => string | null;
}

function practiceBar(clock: BarClock, { timestamp, open, high, low, close }: Bar): PracticeBar {
  return {
    start: timestamp,
    end: overSecond(clock, timestamp),
    open: toPaise(open),
    high: toPaise(high),
    low: toPaise(low),
    close: toPaise(close),
  };
}

/** In rupees, a large sum: charges are rounded to the paisa, so a small one would not reveal the rate. */
const VALUE_ASKED = 100_000;
/** A price that is a multiple of every tick. */
const STEP_ASKED = 100;

/** What an order of this many shares costs now, since discounts depend on the quantity. Nothing is asked for zero shares. */
function useTerms(symbol: string, quantity: number): { terms: ChargeTerms | undefined; isFailed: boolean } {
  const price = Math.ceil(VALUE_ASKED / Math.max(1, quantity) / STEP_ASKED) * STEP_ASKED;
  const order = { symbol, type: 'SELL', orderType: 'LIMIT', quantity, price } as const;
  const { data, isError } = useCall('GET /charges', order, {
    enabled: symbol !== '' && quantity > 0,
    staleTime: 60_000,
  });
  return { terms: data && termsFrom(USUAL_TERMS, 'SELL', data), isFailed: isError };
}

/** For selling everything held; until that is known, the cost of the previous question. */
function useSaleTerms(symbol: string, held: number): ChargeTerms {
  const { terms } = useTerms(symbol, held);
  const [known, setKnown] = useState(USUAL_TERMS);
  const text = JSON.stringify(terms ?? known);
  if (text !== JSON.stringify(known)) setKnown(JSON.parse(text) as ChargeTerms);
  return known;
}

/** An order waiting for its cost is carried out when that is known, at the price shown by then. */
function useOwedOrder(symbol: string, fill: (order: PracticeOrder, terms: ChargeTerms | null) => void) {
  const [owed, setOwed] = useState<PracticeOrder | null>(null);
  const { terms, isFailed } = useTerms(symbol, owed?.quantity ?? 0);
  const isKnown = terms !== undefined;
  const pay = useEffectEvent((order: PracticeOrder) => {
    fill(order, terms ?? null);
    setOwed(null);
  });
  useEffect(() => {
    if (owed && (isKnown || isFailed)) pay(owed);
  }, [owed, isKnown, isFailed]);
  return [owed, setOwed] as const;
}

/** The practice, with the close now shown. */
function withClose(practice: Practice, { bars, clock, instant }: Omit<PracticeInput, 'symbol'>): Practice {
  const count = countOver(bars, clock, instant);
  return count === 0 ? practice : seePrice(practice, instant, practiceBar(clock, bars[count - 1]));
}

export function usePractice({ symbol, bars, clock, instant }: PracticeInput): OwnPractice {
  const [practice, setPractice] = useState<Practice>([]);
  const [said, setSaid] = useState<Said>({ text: '', isRefusal: false });
  const seen = useMemo(() => withClose(practice, { bars, clock, instant }), [practice, bars, clock, instant]);
  const now = practiceNow(seen);
  const terms = useSaleTerms(symbol, heldIn(now));

  /** Returns why it was not accepted. */
  function take(next: Practice | PracticeRefusal): string | null {
    if (typeof next === 'string') {
      setSaid({ text: refusedText(next), isRefusal: true });
      return refusedText(next);
    }
    const { fills } = practiceNow(next);
    const isLess = fills.length < now.fills.length;
    const isMore = fills.length > now.fills.length;
    if (said.isRefusal || said.text === UNDONE) setSaid({ text: '', isRefusal: false });
    if (isLess || isMore) setSaid({ text: isLess ? UNDONE : filledText(fills[fills.length - 1]), isRefusal: false });
    setPractice(next);
    return null;
  }

  function goTo(to: number): void {
    const coming = bars.slice(countOver(bars, clock, instant), countOver(bars, clock, to));
    take(
      to < instant
        ? goBack(practice, to)
        : coming.reduce((before, bar) => goOn(before, practiceBar(clock, bar), terms), seen),
    );
  }

  const [owed, setOwed] = useOwedOrder(symbol, (order, asked) => {
    if (asked) take(placeOrder(seen, instant, order, asked));
    else setSaid({ text: NO_ANSWER, isRefusal: true });
  });

  return {
    now,
    terms,
    isAsking: owed !== null,
    said,
    goTo,
    keepPrice: () => setPractice(seen),
    place: (order) => {
      const isOrder = Number.isSafeInteger(order.quantity) && order.quantity > 0 && order.quantity <= MAX_QUANTITY;
      if (isOrder) setOwed(order);
      else take('quantity');
    },
    setExits: (exits) => take(setExits(seen, instant, exits)),
  };
}
