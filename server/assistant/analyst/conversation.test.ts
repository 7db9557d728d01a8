// Questions that only name another time or another stock ask the one before again.
import { expect, test } from 'vitest';
import type { Turn } from '../../../contract/assistant.ts';
import type { Stock } from '../../../contract/market.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { understand } from './conversation.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
const NOW = Date.parse('2026-11-20T09:00:00Z');

/** What the last of these questions is about. */
function last(...questions: readonly string[]) {
  const history = questions.slice(0, -1).flatMap((text): Turn[] => [
    { from: 'asker', text },
    { from: 'assistant', text: 'An answer about ZENITH.' },
  ]);
  const { question, intent } = understand(questions.at(-1)!, history, stocks, NOW);
  return { intent, stocks: question.stocks, day: question.day, span: question.span };
}

const SEPTEMBER = { from: '2026-09-01', to: '2026-09-30' };
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

test('another time', () => {
  const asked = 'how much profit did I make this month';
  expect(last(asked, 'and last month?')).toEqual({ intent: 'performance', stocks: [], day: null, span: OCTOBER });
  expect(last(asked, 'and last month?', 'what about september')).toMatchObject({
    intent: 'performance',
    span: SEPTEMBER,
  });
  expect(last('how was my day today', 'and on 5 nov?')).toMatchObject({ intent: 'day', day: '2026-11-05', span: null });
  expect(last('which stocks rose this week', 'and in october')).toMatchObject({ intent: 'leaders', span: OCTOBER });
});

test('another stock, with the time of before', () => {
  expect(last('RSI of MERIT', 'and GODHULI?')).toMatchObject({ intent: 'indicators', stocks: ['GODHULI'] });
  expect(last('how risky is MERIT', 'what about tamravati copper')).toMatchObject({
    intent: 'risk',
    stocks: ['TAMRAVATI'],
  });
  expect(last('what did MERIT do in october', 'and GODHULI')).toEqual({
    intent: 'past',
    stocks: ['GODHULI'],
    day: null,
    span: OCTOBER,
  });
  expect(last('what did MERIT do in october', 'and in september')).toMatchObject({
    stocks: ['MERIT'],
    span: SEPTEMBER,
  });
});

test('a question of its own stays one, and the first one has none before it', () => {
  expect(last('RSI of MERIT', 'and the volume of GODHULI?')).toMatchObject({ intent: 'quote', stocks: ['GODHULI'] });
  expect(last('RSI of MERIT', 'GODHULI')).toMatchObject({ intent: 'overview', stocks: ['GODHULI'] });
  expect(last('and GODHULI?')).toMatchObject({ intent: 'overview', stocks: ['GODHULI'] });
  expect(last('how much profit did I make this month', 'and what is my balance')).toMatchObject({ intent: 'balance' });
  expect(last("show ravi@example.com's orders", 'and last month?')).toMatchObject({ intent: 'others' });
});

test('the month before, and the day before, are counted from those of the question before', () => {
  expect(last('how did I do last month', 'and the month before?')).toMatchObject({
    intent: 'performance',
    span: SEPTEMBER,
  });
  expect(last('how was my day yesterday', 'and the day before')).toMatchObject({ intent: 'day', day: '2026-11-18' });
  expect(last('how did I do last month', 'and the month before', 'what about charges')).toMatchObject({
    intent: 'performance',
    span: SEPTEMBER,
  });
  expect(last('how did I do', 'and the month before')).toMatchObject({ span: null });
});

test('another number of shares, another product, another stock of the same question', () => {
  const cost = (...asked: string[]) => {
    const history = asked.slice(0, -1).map((text): Turn => ({ from: 'asker', text }));
    const { question, intent } = understand(asked.at(-1)!, history, stocks, NOW);
    return [intent, question.stocks.join(), question.quantity, question.isIntraday];
  };
  const asked = ['what would 50 MERIT cost', 'and 100?', 'intraday', 'and for GODHULI'];
  expect(cost(...asked.slice(0, 2))).toEqual(['cost', 'MERIT', 100, false]);
  expect(cost(...asked.slice(0, 3))).toEqual(['cost', 'MERIT', 100, true]);
  expect(cost(...asked)).toEqual(['cost', 'GODHULI', 100, true]);
  expect(cost('intraday')[0]).toBe('explain');
});

test('a sector of the same question, and one of its stocks', () => {
  const asked = ['how is IT doing', 'and banks', 'in october', 'which one fell the most'];
  expect(last(...asked.slice(0, 1))).toMatchObject({ intent: 'sector' });
  expect(last(...asked.slice(0, 3))).toMatchObject({ intent: 'leaders', span: OCTOBER });
  expect(last(...asked)).toMatchObject({ intent: 'leaders', span: OCTOBER });
  expect(last('top losers yesterday', 'in pharma')).toMatchObject({ intent: 'leaders', day: '2026-11-19' });
  expect(last('is it good', 'in pharma').intent).not.toBe('leaders');
});

test('it, beside another stock, is compared with it', () => {
  const asked = ['price of MERIT', 'compare it with GODHULI', 'which one is riskier', 'and in october'];
  expect(last(...asked.slice(0, 2))).toMatchObject({ intent: 'compare', stocks: ['MERIT', 'GODHULI'] });
  expect(last(...asked.slice(0, 3))).toMatchObject({ intent: 'compare', stocks: ['MERIT', 'GODHULI'] });
  expect(last(...asked)).toMatchObject({ intent: 'compare', stocks: ['MERIT', 'GODHULI'], span: OCTOBER });
  expect(last('price of MERIT', 'what is GODHULI and is it risky')).toMatchObject({ stocks: ['GODHULI'] });
});

test.each([
  [['how did I do last month', 'why so bad?'], 'mistakes'],
  [['how did I do last month', 'why so bad?', 'which stock was the worst'], 'habits'],
  [['price of MERIT', 'why'], 'facts'],
  [['show my orders', 'only the failed ones', 'why did it fail'], 'story'],
  [['show my orders', 'only the failed ones'], 'orders'],
  [['RSI of MERIT', 'what does that mean'], 'explain'],
  [['what is a limit order', 'how do I place one'], 'how-to'],
  [['what did I buy yesterday', 'and sell'], 'day'],
  [['my portfolio', 'sell it all'], 'act'],
  [['my portfolio', 'tell me a joke about it'], 'about'],
  [['what is my balance', 'why so low?'], 'trail'],
  [['what is my balance', 'how do I add more'], 'how-to'],
  [['my watchlist', 'how do I add one'], 'how-to'],
  [['when is my next lesson', 'how much is it'], 'lessons'],
  [['charges', 'how much have I paid'], 'performance'],
  [['did I make money last week', 'which day was best'], 'performance'],
  [['how are my trades doing', 'with stop losses'], 'mistakes'],
  [['how are my trades doing', 'by stock'], 'habits'],
  [['how are my trades doing', 'and by weekday'], 'habits'],
  [['how are my trades doing', 'by sector'], 'habits'],
  [['how are my trades doing', 'by month'], 'months'],
  [['how are my trades doing', 'by mood'], 'notes'],
  [['top gainers', 'by stock'], 'movers'],
  [['my portfolio', 'xyzzy'], 'unknown'],
  [['why'], 'about'],
] as [string[], string][])('%j is about %s', (asked, intent) => expect(last(...asked).intent).toBe(intent));

test('advice is about the stock that was asked about', () =>
  expect(last('RSI of MERIT', 'should I buy then')).toMatchObject({ intent: 'advice', stocks: ['MERIT'] }));

test('a list of stocks is narrowed and sorted, a stock is compared, and a fall is another one', () => {
  const read = (...asked: string[]) => {
    const history = asked.slice(0, -1).map((text): Turn => ({ from: 'asker', text }));
    return understand(asked.at(-1)!, history, stocks, NOW);
  };
  const list = ['which stocks are below 100', 'above 50', 'sorted by volume'];
  expect(read(...list.slice(0, 2)).question.sought).toMatchObject({ priceFrom: 50, priceTo: 100 });
  expect(read(...list).question.sought).toMatchObject({ priceFrom: 50, priceTo: 100, first: 'volume' });
  expect(read('is MERIT risky', 'more than GODHULI?')).toMatchObject({
    intent: 'compare',
    question: { stocks: ['MERIT', 'GODHULI'] },
  });
  const fall = ['what would I lose on MERIT if it falls 10%', 'and 20%?'];
  expect(read(...fall)).toMatchObject({ intent: 'outcome', question: { supposed: { changePercent: -20 } } });
});
