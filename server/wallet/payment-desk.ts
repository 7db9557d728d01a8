// The administrators' list of payments: everybody's, found by any number a payer may have, and what became of each.
import type { DeskPayment, PaymentState } from '../../contract/admin/payments.ts';
import { lessonTitle } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import { paymentDeskMessages } from '../../contract/messages/admin.ts';
import type { InputOf } from '../../contract/routes.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { dayStartAt } from '../../core/market/day.ts';
import type { Paise } from '../../core/money.ts';
import { Conditions } from '../db/conditions.ts';
import { limitAndOffset, pagesOf, wordsOf } from '../db/list-query.ts';
import type { Queryable } from '../db/open.ts';
import { holdsPart } from '../db/people-search.ts';
import { isUuid } from '../db/uuid.ts';
import type { Handlers } from '../handler.ts';
import type { Returned } from './refunds.ts';

const STATE = `case when r.refunded_at is not null then 'REFUNDED' when r.payment is not null then 'REFUND_DUE'
  when p.status = 'created' then 'OPEN' when p.status = 'attempted' then 'CHECKING' when p.status = 'paid' then 'CAPTURED'
  else upper(p.status) end`;
const PAYMENTS = 'payments p left join refunds r on r.payment = p.id';

interface Row {
  readonly id: number;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly lesson: string | null;
  readonly topic: string;
  readonly specialization: Specialization | null;
  readonly amount: Paise;
  readonly state: PaymentState;
  readonly reason: Returned | null;
  readonly provider: string;
  readonly providerOrder: string;
  readonly providerPayment: string | null;
  readonly providerRefund: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export function paymentDeskHandlers(db: Queryable): Pick<Handlers, 'GET /payments'> {
  return {
    async 'GET /payments'({ input }) {
      const { page, limit } = input;
      const asked = await conditions(db, input);
      const { where, values } = asked;
      const counted = await db.query<{ total: number; arrived: Paise }>(
        `select count(*) as total, coalesce(sum(p.amount) filter (where p.status = 'credited' and r.payment is null), 0)::bigint as arrived
         from ${PAYMENTS} ${where}`,
        values,
      );
      const { total, arrived } = counted.rows[0];
      const { rows } = await db.query<Row>(
        `select p.id, u.id as "userId", u.name, u.email, l.public_id as lesson, coalesce(l.topic, '') as topic, l.specialization, p.amount,
           ${STATE} as state, r.reason, p.provider, p.provider_order as "providerOrder", p.provider_payment as "providerPayment",
           r.provider_refund as "providerRefund", p.created_at as "createdAt",
           coalesce(r.refunded_at, r.due_at, p.credited_at, p.paid_at, p.failed_at, p.attempted_at, p.created_at) as "updatedAt"
         from (select p.id from ${PAYMENTS} ${where} order by p.id desc ${limitAndOffset(asked, input)}) shown
           join ${PAYMENTS} on p.id = shown.id join users u on u.id = p.user_id left join lessons l on l.id = p.lesson
         order by p.id desc`,
        values,
      );
      return {
        data: {
          payments: rows.map(present),
          totalPayments: total,
          arrived: toRupees(arrived),
          totalPages: pagesOf(total, limit),
          page,
        },
      };
    },
  };
}

async function conditions(
  db: Queryable,
  { q = '', userId, status, dateRange }: InputOf<'GET /payments'>,
): Promise<Conditions> {
  const asked = new Conditions();
  if (userId !== undefined) asked.add('p.user_id = ?', isUuid(userId) ? userId : null);
  asked.addIf(`${STATE} = ?`, status);
  if (dateRange !== undefined)
    asked
      .add('p.created_at >= ?', dayStartAt(dateRange.fromDay))
      .add('p.created_at < ?', dayStartAt(dateRange.toDay + 1));
  const known = q === '' ? [] : await numbered(db, q);
  if (known.length > 0) return asked.add('p.id = any(?)', known);
  for (const word of wordsOf(q.toLowerCase()))
    asked.plain(`p.account in (select account_no from users where ${holdsPart(word, asked.parameter(word))})`);
  return asked;
}

/** Payments with this number: our own, or the provider's number of the order, the payment or the refund. */
async function numbered(db: Queryable, given: string): Promise<number[]> {
  const own = /^#?([1-9]\d{0,14})$/.exec(given)?.[1] ?? null;
  const { rows } = await db.query<{ id: number }>(
    // The providers one after another, each found by the index: to see all rows for their few names takes long.
    `with recursive known as (
       select min(provider) as provider from payments
       union all select (select min(provider) from payments where provider > k.provider) from known k where k.provider is not null)
     select id from payments where id = $1::bigint
     union select p.id from known join payments p on p.provider = known.provider and (p.provider_order = $2 or p.provider_payment = $2)
     union select payment from refunds where provider_refund = $2`,
    [own, given],
  );
  return rows.map(({ id }) => id);
}

function present(row: Row): DeskPayment {
  const { id, userId, name, email, lesson, amount, state, reason, createdAt, updatedAt } = row;
  const { provider, providerOrder, providerPayment, providerRefund } = row;
  return {
    _id: String(id),
    user: { _id: userId, name, email },
    course: lesson === null ? null : { _id: lesson, title: lessonTitle(row) },
    amount: toRupees(amount),
    status: state,
    reason: reason === null ? null : paymentDeskMessages.refundReasons[reason],
    provider,
    providerOrder,
    providerPayment,
    providerRefund,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
