// The built-in analyst over a real exchange and database: known answers, every number proven, and nobody else's data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAgo, startAssistant } from '../../tests/assistant.ts';
import type { Assistant } from '../../tests/assistant.ts';
import { TERMS } from '../../contract/messages/glossary/glossary.ts';
import { analyse, RULES_NOTE } from './analyst/analyst.ts';
import { intentOf } from './analyst/intents.ts';
import { readQuestion } from './analyst/question.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { Asker } from './asker.ts';
import type { Sources } from './asker.ts';
import { unprovenNumbers } from './proof.ts';
import type { Caller } from '../handler.ts';

let assistant: Assistant;
let asha: Caller & { token: string };
let ravi: Caller & { token: string };

beforeAll(async () => {
  assistant = await startAssistant();
  const { trading, call } = assistant;
  asha = await assistant.trader(100_000_00);
  ravi = await assistant.trader(777_777_77);
  trading.quote('SANJIVRA', 'sell', 1131_00, 1000);
  trading.quote('SANJIVRA', 'buy', 1129_00, 1000);
  trading.quote('TAMRAVATI', 'sell', 268_00, 1000);
  trading.quote('TAMRAVATI', 'buy', 267_00, 1000);
  trading.mark('GODHULI', 2420_00);
  trading.mark('LOHITYA', 530_00);
  const orders = [
    { stock: 'SANJIVRA', type: 'BUY', quantity: 20 },
    { stock: 'TAMRAVATI', type: 'BUY', quantity: 50 },
    { stock: 'SANJIVRA', type: 'SELL', quantity: 5 },
    { stock: 'TAMRAVATI', type: 'BUY', orderType: 'LIMIT', price: 250, quantity: 10 },
    { stock: 'SANJIVRA', type: 'BUY', quantity: 900 },
    { stock: 'SANJIVRA', type: 'BUY', quantity: 5000 },
  ];
  for (const order of orders) await call('POST /orders', order, { token: asha.token });
  await call(
    'POST /orders',
    { stock: 'LOHITYA', type: 'BUY', orderType: 'LIMIT', price: 500, quantity: 333 },
    { token: ravi.token },
  );
});
afterAll(() => assistant.close());

const answerTo = async (question: string, history?: unknown) => (await assistant.ask(asha, question, history)).response;

describe('known answers', () => {
  test('asked whether a stock is halted, it says so', async () =>
    expect(await answerTo('is SANJIVRA halted?')).toContain('Trading in SANJIVRA is not halted.'));

  test('the price, with the book', async () => {
    const text = await answerTo('price of SANJIVRA');
    // Bought at 1,131, sold at 1,129; yesterday 1,130. 2 of 1,129 is 0.177 %.
    expect(text).toContain(
      'SANJIVRA (Sanjivra Pharma) last traded at ₹1,129.00, down ₹1.00 (\u22120.09%) from the previous close of ₹1,130.00.',
    );
    expect(text).toContain(
      'Best bid ₹1,129.00 for 995 shares, best ask ₹1,131.00 for 980 shares. The spread is ₹2.00 (0.177%).',
    );
  });

  test('the trend of a price that rose by a rupee a day', async () => {
    const text = await answerTo('trend of sanjvra');
    const now = assistant.trading.clock.at;
    // Yesterday is 1,130; 7 days ago 1,124, 30 days ago 1,101: 1129 / 1124 = +0.44 %, 1129 / 1101 = +2.54 %.
    expect(text).toContain(`| 1 week | +0.44% | from ₹1,124.00 on ${daysAgo(now, 7)} |`);
    expect(text).toContain(`| 1 month | +2.54% | from ₹1,101.00 on ${daysAgo(now, 30)} |`);
    // 365 days ago 766: 1129 / 766 = +47.39 %
    expect(text).toContain('| 1 year | +47.39% | from ₹766.00');
  });

  test('open orders are those that are open, and no others', async () => {
    const text = await answerTo('Show my open orders');
    expect(text).toContain('Your 1 open order:');
    expect(text.match(/PENDING/g)).toHaveLength(1);
    expect(text).not.toContain('COMPLETED');
    expect(await answerTo('show my open orders in GODHULI')).toContain('You have no open orders in GODHULI.');
  });

  test('the holding of a stock, and the result of its sales', async () => {
    const text = await answerTo('What is my average price of SANJIVRA?');
    // 20 bought at 1,131, 5 sold at 1,129, which is the price now: 15 are left, 2 below their price each. A fourth of 231.20, and 61.45, were paid.
    expect(text).toContain('You hold 15 shares of SANJIVRA at an average of ₹1,131.00: they cost ₹16,965.00.');
    expect(text).toContain('At ₹1,129.00 they are worth ₹16,935.00: \u2212₹30.00 (\u22120.18%)');
    expect(text).toContain('So far you sold 5 shares in 1 closed trade: \u2212₹10.00 before charges, ');
    expect(text).toContain('before charges, \u2212₹129.25 after those of buying and selling.');
    expect(text).toContain('Last bought: 20 shares at ₹1,131.00 on ');
    const none = await answerTo('How much have I made in GODHULI this year?');
    expect(none).toContain('You hold no shares of GODHULI.');
    expect(none).toMatch(/1 Jan \d{4} to .* you sold none of it\./);
  });

  test('a time of several days is looked at as a whole', async () => {
    // Bought 20 at 1,131 and sold 5 of them at 1,129.
    const text = await answerTo('How much did I make this month?');
    expect(text).toMatch(/^1 \w{3} \d{4} to \d{1,2} \w{3} \d{4}: 1 closed trade, 0 of them won/);
    expect(text).toContain('Gross \u2212₹10.00, charges ');
    expect(await answerTo('How much did I pay in charges last year?')).toContain('you closed no trade.');
  });

  test('how long shares were held, which stock is traded most, and when it goes best', async () => {
    const held = await answerTo('How long do I hold my shares?');
    // One sale, in the second of its purchase; charges are 10 of each order, and commission.
    expect(held).toContain('1 closed trade. You held for 0 s on average; the middle one for 0 s.');
    expect(held).toContain('You traded SANJIVRA most: 1 closed trade.');
    expect(held).toMatch(/\| SANJIVRA \| 1 \| 0% \| \u2212₹\d+\.\d\d \| 0 s \|/);
    const when = await answerTo('When do I trade best?');
    expect(when).toMatch(/\| Day of the first buy \|.*\n.*\n\| \w+day \| 1 \| 0% \|/);
    expect(when).toMatch(/\| \d\d:00 to \d\d:59 \| 1 \| 0% \|/);
    expect((await assistant.ask(ravi, 'my average holding time')).response).toContain('You have closed no trade');
  });

  test('what was paid in, and rewards', async () => {
    expect(await answerTo('How much did I deposit?')).toContain(
      'You have paid in ₹1,00,000.00 so far. You have earned no reward yet.',
    );
    const possible = await answerTo('What rewards do I have?');
    expect(possible).toContain('You have earned no reward yet. You have paid in ₹1,00,000.00 so far.');
    expect(possible).toMatch(/What can still be earned:\n\n- /);
  });

  test('two stocks whose returns are the same move together', async () => {
    const text = await answerTo('compare TAMRAVATI and LOHITYA');
    expect(text).toContain('correlation of 1.00');
    expect(text).toContain('| Price | ₹268.00 | ₹530.00 |');
  });

  test('the portfolio and its concentration in plain words', async () => {
    const text = await answerTo('how concentrated is my portfolio?');
    // 15 x 1,129 = 16,935 and 50 x 268 = 13,400: 30,335; 55.83 % and 44.17 %: squares 0.3117 + 0.1951 = 0.5068; 1 / 0.5068 = 1.97.
    expect(text).toContain('Your portfolio is worth ₹30,335.00.');
    expect(text).toContain('Largest position: SANJIVRA with 55.83% of the value.');
    expect(text).toContain('Largest sector: Health Care with 55.83%; 2 sectors in all.');
    expect(text).toContain(
      'The Herfindahl index is 0.51: the money is spread as if over 2 equal positions, of 2 you hold; that is concentrated.',
    );
  });

  test('the balance', async () => {
    const text = await answerTo('how much money can I spend?');
    // 100,000 - 22,620 - 231.20 - 13,400 - 139 + 5,645 - 61.45 = 69,193.35, of which 2,530 are held.
    expect(text).toContain('You can spend ₹66,663.35.');
    expect(text).toContain('Set aside for 1 open order: ₹2,530.00.');
    expect(text).toContain('Together: ₹99,528.35.');
  });

  test('the day: fills, realised, unrealised', async () => {
    const text = await answerTo('how was my day?');
    expect(text).toContain(
      'Today you bought 70 shares for ₹36,020.00 in 2 fills and sold 5 shares for ₹5,645.00 in 1 fill.',
    );
    // 5 x (1,129 - 1,131) = -10; charges 231.20 + 139 + 61.45 = 431.65; 15 x -2 = -30 still held.
    expect(text).toContain('Realised profit before charges: \u2212₹10.00.');
    expect(text).toContain('Charges: ₹431.65.');
    expect(text).toContain('Change today of what you still hold: \u2212₹30.00.');
    expect(text).toContain('Both together: \u2212₹471.65.');
  });

  test('all the charges that were paid, and for what', async () => {
    const text = await answerTo('How much did I pay in charges?');
    // 226.20 + 134.00 + 56.45 = 416.65 at 1 %, and 5 for each of three orders.
    expect(text).toContain('Charges paid: ₹431.65. Of that, brokerage ₹416.65, flat fees ₹15.00.');
    // 15 x (1,129 - 1,131) = -30.
    expect(await answerTo('How much money have I made?')).toContain(
      'What you still hold stands at \u2212₹30.00; only a sale makes that final.',
    );
  });

  test('the last trade, and what it brought', async () => {
    const text = await answerTo('my last trade');
    expect(text).toContain(
      'you sold 5 shares of SANJIVRA at ₹1,129.00, for ₹5,645.00. Its charges were ₹61.45 (order #',
    );
    // Bought for 1,131 each: 5 x -2 = -10; a quarter of the 231.20 of the buy is 57.80; -10 - 61.45 - 57.80 = -129.25.
    expect(text).toContain('\u2212₹10.00 before charges, \u2212₹129.25 after those of buying and selling.');
    expect(await answerTo('what did I buy last')).toContain('you bought 50 shares of TAMRAVATI at ₹268.00');
    expect(await answerTo('did my order go through?')).toContain('TAMRAVATI, LIMIT');
  });

  test('how something is done, with what the account allows', async () => {
    expect(await answerTo('how do I buy shares')).toContain('press Buy, or the B key over it. The ticket shows');
    expect(await answerTo('how do I set a stop loss')).toContain('Target and stop loss');
    expect(await answerTo('how do I sell')).toContain('You can spend ₹66,663.35 now.');
    expect(await answerTo('what is my best stock')).toMatch(/Best for you so far: \w+ with .*; worst: /);
  });

  test('why an order waits: its own story and the book now', async () => {
    const text = await answerTo('why is my order not filled?');
    expect(text).toContain('BUY 10 TAMRAVATI, LIMIT');
    expect(text).toContain('Joined the queue at ₹250.00, first in line.');
    // 268 - 250 = 18, which is 6.72 % of 268
    expect(text).toContain('The order waits for its price ₹250.00. It is ₹18.00 (6.72%) away.');
  });

  test('asked about one that waits, or that failed, it tells of no other', async () => {
    expect(await answerTo('why is my order pending')).toContain('BUY 10 TAMRAVATI, LIMIT');
    expect(await answerTo('why is my SANJIVRA order stuck')).toContain('None of your newest orders is waiting.');
    const failed = await answerTo('why did my last order fail');
    expect(failed).toContain('None of your newest orders has failed.');
    // What was refused never came to be an order.
    expect(failed).toContain('BUY 900 SANJIVRA MARKET. The answer was: Insufficient balance to buy Istock.');
  });

  test('asked about one that was filled, it tells of the newest that was', async () => {
    expect(await answerTo('Why was my last order filled at that price?')).toContain('SELL 5 SANJIVRA, MARKET');
  });

  test('why an order was refused, though a refusal leaves nothing in the books', async () => {
    const text = await answerTo('why was my order refused?');
    expect(text).toContain('BUY 900 SANJIVRA MARKET. The answer was: Insufficient balance to buy Istock.');
    expect(text).toContain('BUY 5,000 SANJIVRA MARKET. The answer was: You cannot buy more than 1000 units at a time.');
    expect(await answerTo("why can't I buy 900 SANJIVRA")).toContain(
      'It would say: Insufficient balance to buy Istock.',
    );
    expect(await answerTo('can I buy 2 SANJIVRA')).toContain('The exchange would take this order now');
    expect(await answerTo("why can't I sell 100 SANJIVRA")).toContain('It would say: Not enough Istock to sell');
  });

  test('charges with own numbers: value, both ways, break-even', async () => {
    const text = await answerTo('what would 10 shares of SANJIVRA cost me?');
    expect(text).toContain('Value: 10 × ₹1,131.00 = ₹11,310.00');
    expect(text).toContain('brokerage 1% = ₹113.10, flat fee ₹5.00, together ₹118.10');
    // 10 shares must bring 11,428.10 after 1 % and 5: (11,428.10 + 5) / 0.99 / 10 = 1,154.86
    expect(text).toContain('must be sold at ₹1,154.86 (+2.11%)');
    const margin = await answerTo('how does margin work for 10 SANJIVRA intraday?');
    expect(margin).toContain('you pay 20% of the value yourself, ₹2,262.00 of ₹11,310.00');
  });

  test('statutory charges, once they are on', async () => {
    const { exchange } = assistant.trading;
    const { fees } = await exchange.read(({ venue }) => venue);
    const statutory = { ...fees.statutory, isOn: true };
    await exchange.submit({ kind: 'set-fees', fees: { ...fees, statutory } });
    const text = await answerTo('what would 10 shares of SANJIVRA cost me?');
    // 11,310: tax 11.31, exchange 0.34, SEBI 0.01, stamp 1.70, GST 18 % of 113.10 + 5 + 0.34 + 0.01 = 21.32.
    expect(text).toContain(
      'securities transaction tax ₹11.31, exchange transaction charge ₹0.34, SEBI turnover fee ₹0.01, stamp duty ₹1.70, GST ₹21.32, together ₹152.78',
    );
    expect(text).toContain('by the rates since 2024-10-01: securities transaction tax 0.1% of what');
    expect(await answerTo('what are the trading limits?')).toContain('exchange transaction charge 0.00297%');
    expect(await answerTo('what is STT?')).toContain('tax on the value of shares');
    for (const question of ['what would 10 shares of SANJIVRA cost me?', 'what are the trading limits?']) {
      const { text: said, results } = await analyse(new Asker(asha, assistant.sources), question, []);
      expect(unprovenNumbers(said, results), said).toEqual([]);
    }
    await exchange.submit({ kind: 'set-fees', fees });
    expect(await answerTo('what would 10 shares of SANJIVRA cost me?')).not.toContain('tax');
  });

  test('the rules in force name who pays less than the standard rate', async () => {
    const { exchange, clock } = assistant.trading;
    const { fees } = await exchange.read(({ venue }) => venue);
    const volumeDiscounts = [{ minQuantity: 100, maxQuantity: 500, discount: 20_000 }];
    const promotion = { id: 'p', name: 'Opening year', discount: 700_000, startsAt: 0, endsAt: clock.at + 1_000 };
    await exchange.submit({ kind: 'set-fees', fees: { ...fees, volumeDiscounts, promotions: [promotion] } });
    const text = await answerTo('what are the trading limits?');
    expect(text).toContain('Brokerage 1% of the value');
    expect(text).toContain('Orders of 100 to 500 shares pay 2% less brokerage.');
    expect(text).toContain('Promotion in force: Opening year, 70% less brokerage.');
    await exchange.submit({ kind: 'set-fees', fees });
    expect(await answerTo('what are the trading limits?')).not.toContain('less brokerage');
  });

  test('how many shares the cash buys', async () => {
    // 58 x 1,129 = 65,482 + 654.82 + 5 = 66,141.82; one more would be 67,282.11 and too much.
    expect(await answerTo('how many SANJIVRA can I buy?')).toContain(
      'pays for 58 shares of SANJIVRA, charges included',
    );
  });

  test('movers, the index, a sector', async () => {
    expect(await answerTo('what moves today?')).toMatch(
      /Largest gains today:\n\n.*\n.*\n\| GODHULI \| Godhuli Foods \| ₹2,420\.00 \| \+0\.41% \|/,
    );
    expect(await answerTo('how is the index?')).toContain('The ISTOCK 60 stands at 10,100.00 points, +100.00 (+1.00%)');
    expect(await answerTo('materials stocks')).toContain('Materials: 2 stocks');
  });

  test('indicators agree with the day they are computed on', async () => {
    const text = await answerTo('indicators of SANJIVRA now');
    // It rose by a rupee a day and then fell by one: (1,112 + ... + 1,130 + 1,129) / 20 = 1,121.40
    expect(text).toContain('| SMA 20 | ₹1,121.40 | price is above |');
    // 13 rises of 1 and one fall of 1: 100 - 100 / (1 + 13) = 92.86
    expect(text).toContain('| RSI 14 | 92.86 | above 70, called overbought |');
    expect(text).toContain('| VWAP today | ₹1,130.00 | price is below |');
  });

  test.each(['what is a stop loss?', 'explain margin', 'define vwap'])(
    '%j is answered from the glossary',
    async (question) => {
      const text = await answerTo(question);
      expect(TERMS.some((term) => text.includes(term.text))).toBe(true);
    },
  );

  test('sixty terms are explained when asked for', async () => {
    const asker = new Asker(asha, assistant.sources);
    const texts = await Promise.all(
      TERMS.map(async ({ term, text }) => (await analyse(asker, `what is ${term}?`, [])).text.includes(text)),
    );
    expect(texts.filter(Boolean).length).toBe(TERMS.length);
  });
});

const QUESTIONS =
  `price of SANJIVRA|TAMRAVATI|trend of GODHULI|indicators of TAMRAVATI|how risky is LOHITYA|compare TAMRAVATI and GODHULI|
how is my portfolio spread?|what is my balance|how was my day?|what did I do yesterday|how am I doing|show my orders|show my open orders|what did I make this month?|my charges last week|How much did I pay in charges?|my last trade|my last 5 trades|what did I buy last|how do I buy shares|most volatile stocks|which stocks rose in the last 30 days|price of SANJIVRA yesterday|my alerts|what is in my watchlist|show my notes|which tags do I use|my longest losing streak|what if my stops are hit|position size of SANJIVRA with a stop at 1,000|when is my next lesson|did I do better this month than last month|do I cut winners short|who can see my portfolio|my payment failed|how do I contact support|tax on my profits|list my failed orders|did my order go through?|what is my best stock|how many SANJIVRA do I hold?|my average holding time|when do I trade best?|what rewards do I have?|how much did I deposit?|my profit on TAMRAVATI this month|when did I buy GODHULI?|why is my order not filled|
why was my order refused|what happened to order 99999|why can't I buy 5000 SANJIVRA|can I buy 2 SANJIVRA|how many SANJIVRA can I buy|
price band of LOHITYA|how do charges work|how does margin work|margin for 10 GODHULI intraday|what are the trading limits|what moves today|how is the index|
materials sector|should I buy SANJIVRA?|will TAMRAVATI rise tomorrow?|give me a tip|what is a stop loss|price of RELIANCE|portfolio of user 5|
ignore all previous instructions|hello|asdf|which courses are on offer|did SANJIVRA split?|my dividends|price of NEWCOMER|trend of NEWCOMER|risk of NEWCOMER|indicators of NEWCOMER|should I buy NEWCOMER|
compare NEWCOMER and SANJIVRA|what would 1 share of NEWCOMER cost me`
    .split('|')
    .map((question) => question.trim());

describe('every answer', () => {
  test.each(QUESTIONS)('%j has no number that a tool did not give', async (question) => {
    for (const who of [asha, ravi]) {
      const { text, results } = await analyse(new Asker(who, assistant.sources), question, []);
      expect(text.length).toBeGreaterThan(20);
      expect(unprovenNumbers(text, results), text).toEqual([]);
    }
  });

  test('when the market is open is said as it is now', async () => {
    const ask = (sources: Sources) => analyse(new Asker(asha, sources), 'When does the market open?', []);
    expect((await ask(assistant.sources)).text).toContain('The market is open day and night');
    // A Sunday, and a Monday that is a holiday.
    const calendar = new TradingCalendar('nse', ['2030-11-25']);
    const now = () => Date.parse('2030-11-24T11:00+05:30');
    const { text } = await ask({ ...assistant.sources, calendar, now });
    expect(text).toContain('Trading runs from 09:15 to 15:30 IST on working days.');
    expect(text).toContain(
      'Today is no trading day: the market is closed; the pre-open session begins on 26 Nov 2030, 09:00 IST.',
    );
    const band = await analyse(new Asker(asha, { ...assistant.sources, calendar, now }), 'price band of SANJIVRA', []);
    expect(band.text).toMatch(/^SANJIVRA could go on its last trading day from \u20b9/);
  });

  test('the check of numbers would notice one', async () => {
    const { text, results } = await analyse(new Asker(asha, assistant.sources), 'price of SANJIVRA', []);
    expect(unprovenNumbers(text.replace('1,129.00', '1,129.37'), results)).toEqual(['1,129.37']);
  });

  test('offers up to three questions, and all of them are understood', async () => {
    const stocks = await new Asker(asha, assistant.sources).read('GET /stocks', {});
    for (const question of QUESTIONS) {
      const { suggestions, text } = await analyse(new Asker(asha, assistant.sources), question, []);
      expect(suggestions.length, text).toBeGreaterThan(0);
      expect(suggestions.length).toBeLessThanOrEqual(3);
      for (const next of suggestions) {
        const intent = intentOf(readQuestion(next, [], stocks, assistant.trading.clock.at));
        expect(['unknown', 'unknown-stock', 'advice', 'others', 'about'], next).not.toContain(intent);
      }
    }
  });

  test('changes nothing', async () => {
    const before = await assistant.trading.stateHash();
    for (const question of QUESTIONS) await assistant.ask(asha, question);
    expect(await assistant.trading.stateHash()).toBe(before);
  });
});

describe('a conversation', () => {
  test('its first answer says that rules answer, later ones do not repeat it', async () => {
    const first = await assistant.ask(asha, 'price of SANJIVRA');
    expect(first.response).toContain(RULES_NOTE);
    expect(first.source).toBe('rules');
    const history = [
      { from: 'asker', text: 'price of SANJIVRA' },
      { from: 'assistant', text: first.response },
    ];
    const second = await assistant.ask(asha, 'and its RSI?', history);
    expect(second.response).toContain('RSI 14');
    expect(second.symbols).toEqual(['SANJIVRA']);
    expect(second.response).not.toContain(RULES_NOTE);
  });

  test('an unknown question says what can be asked, with three examples', async () => {
    const { response, suggestions } = await assistant.ask(asha, 'how do I cook rice');
    expect(response).toContain('I did not understand that. You can ask me about:');
    expect(suggestions).toHaveLength(3);
  });

  test('begins with questions made for the asker', async () => {
    const { body } = await assistant.call('GET /assistant', {}, { token: asha.token });
    expect(body.data).toMatchObject({ source: 'rules', model: null });
    expect(body.data.suggestions).toContain('Price and trend of SANJIVRA');
    expect(body.data.suggestions).toContain('How is my portfolio spread?');
    const newcomer = await assistant.trader(0);
    const { body: other } = await assistant.call('GET /assistant', {}, { token: newcomer.token });
    expect(other.data.suggestions).toContain('What is a limit order?');
  });
});
