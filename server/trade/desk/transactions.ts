// The administrator's call about trades: who bought from whom, and what all of it adds up to.
import type { DeskTransaction } from '../../../contract/admin/transactions.ts';
import { wireSide } from '../../../contract/trade/words.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import type { Handlers } from '../../handler.ts';
import { instantText } from '../present.ts';
import type { DeskContext } from './context.ts';
import { accountsByName, partiesOf } from './people.ts';
import type { Party } from './people.ts';
import { parseSearch } from './search.ts';
import { listDeskTrades } from './trade-lists.ts';
import type { ListedTrade } from './trade-lists.ts';
import { pagesOf } from '../../db/list-query.ts';

const SIDES = { ALL: undefined, BUY: 'buy', SELL: 'sell' } as const;

/** Simulated traders have no names. */
const MARKET = { _id: null, name: 'Practice market' };

export function deskTransactionHandlers(context: DeskContext): Pick<Handlers, 'GET /allTransactions'> {
  const { db } = context;
  return {
    async 'GET /allTransactions'({ input }) {
      const { note = null, ...asked } = await parseSearch(context, input.q ?? '');
      const people = input.user ? await accountsByName(db, input.user) : null;
      const whose = people === null ? {} : { accounts: people.accounts, others: asked.accounts };
      const wanted = { ...asked, ...whose, side: SIDES[input.type ?? 'ALL'], days: input.dateRange };
      const { trades, sums } = await listDeskTrades(context, wanted, input);
      const parties = await partiesOf(
        db,
        trades.flatMap(({ buyer, seller }) => [buyer, seller]).filter((side) => side !== null),
      );
      const data = {
        transactions: trades.map((trade) => present(trade, parties)),
        note: note ?? people?.note ?? null,
        stats: {
          totalTransactions: sums.trades,
          totalVolume: sums.shares,
          totalValue: toRupees(sums.value),
          buyTransactions: sums.buys,
          sellTransactions: sums.sells,
        },
        totalTransactions: sums.trades,
        totalPages: pagesOf(sums.trades, input.limit),
        page: input.page,
      };
      return { data };
    },
  };
}

function present(trade: ListedTrade, parties: ReadonlyMap<number, Party>): DeskTransaction {
  const party = (account: number | null) => {
    const known = account === null ? undefined : parties.get(account);
    return known === undefined ? MARKET : { _id: known.id, name: known.name };
  };
  return {
    _id: String(trade.tradeId),
    buyer: party(trade.buyer),
    seller: party(trade.seller),
    stock: { symbol: trade.symbol, name: trade.stockName },
    type: wireSide(trade.side),
    quantity: trade.quantity,
    price: toRupees(trade.price),
    totalAmount: toRupees(trade.price * trade.quantity),
    charges: toRupees(trade.charges),
    createdAt: instantText(trade.at),
    status: 'COMPLETED',
  };
}
