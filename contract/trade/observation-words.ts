// What stands out in a diary, and the groups that it is seen in, in words: as the pages and the assistant say it.
import type { Beginning, DiaryObservation } from './diary.ts';
import { heldWords } from '../messages/held.ts';

/** How the one who says it writes numbers. */
export interface NumberTexts {
  readonly count: (count: number) => string;
  readonly money: (rupees: number) => string;
  /** With its sign: `+1.25%`. */
  readonly change: (percent: number) => string;
  readonly percent: (percent: number) => string;
}

export const beforeNames = {
  nothing: 'Nothing closed yet',
  win: 'After a win',
  loss: 'After a loss',
  even: 'After an even trade',
};
export const turnNames = { 1: 'First', 2: 'Second', 3: 'Third', 4: 'Fourth and later' };
export const sizeNames = { usual: 'Usual', large: 'More than 1\u00BD times the usual' };
export const stopNames = { stop: 'With a stop', none: 'Without' };

const beginnings: Record<Beginning, { readonly title: string; readonly trades: string }> = {
  'after-loss': { title: 'After a loss', trades: 'trades begun after a loss of the same day' },
  late: { title: 'From the fourth trade of a day on', trades: 'trades that were the fourth of their day, or later' },
  large: { title: 'Large trades', trades: 'trades of more than one and a half times the usual sum' },
  'no-stop': { title: 'Without a stop', trades: 'trades without a stop' },
};

export function observationWords(observation: DiaryObservation, texts: NumberTexts): { title: string; text: string } {
  const { count, money, change, percent } = texts;
  switch (observation.kind) {
    case 'charges': {
      const { trades, grossPL, charges } = observation;
      const before =
        grossPL < 0 ? `lost ${money(-grossPL)} before charges` : `brought ${money(grossPL)} before charges`;
      return {
        title: 'Charges weigh much',
        text: `These ${count(trades)} trades ${before}, and paid ${money(charges)}.`,
      };
    }
    case 'held': {
      const { lost, lostSeconds, won, wonSeconds } = observation;
      return {
        title: 'Losers are held longer',
        text: `${count(lost)} trades that lost were held for ${heldWords(lostSeconds)} on average, ${count(won)} that won for ${heldWords(wonSeconds)}.`,
      };
    }
    case 'kept': {
      const { trades, best, keptPercent } = observation;
      const kept = keptPercent > 0 ? `${percent(keptPercent)} of that` : 'nothing of that';
      return {
        title: 'Little of the best points is kept',
        text: `At their best, ${count(trades)} trades stood at a gain of ${money(best)} on average, before charges. Their sales kept ${kept}.`,
      };
    }
    default: {
      const { kind, trades, percent: these, others, othersPercent } = observation;
      const words = beginnings[kind];
      return {
        title: `${words.title}: ${these < othersPercent ? 'worse' : 'better'} than otherwise`,
        text: `${count(trades)} ${words.trades}: ${change(these)} of what the shares cost, on average, after charges. The ${count(others)} others: ${change(othersPercent)}.`,
      };
    }
  }
}
