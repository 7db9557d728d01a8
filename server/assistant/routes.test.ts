// The calls of the assistant: what may be asked, by whom, and how often.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAssistant } from '../../tests/assistant.ts';
import type { Assistant } from '../../tests/assistant.ts';
import type { Caller } from '../handler.ts';

let assistant: Assistant;
let asha: Caller & { token: string };

beforeAll(async () => {
  assistant = await startAssistant();
  asha = await assistant.trader();
});
afterAll(() => assistant.close());

describe('the call', () => {
  test('the answer stands in data and at the top', async () => {
    const { status, body } = await assistant.call('POST /generate', { prompt: '  hello  ' }, { token: asha.token });
    expect(status).toBe(200);
    expect(body.response).toBe(body.data.response);
  });

  test.each([
    [{ prompt: '' }],
    [{ prompt: '   \n\t ' }],
    [{ prompt: '\u200b\u202e\u2066' }],
    [{}],
    [{ prompt: 5 }],
    [{ prompt: ['a'] }],
    [{ prompt: 'x'.repeat(2001) }],
    [{ prompt: 'x', history: 'y' }],
    [{ prompt: 'x', history: [{ from: 'system', text: 'y' }] }],
    [{ prompt: 'x', history: Array.from({ length: 9 }, () => ({ from: 'asker', text: 'y' })) }],
    [null],
    [[]],
  ])('%j is 400', async (input) => {
    expect((await assistant.call('POST /generate', input, { token: asha.token })).status).toBe(400);
  });

  test('2,000 characters are taken', async () => {
    const { status } = await assistant.call(
      'POST /generate',
      { prompt: `price of SANJIVRA ${'.'.repeat(1982)}` },
      { token: asha.token },
    );
    expect(status).toBe(200);
  });

  test('nobody, and administrators, may not ask', async () => {
    const admin = await assistant.admin();
    expect((await assistant.call('POST /generate', { prompt: 'hello' })).status).toBe(401);
    expect((await assistant.call('POST /generate', { prompt: 'hello' }, { token: admin.token })).status).toBe(403);
    expect((await assistant.call('GET /assistant', {}, { token: admin.token })).status).toBe(403);
  });
});

describe('limits', () => {
  let limited: Assistant;
  beforeAll(async () => {
    limited = await startAssistant({ hasRateLimit: true });
  });
  afterAll(() => limited.close());

  test('ten questions a minute for each person', async () => {
    const [one, other] = [await limited.trader(0), await limited.trader(0)];
    const statuses = [];
    for (let i = 0; i < 12; i++)
      statuses.push(await limited.call('POST /generate', { prompt: 'hello' }, { token: one.token }));
    expect(statuses.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect(Number(statuses[11].headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.call('POST /generate', { prompt: 'hello' }, { token: other.token })).status).toBe(200);
  });

  test('a hundred in a day', async () => {
    const { dailyQuestions } = await import('./limits.ts');
    const take = dailyQuestions(true);
    for (let i = 0; i < 100; i++) await take('asha');
    await expect(take('asha')).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': expect.stringMatching(/^\d{4,5}$/) },
    });
    await expect(take('ravi')).resolves.toBeUndefined();
  });
});
