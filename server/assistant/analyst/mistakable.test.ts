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
  ['what is my rating', 'lessons'],
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
  ['what should a beginner do first', 'facts'],
  ['who are the other traders?', 'facts'],
  ['who are the other traders in MERIT', 'others'],
];

test.each(asked)('%j is about %s', (text, intent) => {
  expect(intentOf(readQuestion(text, [], stocks, NOW))).toBe(intent);
});
