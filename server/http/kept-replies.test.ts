// A reply is stored together with its effect: a repeat after a crash gets the first reply, and nothing is done twice.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { RouteName } from '../../contract/routes.ts';
import { dayText, marketDay } from '../../core/market/day.ts';
import { killAfterEffects } from '../../tests/killed-after-effect.ts';
import { asha, type Caller, DAY, desk, lesson, meera, server } from '../../tests/scenes/school.ts';

beforeAll(async () => void (await killAfterEffects(server.database)));

const ask = (who: Caller, name: RouteName, input: object) => server.call(name, input, { token: who.token });

interface Case {
  readonly who: Caller;
  readonly name: RouteName;
  readonly input: object;
  /** What happens before the repeat. */
  readonly meanwhile?: () => void;
}

async function listOf(...symbols: string[]): Promise<string> {
  const { body } = await ask(asha, 'POST /watchlists', { name: 'Mine' });
  const stocks = symbols.map((stockId) => ({ stockId }));
  if (symbols.length > 0) await ask(asha, 'POST /ensureAndAddStock', { name: 'Mine', stocks });
  return body.data[1]._id;
}

async function freeLesson(): Promise<string> {
  const id = await lesson({ hourly_rate: 0 });
  expect((await ask(asha, 'POST /enrol/{id}', { id })).status).toBe(200);
  return id;
}

const dividend = (symbol: string) => ({
  symbol,
  kind: 'dividend',
  perShare: 1,
  effectiveDate: dayText(marketDay(server.clock.at) + 1),
});

const CASES: Record<string, () => Promise<Case>> = {
  'a new watchlist': async () => ({ who: asha, name: 'POST /watchlists', input: { name: 'Banks' } }),
  'a watchlist renamed': async () => ({
    who: asha,
    name: 'POST /watchlists/rename',
    input: { id: await listOf(), name: 'Metals' },
  }),
  'a watchlist removed': async () => ({ who: asha, name: 'POST /watchlists/remove', input: { id: await listOf() } }),
  'a stock moved': async () => ({
    who: asha,
    name: 'POST /watchlists/moveStock',
    input: { id: await listOf('MERIT'), symbol: 'MERIT', to: 'my-watchlist' },
  }),
  'an alert that was reached since': async () => ({
    who: asha,
    name: 'POST /priceAlerts',
    input: { symbol: 'ZENITH', price: 101, direction: 'above' },
    meanwhile: () => server.mark('ZENITH', 102_00),
  }),
  'an alert removed': async () => {
    const { body } = await ask(asha, 'POST /priceAlerts', { symbol: 'MERIT', price: 500, direction: 'above' });
    return { who: asha, name: 'POST /priceAlerts/remove', input: { id: body.data._id } };
  },
  'a place given back': async () => ({ who: asha, name: 'POST /unenrol/{id}', input: { id: await freeLesson() } }),
  'a rating taken back': async () => {
    const id = await freeLesson();
    server.clock.at += 3 * DAY;
    expect((await ask(asha, 'POST /rateLesson/{id}', { id, stars: 4 })).status).toBe(200);
    return { who: asha, name: 'POST /unrateLesson/{id}', input: { id } };
  },
  'a corporate action planned': async () => ({
    who: desk,
    name: 'POST /corporateActions',
    input: dividend('MERIT'),
  }),
  'a corporate action canceled': async () => {
    const { body } = await ask(desk, 'POST /corporateActions', dividend('ZENITH'));
    return { who: desk, name: 'POST /corporateActions/cancel', input: { id: body.data._id } };
  },
  'a material removed': async () => {
    const id = randomUUID().replaceAll('-', '');
    await server.database.query(
      `insert into materials (key, lesson, name, content_type, bytes, added_at, expires_at, state)
       select $1, id, 'a.pdf', 'application/pdf', 1, 0, 0, 'shown' from lessons where public_id = $2`,
      [id, await lesson()],
    );
    return { who: meera, name: 'POST /removeMaterial/{id}', input: { id } };
  },
  'a diary opened, until an end that a repeat would set later': async () => {
    await freeLesson();
    const input = { instructorId: meera.id, days: 7 };
    return { who: asha, name: 'POST /openDiary', input, meanwhile: () => void (server.clock.at += DAY) };
  },
  'a comment removed': async () => {
    const id = randomUUID();
    await server.database.query(
      `insert into diary_comments (public_id, account, entry, author, message, written_at) values ($1, $2, 'x', $3, 'x', 0)`,
      [id, asha.accountNo, meera.id],
    );
    return { who: asha, name: 'POST /removeComment/{id}', input: { id } };
  },
  'a stray payment looked into': async () => {
    const { body } = await ask(asha, 'POST /create-order', { amount: 500 });
    const { rows } = await server.database.query<{ id: number }>(
      `insert into stray_payments (payment, provider, provider_payment, provider_order, amount, currency, seen_at)
       select id, provider, 'stray', provider_order, 1, 'INR', 0 from payments where provider_order = $1 returning id`,
      [body.data.id],
    );
    return { who: desk, name: 'POST /settleStray/{id}', input: { id: String(rows[0].id), note: 'Paid back.' } };
  },
  'a report closed': async () => {
    const reporter = await server.trader();
    const { rows } = await server.database.query<{ id: number }>(
      `insert into reports (account, reporter_account, room, reason, words, created_at)
       values ($1, $2, 'room', 'insult', '', 0) returning id`,
      [asha.accountNo, reporter.accountNo],
    );
    return {
      who: desk,
      name: 'POST /closeReport/{id}',
      input: { id: String(rows[0].id), decision: 'warned', note: '' },
    };
  },
};

test.each(Object.keys(CASES))('%s, asked for twenty times at once and again after the crash', async (title) => {
  const { who, name, input, meanwhile } = await CASES[title]();
  const options = { token: who.token, headers: { 'idempotency-key': randomUUID() } };
  const press = () => server.call(name, input, options);
  const replies = await Promise.all(Array.from({ length: 20 }, press));
  const done = replies.filter(({ status }) => status < 300);
  expect(done.length).toBeGreaterThan(0);
  for (const { body } of replies.filter(({ status }) => status >= 300))
    expect(body.error?.code).toBe('idempotency-key-running');
  meanwhile?.();
  const state = await server.stateHash();
  const again = await press();
  expect([again.status, again.body]).toEqual([done[0].status, done[0].body]);
  expect(await server.stateHash()).toBe(state);
});
