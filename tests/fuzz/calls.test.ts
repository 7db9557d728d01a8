// Every call of the table with whatever a client can send, on the whole server: never an internal error, nothing revealed about the
// server's internals, always the form of the table, and no change after a refusal. Calls that are added later are included.
import fc from 'fast-check';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf, pathOf, routeNames, statusesOf } from '../../contract/routes.ts';
import type { RouteName } from '../../contract/routes.ts';
import { verifyBooks } from '../../server/exchange/proof/verify.ts';
import { checkForm } from '../accounts.ts';
import type { Asked } from './beforehand.ts';
import { halved, hostileInput } from './hostile-input.ts';
import type { Known } from './hostile-input.ts';
import { Crew } from './crew.ts';
import type { Role } from './crew.ts';
import { examplesFor, fittingIds } from './examples.ts';
import { answerOf, changedTables, inputAs, pause, startWholeServer } from './whole-server.ts';
import type { Reply, Sent, WholeServer } from './whole-server.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 15);
/** The same cases in every run, unless new ones are asked for. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const SLOWEST_MS = 15_000;

/** GETs that change something: they make an upload address, or notify the person concerned. */
const GETS_THAT_WRITE: readonly RouteName[] = ['GET /get-signed-url', 'GET /exportUser/{id}'];
/** Calls that a halted market refuses; trading.test.ts covers them. */
const NEVER_GRANTED: readonly RouteName[] = ['POST /orders', 'POST /modifyOrder/{id}', 'GET /orders/{id}/charges'];
/** Tables that may be written after the reply, by the consequences of an earlier call or by periodic work. */
const LATE = [
  ...['mailbox', 'notifications', 'messages', 'rewards', 'notification_progress', 'desk_days', 'flags'],
  ...[
    'lessons',
    'enrolments',
    'refunds',
    'payments',
    'ledger_accounts',
    'transfers',
    'traders',
    'batches',
    'command_keys',
  ],
];
/** A refusal with an idempotency key is stored, so that a repeat gets the same reply. */
const KEPT = ['command_keys', 'idempotency_keys', 'batches'];
const INSIDES =
  /node_modules|\.ts:\d|\.js:\d|at async |syntax error|relation "|column "|violates|duplicate key|ECONN|ENOENT|password_hash|\/tmp\/|argon2/;

let server: WholeServer;
let crew: Crew;
let state: Map<string, string>;
const granted = new Set<RouteName>();
const google = new OAuth2Server();
const GOOGLE_CLIENT_ID = 'fuzz.apps.googleusercontent.com';

beforeAll(async () => {
  await google.issuer.keys.generate('RS256');
  await google.start(0, '127.0.0.1');
  server = await startWholeServer({ GOOGLE_CLIENT_ID, GOOGLE_ISSUER: String(google.issuer.url) });
  crew = await Crew.settle(server);
  // Halted markets change nothing by themselves, so every change is caused by a call.
  await server.granted('POST /haltMarket', { isHalted: true }, crew.token('admin'));
  await lookAround();
}, 60_000);
afterAll(async () => {
  await server.close();
  await google.stop();
});

/** What everybody can see gives the inputs of later calls their meaning. */
async function lookAround(): Promise<void> {
  for (const name of routeNames.filter((each) => methodOf(each) === 'GET' && !pathOf(each).includes('{'))) {
    const reply = await server.send(inputAs(name, {}, crew.token(crew.for(name, 0))));
    if (reply.status === 200 && isJson(reply)) crew.learn(JSON.parse(reply.body));
  }
}

const isJson = ({ headers }: Reply): boolean => String(headers['content-type']).startsWith('application/json');

interface Case {
  readonly input: unknown;
  /** Chooses the caller: sometimes nobody, or somebody who may not make the call. */
  readonly who: number;
  readonly key: string | undefined;
}

const caseOf = (name: RouteName, known: Known, examples: readonly Asked[]): fc.Arbitrary<Case> =>
  fc.record({
    input: hostileInput(
      name,
      known,
      examples.map(({ input }) => input),
    ),
    who: fc.nat(11),
    key: fc.option(fc.constantFrom('one', 'two', 'x'.repeat(255), 'x'.repeat(256), ' '), { freq: 4, nil: undefined }),
  });

function whoFor(name: RouteName, who: number): Role | null {
  if (who === 0) return null;
  if (who === 1) return 'instructor';
  return crew.for(name, who);
}

/** @param as the person an example is for, if it is nobody of the crew */
async function throwAt(name: RouteName, { input, who, key }: Case, as: Omit<Asked, 'input'> = {}): Promise<void> {
  const role = whoFor(name, who);
  const asked = inputAs(name, input, role === null ? null : (as.token ?? crew.token(role)));
  const more = { ...(key && { 'idempotency-key': key }), ...(as.cookie && { cookie: as.cookie }) };
  const sent = { ...asked, headers: { ...asked.headers, ...more } };
  const startedAt = performance.now();
  const reply = await server.send(sent);
  expect(performance.now() - startedAt, 'how long it took').toBeLessThan(SLOWEST_MS);
  const isGranted = checkReply(name, reply);
  if (isGranted) granted.add(name);
  if (!isGranted || (methodOf(name) === 'GET' && !GETS_THAT_WRITE.includes(name))) await checkUnchanged(sent);
  else state = await server.state();
  if (role !== null && [401, 403].includes(reply.status)) await revive();
}

/** True when the call was granted. */
function checkReply(name: RouteName, reply: Reply): boolean {
  expect(reply.body).not.toMatch(INSIDES);
  if (reply.status === 200 && !isJson(reply)) {
    expect(reply.headers['content-type']).toMatch(/^(application\/zip|text\/(csv|calendar|html); charset=utf-8)$/);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    return true;
  }
  const answer = answerOf(reply);
  // An input that made the path another one is answered for that path.
  const isElsewhere =
    pathOf(name).includes('{') && [404, 405].includes(reply.status) && !statusesOf(name).includes(405);
  if (isElsewhere) expect(answer.body).toMatchObject({ success: false, data: null });
  else checkForm(name, answer);
  if (answer.body.success) crew.learn(answer.body.data);
  return answer.body.success;
}

/** If something changed, it may be a late consequence of an earlier call: the call is repeated, and must change nothing. */
async function checkUnchanged(sent: Sent): Promise<void> {
  for (let tries = 0; ; tries++) {
    const after = await server.state();
    const changed = changedTables(state, after);
    state = after;
    if (changed.length === 0) return;
    const mayChange = [...(tries < 5 ? LATE : []), ...(sent.headers?.['idempotency-key'] === undefined ? [] : KEPT)];
    const tooMuch = changed.filter((table) => !mayChange.includes(table));
    if (tooMuch.length === 0 && changed.every((table) => KEPT.includes(table))) return;
    expect(tooMuch, `tables changed by ${sent.method} ${sent.path}`).toEqual([]);
    await pause(50);
    state = await server.state();
    await server.send(sent);
  }
}

async function revive(): Promise<void> {
  await crew.revive();
  state = await server.state();
}

/** Calls that end logins come last, because logging in again may lose things that other calls need. */
const isFatal = (name: RouteName): boolean => /logout|Password|disableUser|delete/.test(name);
const inOrder = routeNames.toSorted((one, other) => Number(isFatal(one)) - Number(isFatal(other)));

async function fromGoogle(name: RouteName): Promise<Asked[]> {
  if (name !== 'POST /auth/google/login') return [];
  const claims = { aud: GOOGLE_CLIENT_ID, sub: 'fuzz', email: 'fuzz@gmail.com', email_verified: true, name: 'Gauri' };
  const scopesOrTransform = (_header: unknown, payload: object) => void Object.assign(payload, claims);
  return [{ input: { id_token: await google.issuer.buildToken({ scopesOrTransform, expiresIn: 3600 }) } }];
}

test.each(inOrder)('%s', { timeout: 3_600_000 }, async (name) => {
  await crew.revive();
  await server.call('POST /haltMarket', { isHalted: true }, { token: crew.token('admin') });
  const ids = await fittingIds(server, crew.cast, name);
  const examples = [...(await examplesFor(server, crew.cast, name, ids)), ...(await fromGoogle(name))];
  state = await server.state();
  for (const { input, ...as } of examples) await throwAt(name, { input, who: 3, key: undefined }, as);
  // Otherwise only the schema is tested, and none of the rules behind it.
  expect(granted.has(name), 'examples.ts or beforehand.ts has an input that is granted').toBe(
    !NEVER_GRANTED.includes(name),
  );
  // The address of a GET cannot carry half a sign.
  if (methodOf(name) === 'POST')
    for (const { input, ...as } of examples)
      for (const half of halved(input)) await throwAt(name, { input: half, who: 3, key: undefined }, as);
  const property = fc.asyncProperty(caseOf(name, { ...crew.known, ...ids }, examples), (given) =>
    throwAt(name, given, given.who % 2 === 0 ? examples.at(0) : undefined),
  );
  await expect(fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true })).resolves.toBeUndefined();
});

test('the books add up, and the server still answers', async () => {
  const { checks } = await verifyBooks(server.database, 1);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect((await server.call('GET /ready', {})).body.data.waitingFor).toEqual([]);
});
