// Watchlists on the wire: their stocks with quotes, and which lists a person has.
import * as z from 'zod/mini';
import { stock } from './market.ts';
import { watchMessages } from './messages/market.ts';
import { listMessages } from './messages/watchlists.ts';
import { tradeMessages } from './messages/trade.ts';
import { id, idInput, instant, nameText, symbolInput, text } from './wire.ts';
import { LONGEST_LIST_NAME, MOST_WATCHED, MOST_WATCHLISTS } from './market/watchlist-rules.ts';

/** A stock of a watchlist, as GET /stocks has it, and since when it is on it. */
const watchedStock = z.extend(stock, { addedAt: instant });

export const watchlistData = z.object({ _id: id, name: z.string(), stocks: z.array(watchedStock) });

/** One of a person's lists, with its stocks in their order. */
const watchlist = z.object({ _id: id, name: z.string(), symbols: z.array(z.string()) });

/** My Watchlist first. */
export const watchlistsData = z.array(watchlist).check(z.maxLength(MOST_WATCHLISTS));

/** White space of any kind and length looks alike on a page, and is one space. */
const listName = text(LONGEST_LIST_NAME, listMessages.nameTooLong, watchMessages.nameRequired).check(
  z.overwrite((name) => name.replace(/\s+/g, ' ')),
);
const newName = nameText(LONGEST_LIST_NAME, listMessages.nameTooLong, watchMessages.nameRequired);

/** Left out or blank: My Watchlist. */
const named = z.optional(listName);

export const watchlistInput = z.object({ name: named });
export const removeFromWatchlistInput = z.object({ symbol: symbolInput, name: named });

const once = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/** Spec 3: a list with its owner and times, of which only its name and the symbols (`stockId`) are read. Twice the same is once. */
export const addToWatchlistInput = z.pipe(
  z.object({
    name: named,
    stocks: z
      .array(z.object({ stockId: symbolInput }, { error: tradeMessages.stockRequired }), {
        error: tradeMessages.stockRequired,
      })
      .check(
        z.minLength(1, tradeMessages.stockRequired),
        z.maxLength(MOST_WATCHED, watchMessages.listFull(MOST_WATCHED)),
      ),
  }),
  z.transform(({ name, stocks }: { name?: string | undefined; stocks: { stockId: string }[] }) => ({
    name,
    symbols: once(stocks.map(({ stockId }) => stockId)),
  })),
);

export const newWatchlistInput = z.object({ name: newName });
export const renameWatchlistInput = z.object({ id: idInput, name: newName });
export const watchlistIdInput = z.object({ id: idInput });

export const orderWatchlistsInput = z.object({
  ids: z
    .array(idInput, { error: listMessages.orderRequired })
    .check(z.maxLength(MOST_WATCHLISTS, listMessages.orderRequired)),
});

export const orderStocksInput = z.object({
  id: idInput,
  symbols: z
    .array(symbolInput, { error: listMessages.orderRequired })
    .check(z.maxLength(MOST_WATCHED, listMessages.orderRequired)),
});

/** From the list `id` to the list `to`. */
export const moveStockInput = z.object({ id: idInput, symbol: symbolInput, to: idInput });

/** Comma-separated, 200 at most. */
export const sparklinesInput = z.pipe(
  z.object({ symbols: z.string({ error: tradeMessages.stockRequired }).check(z.maxLength(MOST_WATCHED * 21)) }),
  z.pipe(
    z.transform(({ symbols }: { symbols: string }) => ({ symbols: once(symbols.split(',')) })),
    z.object({
      symbols: z.array(symbolInput).check(z.maxLength(MOST_WATCHED, watchMessages.listFull(MOST_WATCHED))),
    }),
  ),
);

export type WatchedStock = z.output<typeof watchedStock>;
export type Watchlist = z.output<typeof watchlist>;
