// What a question names beside its stocks: quantities, prices, orders, days and terms, and the stock of an earlier question.
import { expect, test } from 'vitest';
import type { Turn } from '../../../contract/assistant.ts';
import type { Stock } from '../../../contract/market.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { readQuestion } from './question.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
const NOW = Date.parse('2026-11-20T09:00:00Z');

const understood = (text: string, history: readonly Turn[] = []) => readQuestion(text, history, stocks, NOW);

test.each([
  ['buy 50 SANJIVRA', { quantity: 50, side: 'BUY', price: null }],
  ['can I sell 1,200 shares of godhuli at ₹2,410.50', { quantity: 1200, side: 'SELL', price: 2410.5 }],
  ['cost of 100 TAMRAVATI at 268', { quantity: 100, price: 268 }],
  ['what happened to order 42', { order: '42', quantity: null }],
  ['my trades on 2026-11-05', { day: '2026-11-05' }],
  ['my profit on 5 Nov 2026', { day: '2026-11-05' }],
  ['what did I trade on November 15th, 2026', { day: '2026-11-15' }],
  ['price of godhuli on 31 Feb 2026', { day: null }],
  ['what did I trade on 15 november', { day: '2026-11-15', span: null }],
  ['my trades on dec 1st', { day: '2025-12-01', span: null }],
  ['how did I do since 5 nov', { day: null, span: { from: '2026-11-05', to: '2026-11-20' } }],
  ['how many trades did I make in october', { day: null, span: { from: '2026-10-01', to: '2026-10-31' } }],
  ['how much did I make between 1 oct and 15 nov', { day: null, span: { from: '2026-10-01', to: '2026-11-15' } }],
  ['trades from 2026-10-01 to 2026-10-15', { day: null, span: { from: '2026-10-01', to: '2026-10-15' } }],
  ['trades from 2026-10-15 to 2026-10-01', { day: null, span: { from: '2026-10-01', to: '2026-10-15' } }],
  ['how much did I make from 1 nov to 30 nov', { day: null, span: { from: '2026-11-01', to: '2026-11-20' } }],
  ['my trades from 1 april to 31 march', { day: null, span: { from: '2026-04-01', to: '2026-11-20' } }],
  ['my profit from 1 oct to 15 nov 2025', { day: null, span: { from: '2025-10-01', to: '2025-11-15' } }],
  ['my profit from 20 dec to 5 jan 2026', { day: null, span: { from: '2025-12-20', to: '2026-01-05' } }],
  ['how much did I make from 1 nov till now', { day: null, span: { from: '2026-11-01', to: '2026-11-20' } }],
  ['my trades from friday to monday', { day: null, span: { from: '2026-11-13', to: '2026-11-16' } }],
  ['how much did I make from 1 to 15 november', { day: null, span: { from: '2026-11-01', to: '2026-11-15' } }],
  ['my trades between 1st and 15th of october', { day: null, span: { from: '2026-10-01', to: '2026-10-15' } }],
  ['my trades from 1 to 15 oct 2025', { day: null, span: { from: '2025-10-01', to: '2025-10-15' } }],
  ['my trades from october 1 to 15', { day: null, span: { from: '2026-10-01', to: '2026-10-15' } }],
  ['my trades from october 1 to 15, 2025', { day: null, span: { from: '2025-10-01', to: '2025-10-15' } }],
  ['my trades from oct 1 to nov 15', { day: null, span: { from: '2026-10-01', to: '2026-11-15' } }],
  ['my trades from 1 to 31 april', { hasNoSuchDay: true }],
  ['and last quarter?', { span: { from: '2026-07-01', to: '2026-09-30' }, isAgain: true }],
  ['and from april to june?', { span: { from: '2026-04-01', to: '2026-06-30' }, isAgain: true }],
  ['what about FY 2025-26?', { span: { from: '2025-04-01', to: '2026-03-31' }, isAgain: true }],
  ['what did I trade the day before yesterday', { day: '2026-11-18' }],
  ['what did I trade 3 days ago', { day: '2026-11-17' }],
  ['price of godhuli two days ago', { day: '2026-11-18' }],
  ['and the day before yesterday', { day: '2026-11-18', isAgain: true }],
  ['my trades on 29 feb', { day: '2024-02-29', hasNoSuchDay: false }],
  ['my trades on 31 april', { day: null, hasNoSuchDay: true }],
  ['my trades on 2026-04-31', { day: null, hasNoSuchDay: true }],
  ['trades from 1 feb to 30 feb', { hasNoSuchDay: true }],
  ['buy 50 may be', { day: null, hasNoSuchDay: false }],
  ['how do I make ₹500', { goal: { profit: 500 } }],
  ['can I make 12.5% on it', { goal: { profitPercent: 12.5 } }],
  ['what are 10 marketable shares', { day: null, span: null }],
  ['what did I do yesterday', { day: '2026-11-19' }],
  ['margin for 10 shares intraday', { isIntraday: true, quantity: 10 }],
  ['what is T+1', { terms: ['Settlement'] }],
  ['stop loss versus stop-limit order', { terms: ['Stop order', 'Stop-limit order'] }],
])('%j', (text, wanted) => {
  expect(understood(text)).toMatchObject(wanted);
});

test('the days of a range are in their order on the way into another year, too', () => {
  const at = (text: string, now: string) => readQuestion(text, [], stocks, Date.parse(now)).span;
  const winter = 'how much did I make from 20 dec to 5 jan';
  expect(at(winter, '2027-01-03T06:00:00Z')).toEqual({ from: '2026-12-20', to: '2027-01-03' });
  expect(at(winter, '2027-01-10T06:00:00Z')).toEqual({ from: '2026-12-20', to: '2027-01-05' });
  // A Wednesday: the Friday of this week is still to come.
  const week = 'my trades from monday to friday';
  expect(at(week, '2026-11-18T06:00:00Z')).toEqual({ from: '2026-11-16', to: '2026-11-18' });
  expect(at(week, '2026-11-22T06:00:00Z')).toEqual({ from: '2026-11-16', to: '2026-11-20' });
});

test('a question that points back speaks of the stock before', () => {
  const history: Turn[] = [
    { from: 'asker', text: 'trend of TAMRAVATI' },
    { from: 'assistant', text: 'SANJIVRA is another one' },
  ];
  expect(understood('and its RSI?', history)).toMatchObject({ stocks: ['TAMRAVATI'] });
  expect(understood('what about the risk', history).stocks).toEqual(['TAMRAVATI']);
  expect(understood('how is my portfolio', history).stocks).toEqual([]);
  expect(understood('and GODHULI?', history).stocks).toEqual(['GODHULI']);
});
