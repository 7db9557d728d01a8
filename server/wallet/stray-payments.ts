// Money at a provider that is credited to nobody here: recorded for administrators, who look into it there and note what they did.
import type { StrayPayment } from '../../contract/admin/payments.ts';
import { paymentDeskMessages } from '../../contract/messages/admin.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { CapturedPayment } from '../adapters/payment.ts';
import { writeAudit } from '../audit.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Payment } from './payments.ts';

/** Recorded once, however often it is reported: true for the first time. */
export async function noteStray(
  db: Queryable,
  payment: Payment,
  captured: CapturedPayment,
  at: number,
): Promise<boolean> {
  const { paymentId, orderId, amount, currency } = captured;
  const { rowCount } = await db.query(
    `insert into stray_payments (payment, provider, provider_payment, provider_order, amount, currency, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (provider, provider_payment) do nothing`,
    [payment.id, payment.provider, paymentId, orderId, amount, currency, at],
  );
  return rowCount === 1;
}

interface Row {
  readonly id: number;
  readonly payment: number;
  readonly provider: string;
  readonly providerPayment: string;
  readonly providerOrder: string;
  readonly ownOrder: string;
  readonly amount: number;
  readonly ownAmount: number;
  readonly currency: string;
  readonly seenAt: number;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly hasLeft: boolean;
}

/** Nobody looks into more than this at once; the oldest come first. */
const MOST_STRAYS = 50;
/** The person who made the order, if it is one of ours; otherwise the person it was reported for. Leaves out money credited since. */
const OPEN = `select s.id, p.id as payment, s.provider, s.provider_payment as "providerPayment", s.provider_order as "providerOrder",
    p.provider_order as "ownOrder", s.amount, p.amount as "ownAmount", s.currency, s.seen_at as "seenAt", u.id as "userId", u.name, u.email,
    u.deleted_at is not null as "hasLeft"
  from stray_payments s join payments told on told.id = s.payment
    left join payments o on o.provider = s.provider and o.provider_order = s.provider_order
    join payments p on p.id = coalesce(o.id, told.id) join users u on u.id = p.user_id
  where s.settled_at is null and not exists (
    select 1 from payments c where c.provider = s.provider and c.provider_payment = s.provider_payment and c.status in ('paid', 'credited'))`;

interface StrayContext {
  readonly db: Database;
  readonly now: () => number;
}

export function strayHandlers({
  db,
  now,
}: StrayContext): Pick<Handlers, 'GET /strayPayments' | 'POST /settleStray/{id}'> {
  return {
    async 'GET /strayPayments'() {
      return { data: await openStrays(db) };
    },
    async 'POST /settleStray/{id}'({ input: { id, note }, user, ip }, keep) {
      const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
      const at = now();
      return db.transaction(async (transaction) => {
        const { rows } = await transaction.query<{ settledAt: number | null; name: string }>(
          `select settled_at as "settledAt", provider_payment as name from stray_payments where id = $1 for update`,
          [number],
        );
        if (rows.length === 0) throw notFound();
        const [{ settledAt, name }] = rows;
        if (settledAt !== null)
          throw new HttpError(409, paymentDeskMessages.settledAlready, { code: 'changed-meanwhile' });
        await transaction.query('update stray_payments set settled_at = $2, settled_by = $3, note = $4 where id = $1', [
          number,
          at,
          user.id,
          note,
        ]);
        const detail = { note };
        await writeAudit(transaction, { at, actor: user.id, action: 'settle-stray', subject: name, detail, ip });
        const answer = { message: paymentDeskMessages.settled, data: await openStrays(transaction) };
        await keep?.(transaction, answer);
        return answer;
      });
    },
  };
}

async function openStrays(db: Queryable): Promise<StrayPayment[]> {
  const { rows } = await db.query<Row>(`${OPEN} order by s.id limit ${MOST_STRAYS}`);
  return rows.map(present);
}

function present(row: Row): StrayPayment {
  const { id, payment, provider, providerPayment, amount, currency, seenAt, userId, name, email } = row;
  return {
    _id: String(id),
    payment: String(payment),
    user: { _id: userId, name, email },
    provider,
    providerPayment,
    amount: toRupees(amount),
    currency,
    why: reasonOf(row),
    seenAt: new Date(seenAt).toISOString(),
  };
}

function reasonOf({ providerOrder, ownOrder, amount, ownAmount, currency, hasLeft }: Row): string {
  const { strayReasons } = paymentDeskMessages;
  if (providerOrder !== ownOrder) return strayReasons.order;
  if (amount !== ownAmount || currency !== 'INR') return strayReasons.sum(ownAmount);
  return hasLeft ? strayReasons.left : strayReasons.again;
}
