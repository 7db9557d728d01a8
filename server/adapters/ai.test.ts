// The adapter of language models with a real server that speaks the protocol: correctly, and wrongly in every way.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { calls, fails, floods, hangs, says, saysFrom, startModelServer } from '../../tests/model-server.ts';
import type { ModelServer } from '../../tests/model-server.ts';
import { createLog } from '../log.ts';
import { createModel, ModelFailed } from './ai.ts';
import type { Model, ModelTool } from './ai.ts';

let server: ModelServer;
let clock: { at: number };
let used: unknown[];
let model: Model;

const log = createLog({ logLevel: 'silent' });
const price: ModelTool = {
  name: 'price',
  description: 'The price of a stock.',
  input: z.object({ stock: z.string() }),
  run: async (input) => {
    used.push(input);
    return { price: 400.5 };
  },
};
const question = {
  instructions: 'Be brief.',
  messages: [{ role: 'user', content: 'Price of MERIT?' }],
  tools: [price],
} as const;

beforeEach(async () => {
  server = await startModelServer();
  clock = { at: 1_000_000 };
  used = [];
  model = createModel({
    baseUrl: server.baseUrl,
    model: 'test-model',
    apiKey: 'a-key',
    log,
    now: () => clock.at,
    timeoutMs: 1_500,
  });
});
afterEach(() => server.close());

test('a plain answer: model, key, instructions and question are sent', async () => {
  server.replies = [says('It is a stock.')];
  expect(await model.answer(question)).toBe('It is a stock.');
  expect(server.keys).toEqual(['Bearer a-key']);
  expect(server.asked[0]).toMatchObject({
    model: 'test-model',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Price of MERIT?' },
    ],
  });
  expect(server.asked[0].tools[0].function).toMatchObject({
    name: 'price',
    parameters: { properties: { stock: { type: 'string' } } },
  });
});

test('tools are called, and what they answer goes back', async () => {
  server.replies = [calls(['price', { stock: 'MERIT' }]), saysFrom(([first]) => `It is ${first.price}.`)];
  expect(await model.answer(question)).toBe('It is 400.5.');
  expect(used).toEqual([{ stock: 'MERIT' }]);
});

test('several tools at once', async () => {
  server.replies = [
    calls(['price', { stock: 'A' }], ['price', { stock: 'B' }]),
    saysFrom((results) => `${results.length} prices`),
  ];
  expect(await model.answer(question)).toBe('2 prices');
});

describe('what a model does wrong does not run', () => {
  test.each([
    ['a tool that is not there', calls(['delete_everything', {}])],
    ['arguments of another form', calls(['price', { stock: 5 }])],
    ['arguments that are no JSON', calls(['price', '{"stock": '])],
  ])('%s', async (_, wrong) => {
    server.replies = [wrong, says('I was wrong.')];
    expect(await model.answer(question)).toBe('I was wrong.');
    expect(used).toEqual([]);
  });
});

describe('failures', () => {
  test.each([
    ['500', fails(500)],
    ['401', fails(401)],
    ['429', fails(429)],
    ['a page instead of JSON', fails(200, '<html>hello</html>')],
    ['JSON of another form', fails(200, '{"hello":1}')],
    ['no choices', fails(200, '{"id":"1","object":"chat.completion","created":1,"model":"x","choices":[]}')],
    ['an empty answer', says('  ')],
    ['an answer without end', floods],
    ['no answer', hangs],
  ])('%s', async (_, reply) => {
    server.replies = [reply];
    const started = Date.now();
    await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(server.asked.length).toBe(1);
  });

  test('a redirect is not followed', async () => {
    const other = await startModelServer();
    server.replies = [(response) => response.writeHead(307, { location: `${other.baseUrl}/chat/completions` }).end()];
    await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    expect(other.asked).toEqual([]);
    await other.close();
  });

  test('a model that calls tools without end is stopped after five steps', async () => {
    server.replies = [calls(['price', { stock: 'MERIT' }])];
    await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    expect(server.asked.length).toBe(5);
    expect(server.asked[4].tool_choice).toBe('none');
  });

  test('a model that calls a tool hundreds of times at once is answered forty times', async () => {
    const many = Array.from({ length: 300 }, (_, n) => ['price', { stock: `S${n}` }] as const);
    const refused = (results: { problem?: string }[]) => results.filter(({ problem }) => problem !== undefined).length;
    server.replies = [calls(...many), saysFrom((results) => `${refused(results)} refused`)];
    expect(await model.answer(question)).toBe('260 refused');
    expect(used.length).toBe(40);
  });

  test('nobody listens', async () => {
    await server.close();
    await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    server = await startModelServer();
  });
});

describe('the breaker', () => {
  test('questions that are refused keep nobody else from asking', async () => {
    server.replies = [fails(400), fails(413), fails(422), says('It is a stock.')];
    for (let i = 0; i < 3; i++) await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    expect(await model.answer(question)).toBe('It is a stock.');
  });

  test('after three failures the model is left alone for half a minute, then tried once', async () => {
    server.replies = [fails(500)];
    for (let i = 0; i < 5; i++) await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    expect(server.asked.length).toBe(3);
    clock.at += 30_001;
    await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    expect(server.asked.length).toBe(4);
    clock.at += 30_001;
    server.replies = [says('I am back.')];
    expect(await model.answer(question)).toBe('I am back.');
    expect(await model.answer(question)).toBe('I am back.');
  });

  test('a clock that is set back makes the half minute no longer', async () => {
    server.replies = [fails(500)];
    for (let i = 0; i < 3; i++) await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    server.replies = [says('I am back.')];
    clock.at -= 3_600_000;
    await expect(model.answer(question)).rejects.toBeInstanceOf(ModelFailed);
    clock.at += 30_001;
    expect(await model.answer(question)).toBe('I am back.');
  });

  test('at most eight questions are under way; one more does not wait', async () => {
    server.replies = [hangs];
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => model.answer(question)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(server.asked.length).toBe(8);
  });
});
