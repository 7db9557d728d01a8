// X2: kill -9 at chosen points of a commit, of a top-up and of a start, which are recognised by their statements.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealServer } from '../crash/real-server.ts';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';
import type { Moment } from './fault-proxy.ts';

interface Point {
  readonly moment: Moment;
  /** Contained only in the statement that is meant. */
  readonly words: string;
  /** Makes the server reach that statement; orders are always under way. */
  readonly by: 'orders' | 'top-up' | 'start';
}

const POINTS: readonly Point[] = [
  { moment: 'sent', words: 'commit-batch', by: 'orders' },
  { moment: 'handed-over', words: 'commit-batch', by: 'orders' },
  { moment: 'answered', words: 'commit-batch', by: 'orders' },
  { moment: 'delivered', words: 'commit-batch', by: 'orders' },
  { moment: 'answered', words: 'insert into sandbox_payments', by: 'top-up' },
  { moment: 'handed-over', words: 'payment:', by: 'top-up' },
  { moment: 'answered', words: 'payment:', by: 'top-up' },
  { moment: 'sent', words: `status = 'credited'`, by: 'top-up' },
  { moment: 'answered', words: 'set epoch = epoch + 1', by: 'start' },
  { moment: 'sent', words: 'select account, key from command_keys', by: 'start' },
  { moment: 'answered', words: 'from ledger_balances where venue', by: 'start' },
  { moment: 'sent', words: 'from proven_books p where', by: 'start' },
];

const TOP_UP_RUPEES = 1_000;

/** Pays, and sends nothing more to the server, which may die meanwhile. Returns the receipt that verifies the payment later. */
async function pay(server: RealServer, token: string): Promise<unknown> {
  const created = await server.call('POST', '/create-order', { token, body: { amount: TOP_UP_RUPEES } });
  const order = { order_id: (created.body.data as { id: string }).id };
  const body = { ...order, method: 'upi', vpa: 'success@upi' };
  const paid = await server.call('POST', '/sandbox/checkout', { token, body });
  return paid.body.data;
}

async function creditsOf({ stage }: Scene, name: string): Promise<number> {
  const { rows } = await (
    await stage.database.direct()
  ).query<{ times: number }>(
    `select count(*)::int as times from transfers t join ledger_accounts a on a.venue = t.venue and a.id = t.credit
     join users u on a.owner = u.account_no::text where u.name = $1 and t.kind = 'deposit' and t.amount = $2`,
    [name, TOP_UP_RUPEES * 100],
  );
  return rows[0].times;
}

/** If the server is killed while a payment is under way, the money is in the wallet once afterwards, however often it is requested. */
async function killInTopUp(scene: Scene, { moment, words }: Point): Promise<number> {
  const { stage, traders, wrong } = scene;
  const [{ name, token }] = traders;
  const halted = stage.proxy.halt(moment, words);
  let receipt: unknown = null;
  const verify = () => stage.server.call('POST', '/verify-payment', { token, body: receipt });
  const verifying = pay(stage.server, token)
    .then((given) => (receipt = given))
    .then(verify)
    .catch(() => null);
  await halted;
  const killedAt = performance.now();
  await stage.server.kill();
  await verifying;
  stage.proxy.disarm();
  await stage.server.start();
  // A payment that was made at the provider and never verified is found at the start, or in the round after it.
  const isPaid = words !== 'insert into sandbox_payments';
  if (isPaid && receipt === null) wrong.push('a payment had no receipt before the server was killed');
  for (let tries = 0; isPaid && tries < 50 && (await creditsOf(scene, name)) === 0; tries++) await sleep(100);
  if (receipt !== null) await Promise.all([verify(), verify(), verify()]);
  const credits = await creditsOf(scene, name);
  if (credits !== 1 && (isPaid || credits !== 0)) wrong.push(`a payment was credited ${credits} times`);
  return killedAt;
}

async function killInStart({ stage }: Scene, { moment, words }: Point): Promise<void> {
  await stage.server.kill();
  const halted = stage.proxy.halt(moment, words);
  const starting = stage.server.start().catch(() => null);
  await halted;
  await stage.server.kill();
  stage.proxy.disarm();
  await starting;
  await stage.server.start();
}

export const killAtPoints: Fault = {
  id: 'X2',
  what: 'the server is killed at twelve named points of a commit, a top-up and a start',
  cycles: { day: POINTS.length, night: POINTS.length * 50 },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 20_000 }, async (scene) => {
      const point = POINTS[cycle % POINTS.length];
      const beganAt = performance.now();
      if (point.by === 'top-up') return killInTopUp(scene, point);
      if (point.by === 'start') await killInStart(scene, point);
      else {
        await stage.proxy.halt(point.moment, point.words);
        await stage.server.kill();
        stage.proxy.disarm();
        await stage.server.start();
      }
      return beganAt;
    }),
};
