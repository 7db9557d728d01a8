// Calls that a gateway passes on, on both forms of the bus: the replies, the calls that are not carried out, and which process counts as the exchange.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buses, busKinds } from '../../tests/buses.ts';
import type { Buses } from '../../tests/buses.ts';
import type { RouteName } from '../../contract/routes.ts';
import { pack } from '../bus/bus.ts';
import type { Bus } from '../bus/bus.ts';
import { subjectsOf } from '../bus/subjects.ts';
import { HttpError } from '../http-error.ts';
import type { AnyCall, Perform } from '../http/perform.ts';
import { createLog } from '../log.ts';
import { BEAT_MS, PROTOCOL } from './beat.ts';
import { Beacon } from './beacon.ts';
import { CallDesk } from './call-desk.ts';
import { Lookout } from './lookout.ts';
import type { Line } from './lookout.ts';
import { RemoteCalls } from './remote-calls.ts';

const log = createLog({ logLevel: 'silent' });
const subjects = subjectsOf('a secret', 1);
const user = { id: 'u', accountNo: 7, role: 'user', name: 'Asha', email: 'a@b.co', loginId: 'l' } as const;
const asked: AnyCall = {
  input: null,
  given: { symbol: ' merit ', more: 'of a later version' },
  user,
  ip: '10.0.0.1',
  idempotencyKey: 'key',
  cookies: { refresh: 'r' },
  userAgent: 'agent',
  origin: 'https://istock.example',
  isCrossSite: false,
  wantsHtml: true,
};
const ended: (() => unknown)[] = [];

describe.each(busKinds)('%s:', (kind) => {
  let all: Buses;

  beforeEach(async () => {
    all = await buses[kind]();
  });
  afterEach(async () => {
    for (const end of ended.splice(0).reverse()) await end();
    await all.close();
  });

  interface ExchangeParts {
    readonly epoch?: number;
    readonly performers: Partial<Record<RouteName, Perform>>;
    readonly now?: () => number;
    readonly hasRateLimit?: boolean;
  }

  async function exchange({
    epoch = 1,
    performers,
    now = Date.now,
    hasRateLimit = false,
  }: ExchangeParts): Promise<{ bus: Bus; beacon: Beacon }> {
    const bus = await all.join();
    const desk = new CallDesk({
      bus,
      performerOf: (name) => performers[name],
      payments: null,
      log,
      now,
      hasRateLimit,
      onCalled: () => {},
    });
    const state = { epoch, isRunning: true, isOutOfTouch: false };
    const beacon = new Beacon({
      bus,
      subjects,
      exchange: state,
      version: 'test',
      now,
      serve: (line) => desk.serve(line),
    });
    ended.push(
      () => beacon.close(),
      () => desk.close(),
    );
    return { bus, beacon };
  }

  async function gateway(): Promise<{
    bus: Bus;
    lookout: Lookout;
    /** Every line that it had, and null for each that broke. */
    lines: (string | null)[];
    call: (name: RouteName, call?: Partial<AnyCall>) => ReturnType<Perform>;
  }> {
    const bus = await all.join();
    const lines: (string | null)[] = [];
    const onLine = (line: Line | null): void => {
      lines.push(line?.name ?? null);
      calls.lineBroke();
    };
    const lookout: Lookout = new Lookout({ bus, subjects, log, onLine });
    const calls = new RemoteCalls({ bus, line: () => lookout.line, deadline: (ms) => lookout.deadline(ms) });
    ended.push(() => lookout.close());
    return { bus, lookout, lines, call: (name, call = {}) => calls.performerOf(name)({ ...asked, ...call }) };
  }

  const refusal = (done: ReturnType<Perform>): Promise<HttpError> =>
    Promise.resolve(done).then(
      () => Promise.reject(new Error('it was done')),
      (error: unknown) => error as HttpError,
    );

  test('the exchange gets the gateway\u2019s facts about a call, and the gateway gets the reply and its headers', async () => {
    const seen: AnyCall[] = [];
    await exchange({
      performers: {
        'GET /depth': (call) => {
          seen.push(call);
          return { status: 201, body: '{"data":"\\n"}', cookies: [{ name: 'c', value: 'v', lifetimeSeconds: 1 }] };
        },
        'GET /feeReport': () => ({
          status: 200,
          body: '',
          file: { name: 'a.csv', type: 'text/csv', text: 'a,b\n1,2\n' },
        }),
        'GET /dev/mailbox': () => ({ status: 200, body: '', html: '<p>' }),
      },
    });
    const { call, lookout } = await gateway();
    await expect.poll(() => lookout.waitingFor).toEqual([]);
    expect(await call('GET /depth')).toEqual({
      status: 201,
      body: '{"data":"\\n"}',
      cookies: [{ name: 'c', value: 'v', lifetimeSeconds: 1 }],
    });
    // Parsed by the table of the exchange: what it does not know is dropped.
    expect(seen).toEqual([{ ...asked, input: { symbol: 'MERIT' } }]);
    expect((await call('GET /feeReport', { given: {} })).file).toEqual({
      name: 'a.csv',
      type: 'text/csv',
      text: 'a,b\n1,2\n',
    });
    expect((await call('GET /dev/mailbox', { given: {} })).html).toBe('<p>');
    expect(await refusal(call('GET /depth', { given: { symbol: '' } }))).toMatchObject({
      status: 400,
      message: 'Choose a stock.',
    });
  });

  test('refusals keep what they say; faults of the exchange say nothing of it', async () => {
    const details = { code: 'too-much', fields: { price: 'Less.' }, headers: { 'Retry-After': '7' }, cookies: [] };
    await exchange({
      performers: {
        'GET /stocks': () => Promise.reject(new HttpError(422, 'Less.', details)),
        'GET /index': () => {
          throw new Error('a secret of ours');
        },
      },
    });
    const { call, lookout } = await gateway();
    await expect.poll(() => lookout.waitingFor).toEqual([]);
    expect(await refusal(call('GET /stocks'))).toMatchObject({ status: 422, message: 'Less.', ...details });
    const fault = await refusal(call('GET /index'));
    expect([fault.status, fault.message]).toEqual([500, 'Something went wrong. Please try again later.']);
  });

  test('a download comes piece by piece, no faster than it is read, and its end frees its resources', async () => {
    let made = 0;
    let isOver = false;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      try {
        for (; made < 40; made++) yield Buffer.alloc(64 * 1024, made);
      } finally {
        isOver = true;
      }
    }
    await exchange({
      performers: {
        'GET /exportData': () => ({
          status: 200,
          body: '',
          download: { name: 'a.zip', type: 'application/zip', chunks: chunks() },
        }),
      },
    });
    const { call, lookout } = await gateway();
    await expect.poll(() => lookout.waitingFor).toEqual([]);
    const { download } = await call('GET /exportData');
    const pieces: Uint8Array[] = [];
    for await (const piece of download!.chunks) {
      if (pieces.length === 0) expect(made).toBeLessThan(10);
      pieces.push(piece);
    }
    const whole = Buffer.concat(pieces);
    expect([download!.name, whole.length, whole[0], whole.at(-1), isOver]).toEqual([
      'a.zip',
      40 * 64 * 1024,
      0,
      39,
      true,
    ]);
  });

  test('in a public call a token brings no allowance of its own, however many gateways pass it on', async () => {
    const performers = { 'POST /forgotPassword': () => ({ status: 200, body: '' }) };
    await exchange({ performers, hasRateLimit: true });
    const [one, other] = [await gateway(), await gateway()];
    for (const { lookout } of [one, other]) await expect.poll(() => lookout.waitingFor).toEqual([]);
    const given = { email: 'a@b.co' };
    const answers = await Promise.allSettled(
      Array.from({ length: 61 }, (_, n) =>
        [one, other][n % 2].call('POST /forgotPassword', { given, user: { ...user, id: `u${n}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { status: 429 } }]);
  });

  test('the networks of one IPv6 site have one allowance together, however many gateways pass their calls on', async () => {
    const performers = { 'POST /forgotPassword': () => ({ status: 200, body: '' }) };
    await exchange({ performers, hasRateLimit: true });
    const [one, other] = [await gateway(), await gateway()];
    for (const { lookout } of [one, other]) await expect.poll(() => lookout.waitingFor).toEqual([]);
    // Eleven networks with 60 calls each; the site has as many as ten.
    const ask = (n: number): Promise<unknown> =>
      Promise.resolve(
        [one, other][n % 2].call('POST /forgotPassword', { given: { email: 'a@b.co' }, ip: `2001:db8:1:${n % 11}::1` }),
      );
    const answers = await Promise.allSettled(Array.from({ length: 660 }, (_, n) => ask(n)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(600);
  });

  test('one person has one share of the exchange, however many gateways pass the calls on', async () => {
    // A long answer counts as more than one call.
    const performers = { 'GET /portfolio': () => ({ status: 200, body: 'x'.repeat(250 * 16_384) }) };
    await exchange({ performers, hasRateLimit: true });
    const [one, other] = [await gateway(), await gateway()];
    for (const { lookout } of [one, other]) await expect.poll(() => lookout.waitingFor).toEqual([]);
    const said: (string | number)[] = [];
    for (const { call } of [one, other, one, other, one])
      said.push(await Promise.resolve(call('GET /portfolio')).then(String, ({ status }: HttpError) => status));
    expect(said.map((each) => each === 429)).toEqual([false, false, false, false, true]);
  });

  test('a call that the exchange does not know is refused with a sentence, and may be tried again', async () => {
    await exchange({ performers: {} });
    const { call, lookout } = await gateway();
    await expect.poll(() => lookout.waitingFor).toEqual([]);
    const refused = await refusal(call('GET /stocks'));
    expect([refused.status, refused.headers['Retry-After']]).toEqual([503, '10']);
    expect(refused.message).toMatch(/updated/);
  });

  test('calls that waited while the exchange stood still are not carried out, however the clocks differ', async () => {
    let done = 0;
    // An hour ahead of the gateway.
    const clock = { at: Date.now() + 3_600_000 };
    await exchange({
      now: () => clock.at,
      performers: { 'GET /stocks': () => ({ status: 200, body: String(++done) }) },
    });
    const { call, lookout } = await gateway();
    await expect.poll(() => lookout.waitingFor).toEqual([]);
    expect((await call('GET /stocks')).body).toBe('1');
    clock.at += 6_000;
    expect((await refusal(call('GET /stocks'))).status).toBe(503);
    expect(done).toBe(1);
    // With its next beat its clock is known again.
    const answer = async () => (await call('GET /stocks')).body;
    await expect.poll(() => answer().catch(() => 'refused'), { interval: BEAT_MS }).toBe('2');
  });

  test('calls go to the exchange of the later takeover, and one that leaves is not waited for', async () => {
    const performer =
      (name: string): Perform =>
      () => ({ status: 200, body: name });
    const { call, lookout, lines } = await gateway();
    expect((await refusal(call('GET /stocks'))).status).toBe(503);
    expect(lookout.waitingFor).toEqual(['no exchange answers']);
    await exchange({ epoch: 4, performers: { 'GET /stocks': performer('old') } });
    await expect.poll(() => lookout.waitingFor).toEqual([]);
    expect((await call('GET /stocks')).body).toBe('old');
    const later = await exchange({ epoch: 5, performers: { 'GET /stocks': performer('new') } });
    await expect.poll(() => lookout.line?.name).toBe('5-1');
    await new Promise((resolve) => setTimeout(resolve, 2 * BEAT_MS));
    // The older one still announces itself, and is not believed for a moment.
    expect(lines).toEqual(['4-1', null, '5-1']);
    expect((await call('GET /stocks')).body).toBe('new');
    later.beacon.close();
    // Heard again at once, so that no silence is the reason.
    const beat = { epoch: 5, line: '5-1', protocol: PROTOCOL, version: 'test', at: Date.now(), isRunning: true };
    later.bus.publish(subjects.beats, pack({ ...beat, isLeaving: false }));
    await expect.poll(() => lines).toEqual(['4-1', null, '5-1', null, '5-1']);
    later.bus.publish(subjects.beats, pack({ ...beat, isLeaving: true }));
    await expect.poll(() => lookout.line).toBeNull();
    expect((await refusal(call('GET /stocks'))).status).toBe(503);
  });

  test('waiting calls fail at once when the line breaks', async () => {
    const { beacon } = await exchange({ performers: { 'GET /stocks': () => new Promise(() => {}) } });
    const { call, lookout } = await gateway();
    await expect.poll(() => lookout.waitingFor).toEqual([]);
    const waiting = refusal(call('GET /stocks'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    beacon.close();
    expect((await waiting).status).toBe(503);
  });

  test('a neighbouring version is believed, one that is further away is named and not asked', async () => {
    const { bus } = await exchange({ performers: {} });
    const { lookout } = await gateway();
    await expect.poll(() => lookout.waitingFor).toEqual([]);
    const beat = {
      epoch: 2,
      line: '2-1',
      version: '9',
      at: Date.now(),
      isRunning: true,
      isLeaving: false,
      news: ['later'],
    };
    bus.publish(subjects.beats, pack({ ...beat, protocol: PROTOCOL + 1 }));
    await expect.poll(() => lookout.line?.name).toBe('2-1');
    bus.publish(subjects.beats, pack({ ...beat, epoch: 3, line: '3-1', protocol: PROTOCOL + 2 }));
    await expect.poll(() => lookout.line).toBeNull();
    expect(lookout.waitingFor).toEqual([`the exchange speaks protocol ${PROTOCOL + 2}, which is too far from ours`]);
  });

  test('processes with other secrets meet nothing of each other', async () => {
    await exchange({ performers: {} });
    const bus = await all.join();
    const stranger = new Lookout({ bus, subjects: subjectsOf('another', 1), log, onLine: () => {} });
    ended.push(() => stranger.close());
    await new Promise((resolve) => setTimeout(resolve, 2 * BEAT_MS));
    expect(stranger.waitingFor).toEqual(['no exchange answers']);
  });
});
