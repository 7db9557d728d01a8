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

test('a question that points back speaks of the stock before', () => {
  const history: Turn[] = [
    { from: 'asker', text: 'trend of TAMRAVATI' },
    { from: 'assistant', text: 'SANJIVRA is another one' },
  ];
  expect(understood('and its RSI?', history)).toMatchObject({ stocks: ['TAMRAVATI'], isFollowUp: true });
  expect(understood('what about the risk', history).stocks).toEqual(['TAMRAVATI']);
  expect(understood('how is my portfolio', history).stocks).toEqual([]);
  expect(understood('and GODHULI?', history).stocks).toEqual(['GODHULI']);
});
