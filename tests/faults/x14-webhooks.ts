// X14: the payment provider sends its webhooks a thousand times, in the wrong order, mixed with forgeries, while the server is killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { RazorpayServer } from '../razorpay-server.ts';
import type { RazorpayPayment, SignedNews } from '../razorpay-server.ts';
import { outcomeOf } from './fault.ts';
import type { Fault, Outcome } from './fault.ts';
import { Journal } from './journal.ts';
import { prove } from './proof.ts';
import { makePayers, paid, razorpaySettings } from './razorpay-traders.ts';
import { Stage } from './stage.ts';

const PAYERS = 20;
const TELLS_EACH = 50;
const AT_ONCE = 16;
const RUPEES = 777;

let razorpay: RazorpayServer;

/** Sent until the server accepts it, as the provider does; a forgery is sent once. */
async function tell(stage: Stage, { body, signature }: SignedNews): Promise<number> {
  for (;;) {
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
    const reply = await fetch(`${stage.server.url}/webhooks/payment`, { method: 'POST', headers, body }).catch(
      () => null,
    );
    if (reply !== null && (reply.status === 200 || reply.status === 400)) return reply.status;
    await sleep(100);
  }
}

interface Told {
  readonly news: SignedNews;
  readonly isForged: boolean;
}

function newsOf(payments: readonly RazorpayPayment[]): Told[] {
  const genuine = ['payment.captured', 'order.paid', 'payment.failed', 'payment.authorized'];
  const told = payments.flatMap((payment, who) =>
    Array.from({ length: TELLS_EACH }, (_, n): Told => {
      const isForged = n % 10 === 9;
      const secret = isForged ? 'not the secret of the webhook' : undefined;
      return { news: razorpay.news(genuine[(n + who) % genuine.length], payment, secret), isForged };
    }),
  );
  // The last first: providers promise no order.
  return told.reverse();
}

async function depositsOf(
  stage: Stage,
  names: readonly string[],
): Promise<{ name: string; times: number; paise: number }[]> {
  const { rows } = await (
    await stage.database.direct()
  ).query<{ name: string; times: number; paise: number }>(
    `select u.name, count(t.id)::int as times, coalesce(sum(t.amount), 0)::bigint as paise from users u
     left join ledger_accounts a on a.owner = u.account_no::text and a.asset = 0
     left join transfers t on t.venue = a.venue and t.credit = a.id and t.kind = 'deposit'
     where u.name = any($1) group by u.name`,
    [names],
  );
  return rows;
}

export const webhooks: Fault = {
  id: 'X14',
  what: '1,000 pieces of payment news: doubled, backwards, one in ten forged, with kill -9 in the middle',
  cycles: { day: 1, night: 100 },
  async open() {
    razorpay = await RazorpayServer.start();
    return Stage.open(razorpaySettings(razorpay));
  },
  close: () => razorpay.close(),
  async run(stage): Promise<Outcome> {
    const wrong: string[] = [];
    const payers = await makePayers(stage, PAYERS);
    const payments = await Promise.all(
      payers.map(({ token }) => paid(stage.server, razorpay, { token, rupees: RUPEES })),
    );
    const left = newsOf(payments);
    let understood = 0;
    const worker = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const status = await tell(stage, next.news);
        if ((status === 400) !== next.isForged)
          wrong.push(`${next.isForged ? 'a forgery' : 'news'} was answered ${status}`);
        understood++;
      }
    };
    const telling = Promise.all(Array.from({ length: AT_ONCE }, worker));
    while (understood < PAYERS * 2) await sleep(5);
    await stage.server.kill();
    const killedAt = performance.now();
    await stage.server.start();
    const recoveryMs = performance.now() - killedAt;
    await telling;
    for (const { name, times, paise } of await depositsOf(
      stage,
      payers.map(({ name }) => name),
    ))
      if (times !== 1 || paise !== RUPEES * 100) wrong.push(`${name} was credited ${times} times, ${paise} paise`);
    wrong.push(...(await prove({ stage, journal: new Journal(), screens: [] })));
    return outcomeOf({ wrong, recoveryMs, acknowledged: understood });
  },
};
