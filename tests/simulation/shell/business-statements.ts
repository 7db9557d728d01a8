// Answers of a simulated database to statements about payments, rewards and notifications.
import type { Payment } from '../../../server/wallet/payments.ts';
import { clone } from './question.ts';
import type { Question, Statements, Surroundings } from './question.ts';
import type { StoredReward } from './tables.ts';

/** The reply to a statement that changed this many rows. */
const changed = (count: number): object[] => Array.from({ length: count }, () => ({}));

export const BUSINESS: Statements = [
  [/^insert into notifications/, tellOnce],
  [/from notifications where account/, () => [{ unread: 0 }]],
  [
    /from payments where status = 'paid'/,
    ({ tables }) => clone(tables.payments.values()).filter(({ status }) => status === 'paid'),
  ],
  [
    /from payments where id = \$1 and provider_payment/,
    ({ tables }, { values: [id, paymentId] }) =>
      clone(tables.payments.values()).filter((row) => row.id === id && row.providerPayment === paymentId),
  ],
  [
    /from payments where provider = \$1 and provider_order/,
    ({ tables }, { values: [, order] }) =>
      clone(tables.payments.values()).filter(({ providerOrder }) => providerOrder === order),
  ],
  [
    /^update payments set status = 'attempted'/,
    (world, { values: [id, , lookAt] }) => {
      const moved = movePayment(world, id, ['created'], { status: 'attempted' });
      if (moved.length > 0) world.onCommit(() => world.tables.school.looks.set(id as number, lookAt as number));
      return moved;
    },
  ],
  [
    /^update payments set status = 'paid'/,
    (world, { values: [id, providerPayment] }) =>
      movePayment(world, id, ['created', 'attempted', 'failed'], {
        status: 'paid',
        providerPayment: providerPayment as string,
      }),
  ],
  // Nobody leaves in these worlds.
  [/^select 1 from users where account_no = \$1 (and deleted_at is null )?for (share|no key update)/, () => changed(1)],
  [/^select 1 from users u where u\.account_no = \$1\s+and \(u\.deleted_at is not null/, () => changed(0)],
  [/^select u\.deleted_at is not null as "isGone" from users u where u\.account_no = \$1/, () => []],
  [
    /^update payments set status = 'credited'/,
    (world, { values: [id] }) => movePayment(world, id, ['paid'], { status: 'credited' }),
  ],
  [
    /from rewards where venue = \$1 and account = any/,
    ({ tables }, { values: [, accounts] }) =>
      clone(tables.rewards.values()).filter(
        ({ account, state }) => (accounts as number[]).includes(account) && state === 'due',
      ),
  ],
  [
    /from rewards where venue = \$1 and state = 'due'/,
    ({ tables }, { values: [, after] }) =>
      clone(tables.rewards.values()).filter(({ id, state }) => id > (after as number) && state === 'due'),
  ],
  [/^update rewards set state = 'paid'/, (world, { values: [id] }) => moveReward(world, id as number, 'paid')],
  [
    /^select account from traders where venue = \$1 and bonus_expires_at <= \$2/,
    ({ tables }, { values: [, at, after] }) =>
      clone(tables.traders.values())
        .filter(
          ({ account, bonus }) => account > (after as number) && bonus !== null && bonus.expiresAt <= (at as number),
        )
        .sort((a, b) => a.account - b.account)
        .map(({ account }) => ({ account })),
  ],
  [/^with ending as \(\s+update rewards set warned_at/, warnEnding],
  [/^update rewards set state = 'void'/, (world, { values: [id] }) => moveReward(world, id as number, 'void')],
];

function tellOnce({ tables, undo }: Surroundings, { values }: Question): object[] {
  const [accounts, , , sources] = values as [number[], unknown, unknown, string[]];
  return sources.flatMap((source, index) => {
    const account = accounts[index];
    const id = tables.notice(`${account} ${source}`);
    if (id === null) return [];
    undo.push(() => void tables.notices.delete(`${account} ${source}`));
    return [{ id, account, source }];
  });
}

function movePayment(
  { tables, onCommit }: Surroundings,
  id: unknown,
  from: readonly Payment['status'][],
  change: Partial<Payment>,
): object[] {
  const row = tables.payments.get(id as number);
  if (row === undefined || !from.includes(row.status)) return changed(0);
  const moved = { ...row, ...change };
  onCommit(() => tables.payments.set(row.id, moved));
  return [{ ...moved }];
}

/** Bonuses that end within the time for the announcement, or within the last third of their lives. */
function warnEnding({ tables, onCommit }: Surroundings, { values }: Question): object[] {
  const [, at, before] = values as [number, number, number];
  const isNear = ({ state, warnedAt, earnedAt, expiresAt }: StoredReward): boolean =>
    state === 'paid' &&
    warnedAt === null &&
    expiresAt !== null &&
    expiresAt - Math.min(before, Math.trunc((expiresAt - earnedAt) / 3)) <= at &&
    expiresAt <= at + before;
  const ending = clone(tables.rewards.values()).filter(isNear);
  return ending.map((row) => {
    const { id, account, expiresAt } = row;
    const bonus = tables.traders.get(account)?.bonus;
    const left = bonus?.rewardId === id ? bonus.left : null;
    onCommit(() => tables.rewards.set(id, { ...row, warnedAt: at, warnedOf: left }));
    return { id, account, expiresAt, left };
  });
}

function moveReward({ tables, onCommit }: Surroundings, id: number, state: StoredReward['state']): object[] {
  const row = tables.rewards.get(id);
  if (row?.state !== 'due') return changed(0);
  onCommit(() => tables.rewards.set(id, { ...row, state }));
  return changed(1);
}
