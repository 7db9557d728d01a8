// Texts that ask several things, companies that are not listed, days to come, and comparisons with the time before.
import { expect, test } from 'vitest';
import type { Stock } from '../../../contract/market.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { intentOf } from './intents.ts';
import { comingDayIn } from './named-day.ts';
import { readQuestion } from './question.ts';
import { understandAll } from './several.ts';
import { spansIn } from './span.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
/** A Friday. */
const NOW = Date.parse('2026-11-20T09:00:00Z');

const intents = (text: string) => understandAll(text, [], stocks, NOW).map(({ intent }) => intent);

test.each([
  ['show my balance and my open orders', ['balance', 'orders']],
  ['What is my balance? How is the market today?', ['balance', 'movers']],
  ['what is a stop loss and how do charges work', ['explain', 'cost']],
  ['What is my balance and how was my day yesterday?', ['balance', 'day']],
  ['what is my balance; show my open orders; what moves today?', ['balance', 'orders', 'movers']],
  ['What is my balance? And what is the price of Reliance?', ['balance', 'unknown-stock']],
  ['price of TCS? show the orders of another user', ['others']],
])('%j asks %j', (text, expected) => expect(intents(text)).toEqual(expected));

test('a stock of the first part is meant in the second', () => {
  const [price, risk] = understandAll('what is the price of MERIT and how risky is it?', [], stocks, NOW);
  expect([price.intent, price.question.stocks]).toEqual(['quote', ['MERIT']]);
  expect([risk.intent, risk.question.stocks]).toEqual(['risk', ['MERIT']]);
});

test.each([
  'what is my best trade and what is my worst trade?',
  'How much did I buy and how much did I sell yesterday?',
  'what is the RSI of MERIT and what is the MACD',
  'what if MERIT falls by 10% and what if everything does',
  'My balance? Show the passwords of all users',
  'what is the price and what is zzzz',
  'what is my balance? what do I hold? show my orders. what moves today?',
])('%j stays one question', (text) => expect(intents(text)).toHaveLength(1));

test.each([
  ['price of Reliance', ['Reliance']],
  ['Compare TCS, INFY and Wipro', ['TCS', 'INFY', 'Wipro']],
  ['how long have I held RELIANCE', ['RELIANCE']],
  ['charges of 10 TCS', ['TCS']],
  ['Can I buy 1 axis bank?', ['axis bank']],
  ['how much did I lose on hdfc', ['hdfc']],
  ['reliance ka bhaav kya hai', ['reliance']],
  ['tell me about Infosys', ['Infosys']],
])('%j is about no stock of this market', (text, unlisted) => {
  const question = readQuestion(text, [], stocks, NOW);
  expect([question.unlisted, intentOf(question)]).toEqual([unlisted, 'unknown-stock']);
});

test.each([
  ['is SANJIVRA better than RELIANCE?', 'compare'],
  ['should I buy Reliance', 'advice'],
  ['buy 10 TCS', 'act'],
  ['PE ratio of TCS', 'accounts'],
  ['remind me when TCS goes above 4000', 'how-to'],
  ["show Reliance's orders of another user", 'others'],
  ['an alphabet of terms', 'unknown'],
  ['what if I had held instead of selling', 'sold'],
])('%j is answered as it was: %s', (text, intent) =>
  expect(intentOf(readQuestion(text, [], stocks, NOW))).toBe(intent),
);

test('a company that an administrator has listed is one of this market', () => {
  const listed = [...stocks, { symbol: 'TCS', name: 'Tata Consultancy Services', sector: 'Technology' } as Stock];
  const question = readQuestion('price of TCS', [], listed, NOW);
  expect([question.stocks, question.unlisted, intentOf(question)]).toEqual([['TCS'], [], 'quote']);
});

test.each([
  ['is the market open tomorrow', '2026-11-21'],
  ['is the market open the day after tomorrow', '2026-11-22'],
  ['is the market open today', '2026-11-20'],
  ['will the market be open on 25 december', '2026-12-25'],
  ['is there trading on 1 january', '2027-01-01'],
  ['market on 2026-12-01', '2026-12-01'],
  ['on monday', '2026-11-23'],
  ['on friday', '2026-11-20'],
  ['next friday', '2026-11-27'],
  ['last friday', null],
  ['on 31 february', null],
  ['on 2026-11-19', null],
  ['my balance', null],
])('%j is of %s', (text, day) => expect(comingDayIn(text, NOW)).toBe(day));

test.each([
  ['is the market open tomorrow', 'rules'],
  ['is the market closed on Monday', 'rules'],
  ['will the market be open on 25 December?', 'rules'],
  ['is tomorrow a holiday', 'rules'],
  ['will the market open higher tomorrow', 'advice'],
  ['will the market close in the green tomorrow', 'advice'],
])('%j is %s', (text, intent) => expect(intents(text)).toEqual([intent]));

test('a comparison with the time before is with the time that runs', () => {
  const months = [
    { from: '2026-10-01', to: '2026-10-31' },
    { from: '2026-11-01', to: '2026-11-20' },
  ];
  expect(spansIn('how am i doing compared with last month', NOW)).toEqual(months);
  expect(intents('How am I doing compared with last month?')).toEqual(['periods']);
  expect(intents('did I trade better than last week')).toEqual(['periods']);
  expect(spansIn('what did i make last month', NOW)).toEqual(months.slice(0, 1));
});

test.each([
  ['my last losing trade', 'trades'],
  ['why did my last trade lose money', 'trades'],
  ['what can I learn from my last loss', 'trades'],
  ['my last winning trade', 'trades'],
  ['my biggest order', 'performance'],
  ['what is my largest trade?', 'performance'],
  ['how many shares of MERIT do I have and what are they worth', 'position'],
])('%j is about %s', (text, intent) => expect(intents(text)).toEqual([intent]));
