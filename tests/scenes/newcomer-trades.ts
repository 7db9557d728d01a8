// Somebody who trades NEWCOMER at prices that the test decides, and asks the analyst about it.
import { afterAll, beforeAll, expect } from 'vitest';
import { analyse } from '../../server/assistant/analyst/analyst.ts';
import { Asker } from '../../server/assistant/asker.ts';
import { unprovenNumbers } from '../../server/assistant/proof.ts';
import type { Caller } from '../../server/handler.ts';
import { startAssistant } from '../assistant.ts';
import type { Assistant } from '../assistant.ts';

export let assistant: Assistant;
let meera: Caller & { token: string };

beforeAll(async () => {
  assistant = await startAssistant();
  meera = await assistant.trader(10_000_00);
});
afterAll(() => assistant.close());

/** Filled at once by somebody else, at the price in paise. */
export async function order(type: 'BUY' | 'SELL', quantity: number, price: number): Promise<void> {
  assistant.trading.quote('NEWCOMER', type === 'BUY' ? 'sell' : 'buy', price, quantity);
  await assistant.call('POST /orders', { stock: 'NEWCOMER', type, quantity }, { token: meera.token });
}

/** The answer, which has no number that neither a tool nor the question gave. */
export async function answer(question: string, calendar = assistant.sources.calendar): Promise<string> {
  const { text, results } = await analyse(new Asker(meera, { ...assistant.sources, calendar }), question, []);
  expect(unprovenNumbers(text, [results, question]), text).toEqual([]);
  return text;
}
