// The tables of a person's own data: only what is theirs, nothing about others, and no passwords, tokens or keys.
import { FIRST_LIST } from '../../../contract/market/watchlist-rules.ts';
import { noticeTypes } from '../../../contract/notice.ts';
import type { NoticeKind } from '../../../contract/notice.ts';
import { paymentDeskMessages } from '../../../contract/messages/admin.ts';
import { decisionTexts, reasonTexts } from '../../../contract/messages/reports.ts';
import type { ReportDecision, ReportReason } from '../../../contract/messages/reports.ts';
import { patternTitles } from '../../../contract/messages/surveillance.ts';
import { endReasonTexts } from '../../../contract/messages/order-reasons.ts';
import { actionText } from '../../../contract/messages/corporate.ts';
import { dayText } from '../../../core/market/day.ts';
import { actionOf } from '../../exchange/corporate-actions.ts';
import type { Pattern } from '../../../core/surveillance/conduct.ts';
import { wireStatus } from '../../../contract/trade/words.ts';
import type { EndReason, OrderStatus } from '../../../core/trade/order.ts';
import { SCHOOL_TABLES } from './school-tables.ts';
import { sum, TOPIC } from './table.ts';
import type { Table } from './table.ts';
import { timeText } from './time-text.ts';

/** Missing prices are stored as null or 0. */
const price = (paise: string | number | null): number | null => (Number(paise ?? 0) === 0 ? null : sum(paise));
const { refundReasons } = paymentDeskMessages;
const INSTRUMENT = 'join instruments i on i.venue = o.venue and i.id = o.instrument';

export const TABLES: readonly Table[] = [
  {
    file: 'orders.csv',
    says: 'every order you have placed',
    header: [
      'Order',
      'Placed at (IST)',
      'Side',
      'Symbol',
      'Order type',
      'Validity',
      'Product',
      'Quantity',
      'Filled',
      'Limit price',
      'Stop price',
      'Target',
      'Stop loss',
      'Status',
      'Reason',
      'Ended at (IST)',
    ],
    by: 'account',
    sql: `select o.id as key, o.created_at as at, upper(o.side) as side, i.symbol, upper(o.order_type) as type,
        upper(o.time_in_force) as validity, o.product, o.quantity, o.remaining, o.quantity - o.remaining as filled, o.limit_price as "limitPrice",
        o.stop_price as "stopPrice", o.target_price as target, o.stop_loss_price as "stopLoss", o.status, o.end_reason as reason, o.ended_at as "endedAt"
      from orders o ${INSTRUMENT} where o.venue = $4 and o.account = $1 and o.id > $2 order by o.id limit $3`,
    cells: (row) => [
      row.key,
      timeText(row.at),
      row.side,
      row.symbol,
      row.type,
      row.validity,
      row.product,
      row.quantity,
      row.filled,
      price(row.limitPrice),
      price(row.stopPrice),
      price(row.target),
      price(row.stopLoss),
      wireStatus({
        status: row.status as OrderStatus,
        quantity: Number(row.quantity),
        remaining: Number(row.remaining),
      }),
      row.reason === null ? '' : (endReasonTexts[row.reason as EndReason] ?? row.reason),
      timeText(row.endedAt),
    ],
  },
  {
    file: 'transactions.csv',
    says: 'every trade of yours, with what it cost',
    header: [
      'Trade',
      'At (IST)',
      'Order',
      'Side',
      'Symbol',
      'Product',
      'Quantity',
      'Price',
      'Value',
      'Brokerage',
      'Flat fee',
      'Statutory charges',
    ],
    by: 'account',
    sql: `select o.trade_id as key, o.at, o.order_id as "orderId", upper(o.side) as side, i.symbol, o.product, o.quantity, o.price,
        o.price * o.quantity as value, o.brokerage, o.flat_fee as "flatFee", o.statutory
      from fills o ${INSTRUMENT} where o.venue = $4 and o.account = $1 and o.trade_id > $2 order by o.trade_id limit $3`,
    cells: (row) => [
      row.key,
      timeText(row.at),
      row.orderId,
      row.side,
      row.symbol,
      row.product,
      row.quantity,
      sum(row.price),
      sum(row.value),
      sum(row.brokerage),
      sum(row.flatFee),
      sum(row.statutory),
    ],
  },
  {
    file: 'corporate-actions.csv',
    says: 'the splits, bonuses and dividends of shares you held',
    header: ['Action', 'Day', 'Symbol', 'Kind', 'What', 'Shares before', 'Shares after', 'Cash'],
    by: 'account',
    sql: `select o.action as key, c.done_day as day, i.symbol, c.kind, c.from_shares as "from", c.to_shares as "to",
        c.per_share as "perShare", o.before, o.after, o.cash
      from entitlements o join corporate_actions c on c.venue = o.venue and c.id = o.action
        join instruments i on i.venue = c.venue and i.id = c.instrument
      where o.venue = $4 and o.account = $1 and o.action > $2 order by o.action limit $3`,
    cells: (row) => [
      row.key,
      dayText(Number(row.day)),
      row.symbol,
      row.kind,
      actionText(actionOf(row as unknown as Parameters<typeof actionOf>[0])),
      row.before,
      row.after,
      sum(row.cash),
    ],
  },
  {
    file: 'payments.csv',
    says: 'what you have paid in, or paid for lessons, and what has gone back',
    header: [
      'Payment',
      'At (IST)',
      'For',
      'Lesson',
      'Amount',
      'Status',
      'Number at the provider',
      'Paid back because',
      'Paid back at (IST)',
    ],
    by: 'id',
    sql: `select p.id as key, p.created_at as at, p.purpose, ${TOPIC} as topic, p.amount, p.status, p.provider_payment as number,
        r.reason, r.refunded_at as "refundedAt"
      from payments p left join lessons l on l.id = p.lesson left join refunds r on r.payment = p.id
      where p.user_id = $1 and p.id > $2 and $4 > 0 order by p.id limit $3`,
    cells: ({ key, at, purpose, topic, amount, status, number, reason, refundedAt }) => [
      key,
      timeText(at),
      purpose,
      topic,
      sum(amount),
      status,
      number,
      refundReasons[reason as keyof typeof refundReasons] ?? reason,
      timeText(refundedAt),
    ],
  },
  {
    file: 'rewards.csv',
    says: 'the rewards you have earned',
    header: ['Reward', 'Earned at (IST)', 'Kind', 'Amount', 'State', 'Paid at (IST)', 'Ends at (IST)'],
    by: 'account',
    sql: `select id as key, earned_at as at, kind, amount, state, paid_at as "paidAt", expires_at as "expiresAt"
      from rewards where venue = $4 and account = $1 and id > $2 order by id limit $3`,
    cells: (row) => [
      row.key,
      timeText(row.at),
      row.kind,
      sum(row.amount),
      row.state,
      timeText(row.paidAt),
      timeText(row.expiresAt),
    ],
  },
  ...SCHOOL_TABLES,
  {
    file: 'market-conduct.csv',
    says: 'what a real exchange would have asked you about',
    header: ['Seen at (IST)', 'Pattern', 'Symbol', 'From (IST)', 'To (IST)'],
    by: 'account',
    sql: `select o.id as key, o.created_at as at, o.pattern, i.symbol, o.from_at as "fromAt", o.to_at as "toAt"
      from flags o ${INSTRUMENT} where o.venue = $4 and o.account = $1 and o.id > $2 order by o.id limit $3`,
    cells: (row) => [
      timeText(row.at),
      patternTitles[row.pattern as Pattern] ?? row.pattern,
      row.symbol,
      timeText(row.fromAt),
      timeText(row.toAt),
    ],
  },
  {
    file: 'reports.csv',
    says: 'what you have reported in calls',
    header: ['Reported at (IST)', 'Reason', 'What you wrote', 'State'],
    by: 'account',
    sql: `select id as key, created_at as at, reason, words, case when decision is null then 'open' else 'closed' end as state
      from reports where reporter_account = $1 and id > $2 and $4 > 0 order by id limit $3`,
    cells: (row) => [timeText(row.at), reasonTexts[row.reason as ReportReason] ?? row.reason, row.words, row.state],
  },
  {
    file: 'reported-messages.csv',
    says: 'what you have written in calls and is kept because it was reported',
    header: ['Written at (IST)', 'Message', 'Decision'],
    by: 'account',
    // Not while a report is being looked into; who has reported is never told.
    sql: `select id as key, said_at as at, said, decision from reports
      where account = $1 and said is not null and decision is not null and id > $2 and $4 > 0 order by id limit $3`,
    cells: (row) => [timeText(row.at), row.said, decisionTexts[row.decision as ReportDecision] ?? row.decision],
  },
  {
    file: 'removals.csv',
    says: 'the lessons from whose calls a host has removed you',
    header: ['Removed at (IST)', 'Topic', 'Let in again at (IST)'],
    by: 'account',
    sql: `select r.id as key, r.removed_at as at, ${TOPIC} as topic, r.let_in_at as "letInAt"
      from call_removals r join lessons l on l.id = r.lesson where r.account = $1 and r.id > $2 and $4 > 0 order by r.id limit $3`,
    cells: (row) => [timeText(row.at), row.topic, timeText(row.letInAt)],
  },
  {
    file: 'watchlists.csv',
    says: 'the watchlists you have made, beside My Watchlist',
    header: ['Name', 'Place', 'Made at (IST)'],
    by: 'account',
    sql: `select o.id as key, o.name, o.place + 1 as place, o.created_at as at from watchlists o
      where o.venue = $4 and o.account = $1 and o.id > $2 order by o.id limit $3`,
    cells: (row) => [row.name, row.place, timeText(row.at)],
  },
  {
    file: 'watchlist.csv',
    says: 'the stocks you watch, and on which list',
    header: ['Symbol', 'Name', 'Watchlist', 'Added at (IST)'],
    by: 'account',
    sql: `select o.id as key, i.symbol, i.name, coalesce(l.name, '${FIRST_LIST.name}') as list, o.added_at as at from watchlist_stocks o ${INSTRUMENT}
      left join watchlists l on l.venue = o.venue and l.account = o.account and l.id = o.list
      where o.venue = $4 and o.account = $1 and o.id > $2 order by o.id limit $3`,
    cells: (row) => [row.symbol, row.name, row.list, timeText(row.at)],
  },
  {
    file: 'price-alerts.csv',
    says: 'your price alerts',
    header: ['Symbol', 'Direction', 'Price', 'Set at (IST)', 'Reached at (IST)', 'Price then'],
    by: 'account',
    sql: `select o.id as key, i.symbol, o.direction, o.price, o.created_at as at, o.reached_at as "reachedAt", o.reached_price as "reachedPrice"
      from price_alerts o ${INSTRUMENT} where o.venue = $4 and o.account = $1 and o.id > $2 order by o.id limit $3`,
    cells: (row) => [
      row.symbol,
      row.direction,
      sum(row.price),
      timeText(row.at),
      timeText(row.reachedAt),
      sum(row.reachedPrice),
    ],
  },
  {
    file: 'drawn-lines.csv',
    says: 'the lines you have drawn on charts',
    header: ['Symbol', 'Line', 'Price', 'From (IST)', 'To (IST)', 'Price there'],
    by: 'account',
    // A chart has fewer than a hundred lines: both numbers together are one, in order.
    sql: `select o.id * 100 + l.place as key, i.symbol, l.line->>'kind' as kind,
        coalesce(l.line->'price', l.line->'from'->'price')::bigint as price, (l.line->'from'->'second')::bigint * 1000 as "fromAt",
        (l.line->'to'->'second')::bigint * 1000 as "toAt", (l.line->'to'->'price')::bigint as "toPrice"
      from drawn_lines o ${INSTRUMENT}, jsonb_array_elements(o.lines) with ordinality as l (line, place)
      where o.venue = $4 and o.account = $1 and o.id * 100 + l.place > $2 order by 1 limit $3`,
    cells: (row) => [row.symbol, row.kind, sum(row.price), timeText(row.fromAt), timeText(row.toAt), sum(row.toPrice)],
  },
  {
    file: 'notifications.csv',
    says: 'what you have been told',
    header: ['At (IST)', 'Type', 'Message', 'Read at (IST)', 'Order'],
    by: 'account',
    sql: `select id as key, created_at as at, kind, message, read_at as "readAt", order_id as "orderId" from notifications
      where account = $1 and is_listed and id > $2 and $4 > 0 order by id limit $3`,
    cells: (row) => [
      timeText(row.at),
      noticeTypes[row.kind as NoticeKind] ?? row.kind,
      row.message,
      timeText(row.readAt),
      row.orderId,
    ],
  },
  {
    file: 'logins.csv',
    says: 'where you have been logged in',
    header: ['Logged in at (IST)', 'Last used at (IST)', 'Ended at (IST)', 'Browser', 'Address'],
    by: 'id',
    // Its ids are random: the order of time serves as the key, and those of one instant come together.
    sql: `select created_at as key, rotated_at as "usedAt", ended_at as "endedAt", user_agent as agent, ip from logins
      where user_id = $1 and created_at > $2 and $4 > 0 order by created_at fetch first ($3::bigint) rows with ties`,
    cells: (row) => [timeText(row.key), timeText(row.usedAt), timeText(row.endedAt), row.agent, row.ip],
  },
];
