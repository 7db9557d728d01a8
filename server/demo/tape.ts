// What the demo's people can see of the market at a time in the past: earlier closes, and the day's prices so far.
import { COMPANIES } from '../../core/market/history/companies.ts';
import type { HistoryDay } from '../../core/market/history/day-painter.ts';
import type { Paise } from '../../core/money.ts';

const INDEX_OF = new Map(COMPANIES.map(({ symbol }, index) => [symbol, index]));

export class Tape {
  readonly #closes: Paise[][] = COMPANIES.map(() => []);
  #today: HistoryDay | null = null;

  begin(day: HistoryDay): void {
    this.#today = day;
  }

  /** Call it when the day is over. */
  end(): void {
    for (const [index, closes] of this.#closes.entries()) closes.push(this.#today!.daily.close[index]);
  }

  open(symbol: string, minute: number): Paise {
    return this.#minutes(symbol).open[minute];
  }

  /** How a stock has moved from `before` minutes ago, or from today's open, until `minute`: 0.01 is one percent. */
  move(symbol: string, minute: number, before: number): number {
    return this.open(symbol, minute) / this.open(symbol, Math.max(0, minute - before)) - 1;
  }

  /** The closes of the last `count` days that are over, oldest first. */
  closes(symbol: string, count: number): readonly Paise[] {
    return this.#closes[INDEX_OF.get(symbol)!].slice(-count);
  }

  #minutes(symbol: string) {
    return this.#today!.minutes![INDEX_OF.get(symbol)!];
  }
}
