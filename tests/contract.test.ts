// The table of calls compared with the specification: every call exists, for the right people, and every sentence is there word for word.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pushes, requests } from '../contract/events.ts';
import { otpMessages } from '../contract/messages/account.ts';
import { rupeeText } from '../contract/messages/sums.ts';
import { tradeMessages } from '../contract/messages/trade.ts';
import { paymentMessages } from '../contract/messages/wallet.ts';
import { methodOf, pathOf, routeNames, routeOf, routes, statusesOf } from '../contract/routes.ts';
import { VERSION } from '../server/app/site.ts';
import { openApiDocument } from '../server/http/openapi.ts';
import { calls, events, sentences } from './specification.ts';

test('the table has these calls, for these people, and no others', () => {
  const inTable = Object.fromEntries(
    Object.keys(calls).map((role) => [role, routeNames.filter((name) => routes[name].role === role).sort()]),
  );
  expect(inTable).toEqual(Object.fromEntries(Object.entries(calls).map(([role, names]) => [role, names.toSorted()])));
});

test('calls that change something for people who are logged in can be repeated safely', () => {
  const without = routeNames.filter(
    (name) => methodOf(name) === 'POST' && routes[name].role !== 'public' && routeOf(name).idempotency === undefined,
  );
  // A second deletion finds no account. A second change of the password finds another password, and a stored request would contain a hash of
  // passwords; likewise for the second factor, whose secrets and recovery codes are never stored as they are. Drawn lines name the version that
  // they replace: when they are sent again they are refused, and merged with the present ones. The others never write:
  // /updatePortfolio returns the true portfolio, the assistant only talks, and a fee report computes what fees would have come to.
  expect(without).toEqual([
    'POST /changePassword',
    'POST /deleteAccount',
    'POST /drawnLines',
    'POST /updatePortfolio',
    'POST /generate',
    'POST /secondFactor/begin',
    'POST /secondFactor/confirm',
    'POST /secondFactor/off',
    'POST /secondFactor/codes',
    'POST /feePreview',
  ]);
});

test('every path parameter is in the input, and every GET takes an object', () => {
  for (const name of routeNames) {
    const { type, properties = {} } = z.toJSONSchema(routes[name].input, { io: 'input', unrepresentable: 'any' });
    const inPath = [...pathOf(name).matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect({ name, missing: inPath.filter((parameter) => !(parameter in properties)) }).toEqual({ name, missing: [] });
    expect([name, methodOf(name) === 'POST' || type]).toContain(methodOf(name) === 'POST' ? true : 'object');
  }
});

test('no text holds up the reading of a request: thousands of marks over one letter take no time, in any field of any call or socket request', () => {
  const marked = `a${'\u0300\u0327'.repeat(22_000)}`;
  const halfWidth = `a${'\uff9e\u0300'.repeat(16_000)}`;
  const startedAt = performance.now();
  const schemas = [
    ...routeNames.map((name) => routes[name].input),
    ...Object.values(requests).map(({ payload }) => payload),
  ];
  for (const schema of schemas) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const said of [marked, halfWidth])
      for (const field of Object.keys(properties)) schema.safeParse({ [field]: said });
  }
  // Such a text once took three seconds.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('only administrators have kept replies without a rate limit: each is a row for three days', () => {
  const without = routeNames.filter((name) => {
    const { role, idempotency, rate } = routeOf(name);
    return role !== 'admin' && idempotency === 'reply' && rate === undefined;
  });
  expect(without).toEqual([]);
});

test('the OpenAPI document has every call and every status', () => {
  const { paths } = openApiDocument('1.0.0') as { paths: Record<string, Record<string, { responses: object }>> };
  for (const name of routeNames) {
    const operation = paths[pathOf(name)][methodOf(name).toLowerCase()];
    expect(Object.keys(operation.responses).map(Number)).toEqual(statusesOf(name));
  }
  expect(JSON.stringify(paths)).not.toContain('"$ref":"#/definitions');
});

test('the version that the site tells is that of the package', async () => {
  const { version } = JSON.parse(await readFile(path.join(import.meta.dirname, '..', 'package.json'), 'utf8'));
  expect(VERSION).toBe(version);
});

const letters = (count: number): string => 'a'.repeat(count);

test.each([
  ['long a text', letters, 10_000, /(?:most|to) ([\d,]+) (?:\w+ )?characters/, 40],
  ['large a number', Number, 1e12, /at most ([\d,]+)\.$/, 4],
])('a sentence that says how %s may be says what holds', (_what, valueOf, tooMuch, pattern, fewest) => {
  const told: string[] = [];
  const wrong: string[] = [];
  for (const name of routeNames) {
    const { properties = {} } = z.toJSONSchema(routes[name].input, { io: 'input', unrepresentable: 'any' });
    for (const field of Object.keys(properties)) {
      const refusals = (size: number): string[] =>
        (routes[name].input.safeParse({ [field]: valueOf(size) }).error?.issues ?? [])
          .filter(({ path: [place] }) => place === field)
          .map(({ message }) => message);
      for (const sentence of refusals(tooMuch)) {
        const [, most] = pattern.exec(sentence) ?? [];
        if (most === undefined) continue;
        const size = Number(most.replaceAll(',', ''));
        told.push(`${name} ${field}: ${sentence}`);
        if (refusals(size).includes(sentence) || !refusals(size + 1).includes(sentence)) wrong.push(told.at(-1)!);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(told.length).toBeGreaterThanOrEqual(fewest);
});

test('the socket has the events of spec point 7', () => {
  expect(Object.keys(pushes)).toEqual(expect.arrayContaining(events.pushes));
  expect(Object.keys(requests)).toEqual(expect.arrayContaining(events.requests));
});

/** Everything exported by the files in contract/messages and its folders. */
const allMessages = async (): Promise<unknown[]> => {
  const folder = path.join(import.meta.dirname, '..', 'contract', 'messages');
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => import(path.join(folder, file)) as Promise<Record<string, unknown>>);
  return (await Promise.all(files)).flatMap((exported) => Object.values(exported));
};

test('every sentence of the specification stands word for word', async () => {
  const made = [
    tradeMessages.overBuyLimit(7),
    tradeMessages.overSellLimit(7),
    tradeMessages.insufficientMargin(700, 700),
    tradeMessages.addedToList('SYM'),
    tradeMessages.overRollingBuyLimit(7, 'SYM', 24, 3),
    otpMessages.countdown(7),
    paymentMessages.succeededForCourse('SYM'),
  ];
  const all = new Set([
    ...(await allMessages()).flatMap((group) => Object.values({ ...(group as Record<string, unknown>) })),
    ...made,
  ]);
  expect(sentences.filter((sentence) => !all.has(sentence))).toEqual([]);
});

test('sums in sentences are rupees with Indian grouping', () => {
  expect(rupeeText(1234567_89)).toBe('₹12,34,567.89');
  expect(tradeMessages.insufficientMargin(1234_50, 100_00)).toBe(
    'Insufficient margin. Required: ₹1,234.50, Available: ₹100.00',
  );
});
