// The contract note of one day: every order that was placed or traded on it, with each fill, each charge, and the net amount.
import { diaryMessages } from '../../../contract/messages/diary.ts';
import { indianText } from '../../../contract/messages/instants.ts';
import { orderReason } from '../../../contract/messages/order-reasons.ts';
import type { ContractNote } from '../../../contract/trade/contract-note.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { dayStartAt, dayText } from '../../../core/market/day.ts';
import type { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import { mean } from '../../../core/money.ts';
import { itemised } from '../../../core/trade/charges.ts';
import type { Filled } from '../../../core/trade/charges.ts';
import { wireSide, wireStatus } from '../../../contract/trade/words.ts';
import { STATUTORY_KINDS } from '../../../core/trade/statutory.ts';
import type { StatutoryItem, StatutoryKind } from '../../../core/trade/statutory.ts';
import type { OrderRecord } from '../../../core/snapshot.ts';
import type { Queryable } from '../../db/open.ts';
import { orderFromRow } from '../../exchange/order-rows.ts';
import type { StoredOrder } from '../../exchange/order-rows.ts';
import type { Caller } from '../../handler.ts';
import { HttpError } from '../../http-error.ts';
import { instantText, presentItems } from '../present.ts';
import type { Mine } from '../mine.ts';
import { wireOrderType } from '../words.ts';

interface NoteFill {
  readonly tradeId: number;
  readonly orderId: number;
  readonly price: number;
  readonly quantity: number;
  readonly brokerage: number;
  readonly flatFee: number;
  readonly statutory: number;
  readonly intradayValue: number;
  readonly at: number;
}

interface NoteOrder {
  readonly order: OrderRecord;
  /** How far it was filled when the day began. */
  readonly before: Filled;
  readonly name: string;
}

export interface NoteDay {
  readonly day: number;
  readonly orders: readonly NoteOrder[];
  /** In order of time. */
  readonly fills: readonly NoteFill[];
}

/** More would fill a hundred pages of paper, and hold up everybody's orders while they are put together. */
const MOST_ROWS = 5_000;

/** Orders placed on the day, and older ones that traded on it. @throws HttpError 422 */
export async function readNoteDay(db: Queryable, { venue, account }: Mine, day: number): Promise<NoteDay> {
  const span = [venue, account, dayStartAt(day), dayStartAt(day + 1)];
  const { rows: fills } = await db.query<NoteFill>(
    `select trade_id as "tradeId", order_id as "orderId", price, quantity, brokerage, flat_fee as "flatFee", statutory,
       intraday_value as "intradayValue", at
     from fills where venue = $1 and account = $2 and trade_id >= own_trade_from($1::smallint, $2, $3)
       and trade_id < own_trade_from($1::smallint, $2, $4, true) and at + 0 >= $3 and at + 0 < $4 order by trade_id limit ${MOST_ROWS + 1}`,
    span,
  );
  refuseTooMany(fills);
  const { rows } = await db.query<StoredOrder & { name: string } & Filled>(
    `select o.*, i.symbol, i.name, before.value as "filledValue", before.intraday as "intradayValue" from (
       (select * from orders where venue = $1 and account = $2
         and id >= own_order_from($1::smallint, $2, $3) and id < own_order_from($1::smallint, $2, $4, true)
         and created_at + 0 >= $3 and created_at + 0 < $4
         order by id limit ${MOST_ROWS + 1})
       union
       select * from orders where venue = $1 and account = $2 and id = any($5::bigint[])
     ) o join instruments i on i.venue = o.venue and i.id = o.instrument
     cross join lateral (
       select coalesce(sum(price * quantity), 0)::bigint as value, coalesce(sum(intraday_value), 0)::bigint as intraday
       from fills f where o.statutory_terms is not null and o.created_at < $3 and f.venue = o.venue and f.order_id = o.id
         and f.trade_id >= o.first_trade and f.trade_id < own_trade_from($1::smallint, $2, $3, true) and f.at + 0 < $3
     ) before order by o.id`,
    [...span, [...new Set(fills.map(({ orderId }) => orderId))]],
  );
  refuseTooMany(rows);
  const orders = rows.map((row) => {
    const { filledValue, intradayValue, name } = row;
    return { order: orderFromRow(row), name, before: { filledValue, intradayValue } };
  });
  return { day, fills, orders };
}

function refuseTooMany({ length }: readonly unknown[]): void {
  if (length > MOST_ROWS) throw new HttpError(422, diaryMessages.tooManyForNote, { code: 'note-too-long' });
}

export function presentNote(
  { day, orders, fills }: NoteDay,
  user: Caller,
  { now: issuedAt, calendar }: { now: number; calendar: TradingCalendar },
): ContractNote {
  const byOrder = new Map<number, NoteFill[]>();
  for (const fill of fills) {
    const known = byOrder.get(fill.orderId);
    if (known) known.push(fill);
    else byOrder.set(fill.orderId, [fill]);
  }
  const lines = orders.map((one) => ({ ...one, ...sumsOf(byOrder.get(one.order.id) ?? []) }));
  const total = (of: (line: (typeof lines)[number]) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  const bought = total(({ order, value }) => (order.side === 'buy' ? value : 0));
  const sold = total(({ order, value }) => (order.side === 'sell' ? value : 0));
  const [brokerage, flatFee] = [total((line) => line.brokerage), total((line) => line.flatFee)];
  const statutory = total((line) => line.statutory);
  const items = lines.flatMap(itemsOf);
  const ofKind = (kind: StatutoryKind) => items.reduce((sum, one) => (one.kind === kind ? sum + one.amount : sum), 0);
  const summed = STATUTORY_KINDS.map((kind) => ({ kind, amount: ofKind(kind) })).filter(({ amount }) => amount > 0);
  return {
    number: `PN-${dayText(day).replaceAll('-', '')}-${user.accountNo}`,
    day: dayText(day),
    trader: { name: user.name, email: user.email, account: String(user.accountNo) },
    orders: lines.map((line) => presentLine(line, { dayEnd: dayStartAt(day + 1), calendar })),
    bought: toRupees(bought),
    sold: toRupees(sold),
    brokerage: toRupees(brokerage),
    flatFee: toRupees(flatFee),
    statutoryCharges: toRupees(statutory),
    statutoryItems: presentItems(summed),
    charges: toRupees(brokerage + flatFee + statutory),
    net: toRupees(sold - bought - brokerage - flatFee - statutory),
    issuedAt: instantText(issuedAt),
  };
}

/** What decides which day something belongs to. */
interface NoteSpan {
  /** The first instant after the day. */
  readonly dayEnd: number;
  readonly calendar: TradingCalendar;
}

interface Line extends NoteOrder {
  readonly fills: readonly NoteFill[];
  readonly filled: number;
  readonly value: number;
  readonly brokerage: number;
  readonly flatFee: number;
  readonly statutory: number;
  readonly intradayValue: number;
}

/** The statutory charges of an order on this day: computed on its whole value, less what earlier days have paid. */
function itemsOf({ order, before, value, intradayValue, statutory }: Line): StatutoryItem[] {
  const filledValue = before.filledValue + value;
  return itemised({ ...order, filledValue, intradayValue: before.intradayValue + intradayValue, statutory }, before);
}

function sumsOf(fills: readonly NoteFill[]): Omit<Line, keyof NoteOrder> {
  const total = (of: (fill: NoteFill) => number) => fills.reduce((sum, fill) => sum + of(fill), 0);
  return {
    fills,
    filled: total(({ quantity }) => quantity),
    value: total(({ price, quantity }) => price * quantity),
    brokerage: total((fill) => fill.brokerage),
    flatFee: total((fill) => fill.flatFee),
    statutory: total((fill) => fill.statutory),
    intradayValue: total((fill) => fill.intradayValue),
  };
}

/**
 * What became of the order. What happened after the day says when, so that nobody looks for it among the fills of the day. Its own day may have
 * ended a moment after midnight; an order of the night ends with another one.
 */
function reasonOn(order: OrderRecord, { dayEnd, calendar }: NoteSpan): string {
  const endsWithDay = order.endReason === 'day-ended' && calendar.phaseAt(order.createdAt) !== 'closed';
  const isLater = order.endedAt !== null && order.endedAt >= dayEnd && !endsWithDay;
  return `${isLater ? `Later, ${indianText(order.endedAt)}: ` : ''}${orderReason(order)}`;
}

function presentLine(line: Line, span: NoteSpan): ContractNote['orders'][number] {
  const { order, name, fills, filled, value, brokerage, flatFee, statutory } = line;
  const sign = order.side === 'sell' ? 1 : -1;
  return {
    id: String(order.id),
    time: instantText(order.createdAt),
    symbol: order.symbol,
    name,
    type: wireSide(order.side),
    orderType: wireOrderType(order.orderType),
    isIntraday: order.product === 'intraday',
    quantity: order.quantity,
    filledQuantity: filled,
    averagePrice: filled === 0 ? null : toRupees(mean(value, filled)),
    value: toRupees(value),
    brokerage: toRupees(brokerage),
    flatFee: toRupees(flatFee),
    statutoryCharges: toRupees(statutory),
    statutoryItems: presentItems(itemsOf(line)),
    net: toRupees(sign * value - brokerage - flatFee - statutory),
    status: wireStatus(order),
    reason: reasonOn(order, span),
    fills: fills.map((fill) => ({
      id: String(fill.tradeId),
      time: instantText(fill.at),
      quantity: fill.quantity,
      price: toRupees(fill.price),
      value: toRupees(fill.price * fill.quantity),
      brokerage: toRupees(fill.brokerage),
      flatFee: toRupees(fill.flatFee),
      statutoryCharges: toRupees(fill.statutory),
    })),
  };
}
