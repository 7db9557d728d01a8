// How a batch stands in the tables: the columns of each, and what fills them. Orders have a file of their own, `order-rows.ts`.
import type { Account, AccountId, Transfer } from '../../core/ledger/ledger.ts';
import type { PathExtremes } from '../../core/market/price-path.ts';
import type { TraderRecord } from '../../core/snapshot.ts';
import type { Fill } from '../../core/trade/listener.ts';
import type { ChangeableTerms } from '../../core/trade/order.ts';
import type { Lot, Product } from '../../core/trade/lots.ts';
import type { Side } from '../../core/market/instrument.ts';
import type { NoticeRow } from '../notices/notices.ts';

type Value = number | string | boolean | null;

/** One column: its name, and how a record fills it. */
export interface Column<Row> {
  readonly name: string;
  readonly of: (row: Row) => Value;
}

export function column<Row>(name: string, of: (row: Row) => Value): Column<Row> {
  return { name, of };
}

/** An account that no batch before knew. */
export interface AccountRow extends Account {
  readonly balance: number;
}

export interface BalanceRow {
  readonly id: AccountId;
  readonly balance: number;
}

export const ACCOUNT_COLUMNS: readonly Column<AccountRow>[] = [
  column('id', (row) => row.id),
  column('owner', (row) => String(row.owner)),
  column('asset', (row) => row.asset),
  column('balance', (row) => row.balance),
];

export const TRADER_COLUMNS: readonly Column<TraderRecord>[] = [
  column('account', (row) => row.account),
  column('is_blocked', (row) => row.isBlocked),
  column('bonus_reward', (row) => row.bonus?.rewardId ?? null),
  column('bonus_left', (row) => row.bonus?.left ?? null),
  column('bonus_expires_at', (row) => row.bonus?.expiresAt ?? null),
];

/** A trader has given an open order other terms. */
export interface ChangeRow {
  readonly orderId: number;
  readonly at: number;
  readonly before: ChangeableTerms;
  readonly after: ChangeableTerms;
}

/** One person's side of one execution, as plain data. */
export interface FillRecord {
  readonly tradeId: number;
  readonly orderId: number;
  readonly side: Side;
  readonly account: number;
  readonly symbol: string;
  readonly instrumentId: number;
  readonly price: number;
  readonly quantity: number;
  readonly brokerage: number;
  readonly flatFee: number;
  readonly statutory: number;
  readonly intradayValue: number;
  readonly cost: number;
  /** Of a sale: when the first of the sold shares was bought. */
  readonly openedAt: number | null;
  readonly product: Product;
  readonly isMaker: boolean;
  readonly counterparty: number | null;
  readonly at: number;
  /** Of a sale: the highest and lowest price of the market since `pathFrom`; null if that is not recorded. */
  readonly high: number | null;
  readonly low: number | null;
  /** From when on the path is known: when the shares were bought, or later. */
  readonly pathFrom: number | null;
}

export function fillRecord(fill: Fill, path: PathExtremes | null): FillRecord {
  const { tradeId, order, price, quantity, brokerage, flatFee, statutory, intradayValue, cost, openedAt } = fill;
  const { isMaker, counterparty, at } = fill;
  const { instrument } = order.market;
  return {
    tradeId,
    orderId: order.id,
    side: order.side,
    account: order.trader.id,
    symbol: instrument.symbol,
    instrumentId: instrument.id,
    price,
    quantity,
    brokerage,
    flatFee,
    statutory,
    intradayValue,
    cost,
    openedAt,
    product: order.product,
    isMaker,
    counterparty: counterparty?.trader.id ?? null,
    at,
    high: path?.high ?? null,
    low: path?.low ?? null,
    pathFrom: path?.fromAt ?? null,
  };
}

export const FILL_COLUMNS: readonly Column<FillRecord>[] = [
  column('trade_id', (row) => row.tradeId),
  column('side', (row) => row.side),
  column('order_id', (row) => row.orderId),
  column('account', (row) => row.account),
  column('instrument', (row) => row.instrumentId),
  column('price', (row) => row.price),
  column('quantity', (row) => row.quantity),
  column('brokerage', (row) => row.brokerage),
  column('flat_fee', (row) => row.flatFee),
  column('statutory', (row) => row.statutory),
  column('intraday_value', (row) => row.intradayValue),
  column('cost', (row) => row.cost),
  column('opened_at', (row) => row.openedAt),
  column('product', (row) => row.product),
  column('is_maker', (row) => row.isMaker),
  column('counterparty', (row) => row.counterparty),
  column('at', (row) => row.at),
  column('high', (row) => row.high),
  column('low', (row) => row.low),
  column('path_from', (row) => row.pathFrom),
];

export interface TransferRow extends Transfer {
  readonly at: number;
}

export const TRANSFER_COLUMNS: readonly Column<TransferRow>[] = [
  column('id', (row) => row.id),
  column('at', (row) => row.at),
  column('debit', (row) => row.debit),
  column('credit', (row) => row.credit),
  column('amount', (row) => row.amount),
  column('kind', (row) => row.kind),
  column('reference', (row) => row.reference),
];

/** Cash of a person that came, or went (below zero), without a trade. */
export interface CashFlow {
  readonly account: number;
  readonly amount: number;
  readonly kind: 'deposit' | 'reward' | 'reward-expiry';
  /** The payment or reward it belongs to. */
  readonly reference: number;
  readonly at: number;
}

export function cashFlow(transfer: TransferRow, accounts: readonly Account[]): CashFlow | null {
  const { kind, debit, credit, amount, reference, at } = transfer;
  if (kind !== 'deposit' && kind !== 'reward' && kind !== 'reward-expiry') return null;
  const isIn = kind !== 'reward-expiry';
  const { owner } = accounts[isIn ? credit : debit];
  if (typeof owner !== 'number') return null;
  return { account: owner, amount: isIn ? amount : -amount, kind, reference, at };
}

export interface LotRow extends Lot {
  /** No batch before knew it. */
  readonly isNew: boolean;
  readonly account: number;
  readonly instrumentId: number;
}

export const LOT_COLUMNS: readonly Column<LotRow>[] = [
  column('account', (row) => row.account),
  column('instrument', (row) => row.instrumentId),
  column('id', (row) => row.id),
  column('quantity', (row) => row.quantity),
  column('price', (row) => row.price),
  column('product', (row) => row.product),
  column('loan', (row) => row.loan),
  column('bought_at', (row) => row.boughtAt),
  column('order_id', (row) => row.orderId),
];

/** The outcome of a command that came with a key, kept beside its effect. */
export interface KeyRow {
  readonly account: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly outcome: unknown;
}

export const KEY_COLUMNS: readonly Column<KeyRow>[] = [
  column('account', (row) => row.account),
  column('key', (row) => row.key),
  column('fingerprint', (row) => row.fingerprint),
  column('outcome', (row) => JSON.stringify(row.outcome)),
];

export const NOTICE_COLUMNS: readonly Column<NoticeRow>[] = [
  column('account', (row) => row.account),
  column('kind', (row) => row.kind),
  column('message', (row) => row.message),
  column('created_at', (row) => row.at),
  column('is_listed', (row) => row.isListed),
  column('is_mail_due', (row) => row.isMailDue),
  column('order_id', (row) => row.orderId ?? null),
];
