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
