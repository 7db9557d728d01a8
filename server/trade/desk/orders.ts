// The administrator's calls about orders: lists, an order's execution and story, and the cancel.
import { deskMessages } from '../../../contract/messages/admin.ts';
import type { DeskOrder } from '../../../contract/admin/orders.ts';
import type { DataOf } from '../../../contract/routes.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { mean } from '../../../core/money.ts';
import { totalCharges } from '../../../core/trade/charges.ts';
import type { OrderRecord } from '../../../core/snapshot.ts';
import type { Handlers } from '../../handler.ts';
import { notFound } from '../../http-error.ts';
import { requestId } from '../../request-id.ts';
import { orderIdOf } from '../order-id.ts';
import { instantText, presentOrder } from '../present.ts';
import { fillsOfOrder } from '../fill-queries.ts';
import { changesOfOrder } from '../order-queries.ts';
import type { FillRow } from '../fill-queries.ts';
import type { ListedOrder } from '../order-queries.ts';
import { orderEnded } from '../refusals.ts';
import { storyOf } from '../story.ts';
import type { DeskContext } from './context.ts';
import { listDeskOrders } from './order-lists.ts';
import type { PageAsked } from './numbered-pages.ts';
import type { OrdersAsked } from './order-lists.ts';
import { accountsByName, accountsById, partiesOf } from './people.ts';
import { parseSearch } from './search.ts';
import type { DeskTotals, OrderScreen } from './totals.ts';
import { pagesOf } from '../../db/list-query.ts';

type OrderCalls =
  | 'GET /orders'
  | 'GET /marketorders'
  | 'GET /limitorders'
  | 'GET /stoporders'
  | 'GET /orderDetails/{id}'
  | 'POST /changeStatus/{id}';

interface Listing extends PageAsked {
  readonly status?: OrdersAsked['status'];
  readonly user?: string | undefined;
  readonly dateRange?: OrdersAsked['days'];
}

interface Asked extends OrdersAsked {
  readonly note?: string | null;
}

export function deskOrderHandlers(context: DeskContext): Pick<Handlers, OrderCalls> {
  const { db, venue, totals, calendar } = context;

  async function list({ note = null, ...asked }: Asked, input: Listing): Promise<DataOf<'GET /limitorders'>> {
    const people = input.user ? await accountsByName(db, input.user) : null;
    const accounts = people === null ? asked.accounts : among(asked.accounts, people.accounts);
    const wanted = { ...asked, accounts, status: input.status, days: input.dateRange };
    const { orders, total } = await listDeskOrders(context, wanted, input);
    return {
      orders: await presentAll(context, orders),
      note: note ?? people?.note ?? null,
      totalOrders: total,
      totalPages: pagesOf(total, input.limit),
      page: input.page,
    };
  }
  const screen =
    (of: OrderScreen) =>
    async ({ input }: { input: Listing }) => ({ data: await list({ screen: of }, input) });

  return {
    async 'GET /orders'({ input }) {
      const asked = await parseSearch(context, input.q ?? '');
      if (input.userId !== undefined) asked.accounts = among(asked.accounts, await accountsById(db, input.userId));
      return { data: { ...(await list(asked, input)), counts: await countsOf(totals) } };
    },
    'GET /marketorders': screen('market'),
    'GET /limitorders': screen('limit'),
    'GET /stoporders': screen('stop'),

    async 'GET /orderDetails/{id}'({ input }) {
      const listed = await find(context, orderIdOf(input.id));
      const { order } = listed;
      const fills = await fillsOfOrder(db, { venue, account: order.account }, order.id);
      const [presented] = await presentAll(context, [listed]);
      return {
        data: {
          order: presented,
          ...executionOf(order, fills),
          events: storyOf(order, fills, await changesOfOrder(db, venue, order.id), { calendar, reader: 'desk' }),
        },
      };
    },

    async 'POST /changeStatus/{id}'({ input, user, ip, idempotencyKey }) {
      const orderId = orderIdOf(input.id);
      const id = requestId({ call: 'POST /changeStatus/{id}', userId: user.id, key: idempotencyKey, input });
      if (!(await context.acts.isDone(id))) {
        // Logged before it is carried out: how much of the order will have filled by then is not known yet.
        const detail = { before: 'PENDING', after: 'canceled' };
        const decision = await context.acts.carryOut(
          { action: 'cancel-order', subject: `order ${orderId}`, detail, by: { actor: user.id, ip }, id },
          { kind: 'cancel-order', account: null, orderId },
        );
        if (!decision.isAccepted) throw orderEnded((await find(context, orderId)).order);
      }
      const [presented] = await presentAll(context, [await find(context, orderId)]);
      return { message: deskMessages.orderCanceled, data: presented };
    },
  };
}

/** A search beside a person's id or name only narrows that person's orders. */
const among = (asked: readonly number[] | undefined, own: readonly number[]): readonly number[] =>
  asked === undefined ? own : own.filter((account) => asked.includes(account));

async function countsOf(totals: DeskTotals): Promise<DataOf<'GET /orders'>['counts']> {
  const of = async (screen: OrderScreen) => ({
    PENDING: await totals.orders({ screen, status: 'PENDING' }),
    COMPLETED: await totals.orders({ screen, status: 'COMPLETED' }),
    FAILED: await totals.orders({ screen, status: 'FAILED' }),
  });
  return { market: await of('market'), limit: await of('limit'), stop: await of('stop') };
}

async function presentAll({ db, exchange }: DeskContext, orders: readonly ListedOrder[]): Promise<DeskOrder[]> {
  const parties = await partiesOf(
    db,
    orders.map(({ order }) => order.account),
  );
  const symbols = new Set(orders.map(({ order }) => order.symbol));
  const prices = await exchange.read(
    (engine) => new Map([...symbols].map((symbol) => [symbol, engine.market(symbol)?.quote.last])),
  );
  return orders.map(({ order, stockName, updatedAt }) => {
    const { id: _id, name, email } = parties.get(order.account)!;
    const lastPrice = prices.get(order.symbol) ?? null;
    const frame = { userName: name, stockName, lastPrice, updatedAt, reader: 'desk' } as const;
    return { ...presentOrder(order, frame), user: { _id, name, email } };
  });
}

function executionOf(order: OrderRecord, fills: readonly FillRow[]) {
  const quantity = order.quantity - order.remaining;
  const lastFill = fills.at(-1);
  return {
    transaction:
      lastFill === undefined
        ? null
        : { createdAt: instantText(lastFill.at), price: toRupees(mean(order.filledValue, quantity)), quantity },
    fills: fills.map((fill) => ({
      _id: `${fill.tradeId}-${fill.side}`,
      createdAt: instantText(fill.at),
      price: toRupees(fill.price),
      quantity: fill.quantity,
      charges: toRupees(totalCharges(fill)),
      statutoryCharges: toRupees(fill.statutory),
    })),
  };
}

async function find(context: DeskContext, id: number): Promise<ListedOrder> {
  const { orders } = await listDeskOrders(context, { id }, { page: 1, limit: 1 });
  if (orders.length === 0) throw notFound();
  return orders[0];
}
