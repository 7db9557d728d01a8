// Reads the one search field of the desk's lists.
import { SYMBOL_PATTERN } from '../../../contract/wire.ts';
import type { DeskContext } from './context.ts';
import { accountsByNameOrEmail } from './people.ts';

interface Search {
  readonly id?: number;
  readonly symbol?: string;
  accounts?: readonly number[];
  /** What the search leaves out. */
  readonly note?: string | null;
}

/** A number means an order or a trade, a symbol its stock, and anything else a part of somebody's name or mail address. */
export async function parseSearch({ db, exchange }: DeskContext, given: string): Promise<Search> {
  if (given === '') return {};
  if (/^#?[1-9]\d{0,14}$/.test(given)) return { id: Number(given.replace('#', '')) };
  const symbol = given.toUpperCase();
  const isStock = SYMBOL_PATTERN.test(symbol) && (await exchange.read((engine) => engine.market(symbol) !== undefined));
  return isStock ? { symbol } : accountsByNameOrEmail(db, given);
}
