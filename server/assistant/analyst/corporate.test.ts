// Answers about splits, bonuses and dividends: what is planned, what was carried out, and what it did to the asker's shares and orders.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../../tests/assistant.ts';
import type { Assistant } from '../../../tests/assistant.ts';
import { VENUE } from '../../../tests/trading.ts';
import { dayStartAt, dayText, marketDay } from '../../../core/market/day.ts';
import { dueActions } from '../../exchange/corporate-actions.ts';
import type { Caller } from '../../handler.ts';
import { Asker } from '../asker.ts';
import { unprovenNumbers } from '../proof.ts';
import { analyse } from './analyst.ts';
import { dayWords } from './wording.ts';

type Person = Caller & { token: string };

let assistant: Assistant;
let asha: Person;
let ravi: Person;
let order: string;

const today = (ahead = 0): string => dayText(marketDay(assistant.trading.clock.at) + ahead);

async function plan(action: object, ahead = 1): Promise<void> {
  const { trading } = assistant;
  const { token } = await trading.admin();
  const reply = await trading.call('POST /corporateActions', { ...action, effectiveDate: today(ahead) }, { token });
  expect(reply.status, reply.body.message).toBe(201);
}

async function nextDay(): Promise<void> {
  const { clock, database, exchange } = assistant.trading;
  const day = marketDay(clock.at) + 1;
  clock.at = dayStartAt(day) + 500;
  await exchange.submit({ kind: 'start-day', day, actions: await dueActions(database, VENUE, day) });
}

/** The answer, which has no number that a tool did not give. */
async function answer(who: Person, question: string): Promise<string> {
  const { text, results, intent } = await analyse(new Asker(who, assistant.sources), question, []);
  expect([intent, unprovenNumbers(text, results)], text).toEqual(['corporate', []]);
  return text;
}

beforeAll(async () => {
  assistant = await startAssistant();
  const { trading, call } = assistant;
  asha = await assistant.trader(100_000_00);
  ravi = await assistant.trader(100_000_00);
  trading.quote('TAMRAVATI', 'sell', 268_00, 15);
  trading.quote('GODHULI', 'sell', 2410_00, 4);
  await call('POST /orders', { stock: 'TAMRAVATI', type: 'BUY', quantity: 15 }, { token: asha.token });
  await call('POST /orders', { stock: 'GODHULI', type: 'BUY', quantity: 4 }, { token: asha.token });
  const sale = { stock: 'TAMRAVATI', type: 'SELL', orderType: 'LIMIT', price: 300, quantity: 5, timeInForce: 'GTC' };
  order = (await call('POST /orders', sale, { token: asha.token })).body.data.orderId;
});
afterAll(() => assistant.close());

test('before any, it says that there is none', async () => {
  expect(await answer(asha, 'did TAMRAVATI split?')).toContain(
    'TAMRAVATI (Tamravati Copper) has had no split, bonus or dividend, and none is planned.',
  );
  expect(await answer(asha, 'why did my average price of TAMRAVATI change?')).toContain(
    'You hold 15 shares of TAMRAVATI at an average of ₹268.00',
  );
  expect(await answer(asha, 'my dividends')).toContain(
    'You have got nothing from a split, bonus or dividend so far, and none is planned for any stock.',
  );
});

test('what is planned is told with its day, of one stock and of all that are held', async () => {
  await plan({ symbol: 'TAMRAVATI', kind: 'split', from: 2, to: 5 });
  await plan({ symbol: 'GODHULI', kind: 'dividend', perShare: 12.5 });
  await plan({ symbol: 'LOHITYA', kind: 'dividend', perShare: 3 }, 9);
  const day = dayWords(today(1));
  expect(await answer(asha, 'will TAMRAVATI split?')).toContain(
    `- Planned for the start of ${day}: Split of each 2 shares into 5. Shares held when that day begins count.`,
  );
  const all = await answer(asha, 'any corporate actions?');
  expect(all).toContain(`- TAMRAVATI: Planned for the start of ${day}: Split of each 2 shares into 5.`);
  expect(all).toContain(`- GODHULI: Planned for the start of ${day}: Dividend of ₹12.50 a share.`);
  const [own, others] = all.split('For stocks you do not hold:');
  expect(own).not.toContain('LOHITYA');
  expect(others).toContain(`- LOHITYA: Planned for the start of ${dayWords(today(9))}: Dividend of ₹3.00 a share.`);
  expect(others).not.toContain('GODHULI');
  const nothingHeld = await answer(ravi, 'which dividends are coming?');
  expect(nothingHeld).toContain('so far, and none is planned for the stocks you hold.');
  expect(nothingHeld).toContain('- GODHULI: Planned');
});

test('what was carried out is told with what it did to shares, cash and orders', async () => {
  await nextDay();
  const day = dayWords(today());
  const split = await answer(asha, 'why did the number of my TAMRAVATI shares change?');
  // 268 x 2 / 5 = 107.20; 15 x 5 / 2 = 37 and a half, which is paid: 53.60.
  expect(split).toContain(
    `Carried out on ${day}: Split of each 2 shares into 5: the price became ₹107.20 in place of ₹268.00.`,
  );
  expect(split).toContain(
    `${day}, Split of each 2 shares into 5: your 15 shares became 37, and cost together what they had cost before. You were paid ₹53.60 for the remaining fraction of a share.`,
  );
  expect(split).toContain(`Your orders that a split or bonus has canceled: #${order} (SELL 5 TAMRAVATI).`);
  expect(split, 'of another stock').not.toContain('Dividend of');
  const dividend = await answer(asha, 'how much dividend did I get from GODHULI?');
  expect(dividend).toContain(`${day}, Dividend of ₹12.50 a share: you were paid ₹50.00 for 4 shares.`);
  expect(dividend, 'a dividend ends no order').not.toContain('canceled:');
  const all = await answer(asha, 'my dividends');
  expect(all).toContain('TAMRAVATI: ');
  expect(all).toContain('GODHULI: ');
});

test('nobody is told what others got', async () => {
  const text = await answer(ravi, 'did TAMRAVATI split?');
  expect(text).toContain('Split of each 2 shares into 5');
  expect(text).toContain('You held none of its shares then, and got nothing.');
  expect(text).not.toContain('37');
  expect(text).not.toContain(`#${order}`);
});
