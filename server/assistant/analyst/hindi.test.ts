// Questions in Hindi with English letters are understood as the same ones in English are.
import { expect, test } from 'vitest';
import type { Stock } from '../../../contract/market.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { inEnglish } from './hindi.ts';
import { intentOf } from './intents.ts';
import type { Intent } from './intent.ts';
import { readQuestion } from './question.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
const understood = (text: string) => readQuestion(text, [], stocks, Date.parse('2026-11-20T09:00:00Z'));

test.each<[string, Intent]>([
  ['mera profit kitna hua aaj', 'day'],
  ['aaj kitna loss hua mujhe', 'day'],
  ['Aaj mera P&L kya hai?', 'day'],
  ['is mahine kitna kamaya', 'performance'],
  ['mera total profit kitna hai', 'performance'],
  ['SANJIVRA me mera profit kitna hai', 'position'],
  ['maine kitna brokerage diya', 'performance'],
  ['mere paas kaunse shares hain', 'portfolio'],
  ['mere paas SANJIVRA ke shares hain kya', 'position'],
  ['mera order kyu reject hua', 'story'],
  ['mera order abhi tak pending kyu hai', 'story'],
  ['order cancel kaise karu', 'how-to'],
  ['share kaise kharide', 'how-to'],
  ['stop loss kaise lagau', 'how-to'],
  ['share kaise bechu', 'how-to'],
  ['kaunsa share best hai lene ke liye', 'advice'],
  ['kaunsa stock kharidna chahiye', 'advice'],
  ['kya main SANJIVRA kharid lu', 'advice'],
  ['kya mujhe GODHULI bech dena chahiye', 'advice'],
  ['margin kya hota hai', 'explain'],
  ['gtc ka matlab', 'explain'],
  ['mera balance kitna hai', 'balance'],
  ['mere paas kitna paisa hai', 'balance'],
  ['portfolio dikhao', 'portfolio'],
  ['SANJIVRA price kya hai', 'quote'],
  ['charges kitne lagte hai', 'cost'],
])('%j is about %s', (asked, intent) => {
  expect(intentOf(understood(asked))).toBe(intent);
});

test('stocks and numbers are those of the question as it was asked', () => {
  expect(understood('kya main 10 SANJIVRA ke shares kharid lu')).toMatchObject({ stocks: ['SANJIVRA'], side: 'BUY' });
  expect(understood('kya mujhe GODHULI bech dena chahiye')).toMatchObject({ stocks: ['GODHULI'], side: 'SELL' });
  expect(understood('margin kya hota hai').terms).toEqual(['Margin']);
});

test.each(['what is my balance', 'ravi@example.com ka profit kitna hai', 'dusre user ka balance kya hai', 'kya'])(
  '%j keeps its words',
  (asked) => {
    expect(inEnglish(asked)).toBe(null);
  },
);
