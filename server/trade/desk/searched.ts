// What the one search field of the desk's lists means.
import { SYMBOL_PATTERN } from '../../../contract/wire.ts';
import type { DeskContext } from './context.ts';
import { accountsCalled } from './people.ts';

export interface Searched {
  readonly id?: number;
  readonly symbol?: string;
  accounts?: readonly number[];
}

/** A number is that of an order or a trade; a stock's symbol is the stock; all else is part of somebody's name or address. */
export async function searched({ db, exchange }: DeskContext, given: string): Promise<Searched> {
  if (given === '') return {};
  if (/^#?[1-9]\d{0,14}$/.test(given)) return { id: Number(given.replace('#', '')) };
  const symbol = given.toUpperCase();
  const isStock = SYMBOL_PATTERN.test(symbol) && (await exchange.read((engine) => engine.market(symbol) !== undefined));
  return isStock ? { symbol } : { accounts: await accountsCalled(db, given) };
}
