// Questions whose words also point to another answer than theirs.
import { expect, test } from 'vitest';
import type { Stock } from '../../../contract/market.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import type { Intent } from './intent.ts';
import { intentOf } from './intents.ts';
import { readQuestion } from './question.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
const NOW = Date.parse('2026-11-20T09:00:00Z');

const asked: [string, Intent][] = [
  ['which of my strategies works best', 'notes'],
  ['what strategy did best for me', 'notes'],
  ['my best setup', 'notes'],
  ['what is a good strategy for beginners', 'advice'],
  ["what's my risk per trade", 'figures'],
  ['how many days in a row did I make a profit', 'figures'],
  ['what if I had just held nifty instead', 'benchmark'],
  ['how would I have done with the index', 'benchmark'],
  ['what would I lose if the index fell 10%', 'shock'],
  ['how much does it cost to sell all my MERIT', 'outcome'],
  ['charges to sell 10 MERIT', 'cost'],
  ['how much of my money is in banks', 'portfolio'],
  ['what percentage of my portfolio is in MERIT', 'portfolio'],
  ['how much of my money is blocked', 'balance'],
  ['my profit this tax year', 'performance'],

  ['when will I be paid', 'lessons'],
  ['how do I upload slides', 'lessons'],
  ['how much do I earn from teaching', 'lessons'],
  ['what percentage of my trades are winners', 'performance'],
  ['my top 3 trades', 'performance'],
  ['summary of my week', 'performance'],
  ['give me a weekly report', 'performance'],
  ['what is my cost basis in MERIT', 'position'],
  ['how much did I lose on revenge trades', 'notes'],
  ['what happens to my intraday position at 3:20', 'rules'],
  ['how do I export my data', 'how-to'],
  ['how do refunds work', 'how-to'],
  ['why can I not withdraw', 'how-to'],
  ['is MERIT a good buy', 'advice'],
  ['how do I rate a lesson', 'how-to'],
  ['how do I rate an instructor', 'how-to'],
  ['what is my rating', 'lessons'],
  ['how do I turn on two factor login', 'how-to'],
  ['where can I see who is logged in to my account', 'how-to'],
  ['how do I log out everywhere', 'how-to'],
  ['does my order stay if I log out', 'facts'],
  ['how do I log out', 'how-to'],
  ['how do I compare two charts', 'how-to'],
  ['how much tax did I pay', 'how-to'],
  ['where do I see my taxes', 'how-to'],
  ['what is the tax on a trade', 'cost'],
  ['how do I set position size', 'explain'],
  ['when should I use a stop limit order', 'explain'],
  ["what's my limit for buying", 'rules'],
  ['what is a limit order', 'explain'],
  ['give me a trading plan', 'advice'],
  ['do I do better with stop losses', 'mistakes'],
  ['am I trading too much', 'mistakes'],
  ['what time of day do I make money', 'habits'],
  ['how many trades do I make per day', 'habits'],
  ['how much do charges eat of my profit', 'performance'],
  ['what if I had never traded', 'trail'],
  ['how much can I lose today', 'shock'],
  ['how is my watchlist doing', 'follows'],
  ['how do I use a watchlist', 'how-to'],
  ['best sector this week', 'leaders'],
  ['which sector is doing best this month', 'leaders'],
  ['which sector is doing best today', 'sector'],
  ['how did IT stocks do this week', 'leaders'],
  ['IT stocks today', 'sector'],
  ['how many stocks are up today', 'movers'],
  ['how many stocks are there', 'screener'],
  ['did the market open up or down today', 'index'],
  ['is the market bullish', 'index'],
  ['what stock pays the best dividend', 'corporate'],
  ['show me midcap stocks', 'accounts'],
  ['which sector is MERIT in', 'overview'],
  ['what does Merit Capital do', 'overview'],
  ['how many shares of MERIT were traded today', 'quote'],
  ['how do the simulated traders work', 'facts'],
  ['why do prices move here', 'facts'],
  ['what should a beginner do first', 'facts'],
  ['who are the other traders?', 'facts'],
  ['who are the other traders in MERIT', 'others'],
];

test.each(asked)('%j is about %s', (text, intent) => {
  expect(intentOf(readQuestion(text, [], stocks, NOW))).toBe(intent);
});
