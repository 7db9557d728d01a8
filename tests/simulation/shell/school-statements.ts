// Answers of a simulated database to statements about lessons, their places and refunds, and payments that are checked later.
import { clone } from './question.ts';
import type { Question, Statements, Surroundings } from './question.ts';
import { lessonIn } from './school-tables.ts';
import type { StoredLesson, StoredRefund } from './school-tables.ts';

const changed = (count: number): object[] => Array.from({ length: count }, () => ({}));

const lessonRow = (lesson: StoredLesson | undefined): object[] => (lesson === undefined ? [] : clone([lesson]));

export const SCHOOL: Statements = [
  [
    /from payments where provider_order = \$1 and account/,
    ({ tables }, { values: [order, account] }) =>
      clone(tables.payments.values()).filter((row) => row.providerOrder === order && row.account === account),
  ],
  [/from payments where provider = \$1 and status in/, openPayments],
  [
    /^update payments set next_look_at/,
    ({ tables }, { values: [id, at] }) => (tables.school.looks.set(id as number, at as number), changed(1)),
  ],
  [/^update payments set status = 'failed'/, closeAbandoned],
  [
    /^select amount from payments where id/,
    ({ tables }, { values: [id] }) => [{ amount: tables.payments.get(id as number)!.amount }],
  ],
  [
    /^insert into stray_payments/,
    ({ tables, onCommit }, { values }) => noteStray(tables.school.strays, onCommit, values),
  ],
  [/"hasInstructor"/, deskLesson],
  [/as taken, .* as "isTheirs"/s, placesIn],
  [
    /from lessons l where l\.id = \$1( for update)?$/,
    ({ tables }, { values }) => lessonRow(tables.school.lessons.get(values[0] as number)),
  ],
  [
    /from lessons l where l\.public_id = \$1::uuid( for update)?$/,
    ({ tables }, { values }) => lessonRow(tables.school.lessons.get(lessonIn(values[0] as string))),
  ],
  [/^select 1 from lessons where id = \$1 for update/, () => changed(1)],
  [/^update lessons set status = 'CANCELED'/, cancel],
  [/^insert into enrolments/, enrol],
  [/^delete from enrolments where (id|payment) = \$1/, giveUp],
  [
    /^select id, payment from enrolments where lesson/,
    ({ tables }, { values: [lesson, account] }) => {
      const place = tables.school.placeOf(lesson as number, account as number);
      return place === undefined ? [] : [{ id: place.id, payment: place.payment }];
    },
  ],
  [/^select e\.account, p\.amount as refund/, buyersOf],
  [/from users where email = \$1 and role = 'instructor'/, () => []],
  [/^insert into audit_log/, () => changed(1)],
  [/^insert into refunds \(payment, reason, due_at\) values/, owe],
  [/^insert into refunds \(payment, reason, due_at\)\s+select/, oweAll],
  [/^insert into refunds \(payment, reason, due_at, provider_refund/, noteReturned],
  [
    /^select reason from refunds where payment/,
    ({ tables }, { values: [payment] }) =>
      lists(tables.school.refunds.get(payment as number)).map(({ reason }) => ({ reason })),
  ],
  [
    /from payments p left join refunds r on r\.payment = p\.id\s+where p\.provider = \$1 and p\.provider_payment/,
    paidAs,
  ],
  [/^select r\.payment, r\.tries, p\.account/, dueRefunds],
  [/^select r\.provider_refund as "markedBy"/, markedAsRefunded],
  [/^select r\.payment, p\.account, .* as "isMade"/s, failedRefund],
  [/^update refunds set provider_refund = null/, oweAgain],
  [/^update refunds set provider_refund = \$2/, markRefund],
  [/^update refunds set tries = tries \+ 1/, putOff],
];

/** The row that a statement about lessons locks until its transaction ends. */
export function schoolRowOf(text: string, values: readonly unknown[]): string | null {
  if (/^\s*select .* from lessons .*for update$/s.test(text)) {
    const [id] = values;
    return `lessons/${typeof id === 'string' ? lessonIn(id) : (id as number)}`;
  }
  // The provider's id of a payment contains its number.
  if (/^\s*select r\.payment, .*for update of r$/s.test(text)) return `refunds/${/\d+/.exec(values[1] as string)![0]}`;
  const isOfOne = /^\s*(update refunds set .* where payment = \$1|insert into refunds .* values)/s.test(text);
  return isOfOne ? `refunds/${values[0] as number}` : null;
}

const lists = <Row>(row: Row | undefined): Row[] => (row === undefined ? [] : [row]);

function openPayments({ tables }: Surroundings, { values: [provider, now] }: Question): object[] {
  const { looks } = tables.school;
  return clone(tables.payments.values())
    .filter((row) => row.provider === provider && (row.status === 'created' || row.status === 'attempted'))
    .filter(({ id }) => (looks.get(id) ?? Infinity) <= (now as number))
    .sort((a, b) => looks.get(a.id)! - looks.get(b.id)!);
}

function closeAbandoned({ tables, onCommit }: Surroundings, { values: [id, , before] }: Question): object[] {
  const row = tables.payments.get(id as number);
  const isOpen = row?.status === 'created' || row?.status === 'attempted';
  if (row === undefined || !isOpen || row.createdAt >= (before as number)) return [];
  onCommit(() => tables.payments.set(row.id, { ...row, status: 'failed' }));
  return changed(1);
}

function noteStray(strays: Set<string>, onCommit: (change: () => void) => void, values: readonly unknown[]): object[] {
  const payment = values[2] as string;
  if (strays.has(payment)) return [];
  onCommit(() => strays.add(payment));
  return changed(1);
}

function placesIn({ tables }: Surroundings, { values: [lesson, account] }: Question): object[] {
  const places = tables.school.placesIn(lesson as number);
  const isTheirs = places.some((place) => place.account === account);
  return [{ taken: places.length, isTheirs, isBlocked: false }];
}

function deskLesson({ tables }: Surroundings, { values: [id] }: Question): object[] {
  const lesson = tables.school.lessons.get(lessonIn(id as string));
  const rest = { hasInstructor: false, isInstructorBlocked: false, hasHostCome: false, earned: 0, refundsDue: 0 };
  return lessonRow(lesson).map((row) => ({ ...row, ...rest, enrolled: tables.school.placesIn(lesson!.id).length }));
}

function cancel({ tables, onCommit }: Surroundings, { values: [id] }: Question): object[] {
  const lesson = tables.school.lessons.get(id as number);
  if (lesson?.status !== 'SCHEDULED') return [];
  onCommit(() => (lesson.status = 'CANCELED'));
  return changed(1);
}

function enrol({ tables, onCommit }: Surroundings, { values }: Question): object[] {
  const [lesson, account, payment] = values as [number, number, number | null];
  if (tables.school.placeOf(lesson, account) !== undefined) return [];
  onCommit(() => tables.school.enrol({ lesson, account, payment }));
  return changed(1);
}

function giveUp({ tables, onCommit }: Surroundings, { text, values: [value] }: Question): object[] {
  const by = text.includes('where id') ? 'id' : 'payment';
  const found = [...tables.school.places.values()].filter((place) => place[by] === value);
  onCommit(() => found.forEach(({ id }) => tables.school.places.delete(id)));
  return changed(found.length);
}

function buyersOf({ tables }: Surroundings, { values: [lesson] }: Question): object[] {
  const { school, payments } = tables;
  return school.placesIn(lesson as number).map(({ account, payment }) => {
    const refund = payment === null ? null : payments.get(payment)!.amount;
    return { account, refund, isOwedBack: payment !== null && school.refunds.has(payment) };
  });
}

function owe({ tables, onCommit }: Surroundings, { values }: Question): object[] {
  const [payment, reason] = values as [number, StoredRefund['reason']];
  onCommit(() => tables.school.owe({ payment, reason }));
  return changed(1);
}

function oweAll({ tables, onCommit }: Surroundings, { values }: Question): object[] {
  const [lesson, , reason] = values as [number, number, StoredRefund['reason']];
  const paid = tables.school.placesIn(lesson).flatMap(({ payment }) => (payment === null ? [] : [payment]));
  onCommit(() => paid.forEach((payment) => tables.school.owe({ payment, reason })));
  return changed(paid.length);
}

function noteReturned({ tables, onCommit }: Surroundings, { values }: Question): object[] {
  const [payment, providerRefund, refundedAt] = values as [number, string, number];
  if (tables.school.refunds.has(payment)) return [];
  onCommit(() => tables.school.owe({ payment, reason: 'returned', providerRefund, refundedAt }));
  return changed(1);
}

function paidAs({ tables }: Surroundings, { values: [provider, providerPayment] }: Question): object[] {
  const { payments, school } = tables;
  return [...payments.values()]
    .filter((row) => row.provider === provider && row.providerPayment === providerPayment)
    .filter(({ id, status, lesson }) => {
      const isMade = (school.refunds.get(id)?.refundedAt ?? null) !== null;
      return status === 'credited' && lesson !== null && !isMade;
    })
    .map(({ id: payment, account, lesson, amount }) => ({
      ...{ payment, account, lesson, amount },
      tries: school.refunds.get(payment)?.tries ?? null,
    }));
}

function dueRefunds({ tables }: Surroundings, { values: [now, provider] }: Question): object[] {
  return [...tables.school.refunds.values()]
    .filter(({ refundedAt, nextTryAt }) => refundedAt === null && nextTryAt <= (now as number))
    .sort((a, b) => a.nextTryAt - b.nextTryAt || a.payment - b.payment)
    .map(({ payment, tries }) => ({ ...tables.payments.get(payment)!, payment, tries }))
    .filter((row) => row.provider === provider && row.lesson !== null);
}

function markedAsRefunded({ tables }: Surroundings, { values: [provider, paymentId] }: Question): object[] {
  return [...tables.school.refunds.values()]
    .filter(({ refundedAt }) => refundedAt !== null)
    .map(({ payment, providerRefund }) => ({ ...tables.payments.get(payment)!, markedBy: providerRefund }))
    .filter((row) => row.provider === provider && row.providerPayment === paymentId);
}

function failedRefund({ tables }: Surroundings, { text, values: [provider, paymentId, refundId] }: Question): object[] {
  return [...tables.school.refunds.values()]
    .map((refund) => ({ ...tables.payments.get(refund.payment)!, ...refund, isMade: refund.refundedAt !== null }))
    .filter((row) => row.provider === provider && row.providerPayment === paymentId)
    .filter((row) => row.providerRefund === refundId || (!row.isMade && text.includes('or r.refunded_at is null')));
}

function oweAgain({ tables, onCommit }: Surroundings, { values: [payment, nextTryAt] }: Question): object[] {
  const row = tables.school.refunds.get(payment as number)!;
  onCommit(() => Object.assign(row, { providerRefund: null, refundedAt: null, tries: row.tries + 1, nextTryAt }));
  return changed(1);
}

function markRefund({ tables, onCommit }: Surroundings, { values }: Question): object[] {
  const [payment, providerRefund, refundedAt, tries] = values as [number, string, number, number];
  const row = tables.school.refunds.get(payment);
  if (row === undefined || row.refundedAt !== null || row.tries !== tries) return [];
  onCommit(() => Object.assign(row, { providerRefund, refundedAt }));
  return changed(1);
}

function putOff({ tables, onCommit }: Surroundings, { values: [payment, nextTryAt] }: Question): object[] {
  const row = tables.school.refunds.get(payment as number);
  if (row === undefined || row.refundedAt !== null) return [];
  onCommit(() => Object.assign(row, { tries: row.tries + 1, nextTryAt }));
  return changed(1);
}
