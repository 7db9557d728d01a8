// What must hold of a simulated school in the end: every rupee that the provider took is in a wallet, in one place of a lesson, refunded, or recorded as unclaimed.
import type { Gateway } from './gateway.ts';
import type { Tables } from './tables.ts';

export function schoolFaults(tables: Tables, gateway: Gateway): string[] {
  const { school } = tables;
  return [...school.wrong, ...moneyFaults(tables, gateway), ...lessonFaults(tables), ...refundFaults(tables, gateway)];
}

/** Each captured payment has one end. */
function moneyFaults({ payments, school }: Tables, gateway: Gateway): string[] {
  const wrong: string[] = [];
  const byOrder = new Map([...payments.values()].map((row) => [row.providerOrder, row]));
  const places = [...school.places.values()];
  for (const { id, order, amount, isTold, isLate } of gateway.payments.values()) {
    const row = byOrder.get(order)!;
    // The clock jumped by days and made it an old order, which is not asked about any more.
    if (row.status === 'failed' && isLate && !isTold) continue;
    const sent = gateway.standing(id);
    if (sent.length > 1) wrong.push(`${id} was sent back ${sent.length} times`);
    if (row.providerPayment !== id) {
      if (!school.strays.has(id)) wrong.push(`${id} of ${amount} was taken, and nobody here knows of it`);
      if (sent.length > 0) wrong.push(`${id} was sent back, and bought nothing`);
      continue;
    }
    if (row.amount !== amount) wrong.push(`${id} of ${amount} was taken for ${row.amount}`);
    if (school.strays.has(id)) wrong.push(`${id} is written down as nobody's, and was credited`);
    if (row.purpose === 'wallet') continue;
    const bought = places.filter(({ payment }) => payment === row.id);
    const isOwed = school.refunds.has(row.id);
    if (row.status !== 'credited') wrong.push(`${id} was taken, and its order is ${row.status}`);
    else if (bought.length > 1 || (bought.length === 0 && !isOwed))
      wrong.push(`${id} has bought ${bought.length} places, and is ${isOwed ? '' : 'not '}sent back`);
  }
  return wrong;
}

/** Nobody has a place in a canceled lesson, and no lesson has more places than seats. */
function lessonFaults({ payments, school }: Tables): string[] {
  const wrong: string[] = [];
  for (const { lesson, payment, account } of school.places.values()) {
    const isCanceled = school.lessons.get(lesson)!.status === 'CANCELED';
    if (isCanceled && payment !== null && !school.refunds.has(payment))
      wrong.push(`${account} has paid for the canceled lesson ${lesson}, and is not paid back`);
    if (payment !== null && payments.get(payment)!.account !== account)
      wrong.push(`${account} has a place that ${payments.get(payment)!.account} has paid`);
  }
  return wrong;
}

/** Every due refund has been sent, once, and announced; a place that was given up for it is free again. */
function refundFaults({ payments, school, notices }: Tables, gateway: Gateway): string[] {
  const wrong: string[] = [];
  for (const { payment, reason, refundedAt, providerRefund } of school.refunds.values()) {
    const { account, providerPayment, amount } = payments.get(payment)!;
    const sent = gateway.standing(providerPayment ?? '');
    const isSent = sent.length === 1 && sent[0].id === providerRefund && sent[0].amount === amount;
    if (refundedAt === null || !isSent)
      wrong.push(
        `payment ${payment} goes back (${reason}), and ${providerRefund} was made of ${sent.map(({ id }) => id).join(', ')}`,
      );
    const isTold = ['refunded', 'returned'].some((kind) =>
      notices.has(`${account} ${kind}:${payment}:${providerRefund}`),
    );
    if (!isTold) wrong.push(`${account} was not told that payment ${payment} went back`);
    const kept = [...school.places.values()].find((place) => place.payment === payment);
    const wasAhead = kept !== undefined && school.lessons.get(kept.lesson)!.endsAt > (refundedAt ?? Infinity);
    const mayKeep = ['canceled', 'not-held'].includes(reason) || (reason === 'returned' && !wasAhead);
    if (kept !== undefined && !mayKeep) wrong.push(`payment ${payment} went back (${reason}), and its place was kept`);
  }
  return wrong;
}
