// Typing errors are mended in ordinary words alone: names of stocks and words that are right stay as they are.
import { expect, test } from 'vitest';
import type { Stock } from '../../../contract/market.ts';
import { PROMPT_MAX } from '../../../contract/assistant.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { processorTime } from '../../../tests/processor-time.ts';
import { namesIn } from '../stock-names.ts';
import { intentOf } from './intents.ts';
import type { Intent } from './intent.ts';
import { readQuestion } from './question.ts';
import { spelled } from './spelling.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
const understood = (text: string) => readQuestion(text, [], stocks, Date.parse('2026-11-20T09:00:00Z'));
const mended = (text: string) => spelled(text.toLowerCase(), namesIn(text, stocks).words, text);

test.each([
  ['whats my protfolio worth', 'whats my portfolio worth'],
  ['my avrage price of sanjivra', 'my average price of sanjivra'],
  ['how much proft did i mke', 'how much profit did i make'],
  ['wht is my balence', 'what is my balance'],
  ['which of my stoks are in loss', 'which of my stocks are in loss'],
  ['why my oder was rejcted', 'why my order was rejected'],
  ['y is my order pendng', 'why is my order pending'],
  ['wat r my holdngs', 'what are my holdings'],
  ['hw to by shars', 'how to buy shares'],
  ['plz show my loosers', 'please show my losers'],
  ['yestarday', 'yesterday'],
  ['brokrage i payed', 'brokerage i paid'],
])('%j is meant as %j', (written, meant) => {
  expect(mended(written)).toBe(meant);
});

test.each([
  // Names, also of stocks that this market does not have, and with an error of their own
  'sanjvra and tamarvati',
  'price of trent',
  'TRENT price',
  'show TATA',
  // Right words that are near to others
  'a training of traders in different states',
  'prime shape of a stack',
  'the mouth of the winter monkey is a sock shock',
  'they would place the whole world there',
  "couldn't, shouldn't and don't",
  // Parts of addresses and of marks
  'trads@exampel.com chrges-list v1.ordr',
  // Two wanted words are as near
  'sto shars-',
])('%j stays as it is', (text) => {
  expect(mended(text)).toBe(text.toLowerCase());
});

test.each<[string, Intent]>([
  ['whats my protfolio worth', 'portfolio'],
  ['how much proft did i mke', 'performance'],
  ['how much proft did i mke today', 'day'],
  ['my avrage price of SANJIVRA', 'position'],
  ['my avrage price', 'portfolio'],
  ['show my loosers', 'portfolio'],
  ['plz show my oders', 'orders'],
  ['why my oder was rejcted', 'story'],
  ['hw do i sel my shares', 'how-to'],
  ['how to by shares', 'how-to'],
  ['cancle my order', 'act'],
  ['wats limit ordr', 'explain'],
  ['SANJIVRA prise', 'quote'],
  ['is sanjivra riskey', 'risk'],
  ['wich stock shud i buy', 'advice'],
  ['shuld i sell tamravati', 'advice'],
  ['how much brokrage i payed', 'performance'],
  ['chrges for 10 SANJIVRA', 'cost'],
  ['what is brekeven of my sanjivra', 'outcome'],
  ['how many sanjivra can i by for 10000', 'affordable'],
  ['where did my mony go', 'trail'],
  ['top gainrs today', 'movers'],
  ['marktet today', 'movers'],
  ['is market opn today', 'rules'],
  ['circit limit of sanjivra', 'rules'],
  ['show all usres portfolio', 'others'],
  ['ordrs of acount 17', 'others'],
])('%j is understood as %s', (question, intent) => {
  expect(intentOf(understood(question))).toBe(intent);
});

test('a long text of unknown words holds nobody up', () => {
  const text = 'abcdefgh portfolix stockss '.repeat(PROMPT_MAX).slice(0, PROMPT_MAX);
  const used = processorTime();
  mended(text);
  expect(used()).toBeLessThan(200);
});
