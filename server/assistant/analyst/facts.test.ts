// What is answered about how this market works: without a figure of its own, and never in place of a question about the asker.
import { expect, test } from 'vitest';
import type { Stock } from '../../../contract/market.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { FACTS, factOf } from './facts.ts';
import { intentOf } from './intents.ts';
import { readQuestion } from './question.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
const NOW = Date.parse('2026-11-20T09:00:00Z');
const about = (text: string) => intentOf(readQuestion(text, [], stocks, NOW));

test.each([
  ['what does COMPLETED mean', 'An order is PENDING while it waits'],
  ['can I lose more than I have', 'You cannot lose more than'],
  ['can I go into debt', 'You cannot lose more than'],
  ['can my balance become negative', 'You cannot lose more than'],
  ['can I lose real money', 'You cannot lose more than'],
  ['what happens if I run out of money', 'You cannot lose more than'],
  ['can I buy fractional shares', 'Shares are traded whole'],
  ['what is the minimum quantity', 'Shares are traded whole'],
  ['are the other traders real', 'A price is made by a trade'],
  ['someone bought before me at the same price', 'The book serves the best price first'],
  ['is my order visible to others', 'The book serves the best price first'],
  ['do I need a demat account', 'None of that is needed here'],
  ['can I convert intraday to delivery', 'Intraday shares stay intraday'],
  ['is there a basket order', 'That does not exist here'],
  ['who sets the prices', 'A price is made by a trade'],
  ['how are prices made', 'A price is made by a trade'],
  ['does my order move the price', 'A price is made by a trade'],
  ['is the order book real', 'A price is made by a trade'],
  ['what happens if the server goes down', 'An order is confirmed only after'],
  ['I lost my connection, what about my order', 'An order is confirmed only after'],
  ['where do I stand on the leaderboard', 'There is no ranking'],
  ['what happens to my open orders tonight', 'An order with validity DAY'],
  ['how long is a GTC order valid', 'An order with validity DAY'],
  ['what order type should a beginner use', 'A market order trades at once'],
  ['how is profit calculated', 'Shares bought first are sold first'],
  ['how is average price calculated', 'Shares bought first are sold first'],
  ['why is my net P&L different from gross', 'Shares bought first are sold first'],
  ['why did I get a different price than shown', 'The ticket shows what the book held'],
  ['how do I start', 'Begin with one stock'],
  ['I am new here where do I start', 'Begin with one stock'],
  ['teach me trading', 'Begin with one stock'],
])('%j', (text, start) => {
  expect(about(text)).toBe('facts');
  expect(factOf(text.toLowerCase())?.text).toMatch(new RegExp(`^${start}`));
});

test.each([
  ['why did my order fail', 'story'],
  ['how come my limit buy didnt go through', 'story'],
  ['show the orders of other traders', 'others'],
  ['how many of my orders failed', 'orders'],
  ['is my payment pending', 'how-to'],
  ['what is a limit order', 'explain'],
  ['did my stop fail', 'story'],
  ['what moves today', 'movers'],
  ['what moved today', 'movers'],
  ['when does my order trade', 'story'],
  ['what orders are pending', 'orders'],
  ['how do I start a replay', 'how-to'],
] as const)('%j is about %s', (text, intent) => expect(about(text)).toBe(intent));

test('no figure stands in them', () => {
  for (const { text, next } of FACTS) expect([text, ...next].join(' ')).not.toMatch(/\d/);
});
