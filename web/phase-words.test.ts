// The words for each phase of the market, and for what happens to an order in it.
import { expect, test } from 'vitest';
import { phaseText } from './phase-text.ts';
import { dayWord, haltText, intradayText, profitDay, queueText } from './phase-words.ts';

const at = (time: string) => new Date(`2026-11-23T${time}+05:30`).toISOString();
const session = '2026-11-23';
const isHalted = false;
const closed = { phase: 'closed', nextPhase: { phase: 'pre-open', at: at('09:00') }, session, isHalted } as const;
const preOpen = { phase: 'pre-open', nextPhase: { phase: 'opening', at: at('09:08') }, session, isHalted } as const;
const opening = { phase: 'opening', nextPhase: { phase: 'open', at: at('09:15') }, session, isHalted } as const;
const open = { phase: 'open', nextPhase: { phase: 'closed', at: at('15:30') }, session, isHalted } as const;

test('the line under the header shows the present phase, and the next one in India', () => {
  expect([closed, preOpen, opening, open].map((each) => Object.values(phaseText(each)).join(' · '))).toEqual([
    'Market closed · opens on Mon, 23 Nov at 09:15 IST, after a pre-open session from 09:00',
    'Pre-open session · orders are collected, and trade at one price at 09:08 IST',
    'Opening auction over · trading begins at 09:15 IST',
    'Market open · closes at 15:30 IST',
  ]);
});

test('in a halt it says so, and names what depends on its end', () => {
  const halted = [preOpen, opening, open, closed].map((each) => phaseText({ ...each, isHalted: true }));
  expect(halted.map((each) => Object.values(each).join(' · '))).toEqual([
    'Trading halted · opening auction at 09:08 IST, if the halt is over by then',
    'Trading halted · trading begins at 09:15 IST, if the halt is over by then',
    'Trading halted · closes at 15:30 IST',
    'Market closed · opens on Mon, 23 Nov at 09:15 IST, after a pre-open session from 09:00',
  ]);
});

test.each([
  [closed, 'LIMIT', 'DAY', 'Queued for the opening auction on Mon, 23 Nov, 09:08 IST: '],
  [preOpen, 'MARKET', 'IOC', 'Queued for the opening auction, 09:08 IST: '],
  [preOpen, 'LIMIT', 'GTC', 'Queued for the opening auction, 09:08 IST: '],
  [preOpen, 'LIMIT', 'IOC', 'Queued until trading begins, 09:15 IST: '],
  [closed, 'MARKET', 'FOK', 'Queued until trading begins on Mon, 23 Nov, 09:15 IST: '],
  [closed, 'STOP', 'DAY', 'Queued until trading begins on Mon, 23 Nov, 09:15 IST: '],
  [opening, 'MARKET', 'DAY', 'Queued until trading begins at 09:15 IST.'],
  [open, 'MARKET', 'DAY', null],
] as const)('%o: a %s order for %s', (state, orderType, validity, text) => {
  const said = queueText(state, { orderType, validity });
  if (text === null) expect(said).toBeNull();
  else expect(said?.startsWith(text)).toBe(true);
});

test.each([
  [open, '10:00', 'What you have not sold by 15:20 is sold for you.'],
  [open, '15:20', 'It is past 15:20: what you buy now is sold for you at once.'],
  [preOpen, '09:01', 'What you have not sold by 15:20 is sold for you.'],
  [closed, '20:00', 'What you have not sold by 15:20 on Mon, 23 Nov is sold for you.'],
  // On a holiday.
  [closed, '10:00', 'What you have not sold by 15:20 on Mon, 23 Nov is sold for you.'],
  [undefined, '10:00', 'What you have not sold by 15:20 is sold for you.'],
  [undefined, '23:00', 'What you have not sold by 15:20 tomorrow is sold for you.'],
] as const)('%o at %s: a position on margin ends when it is said', (state, time, text) => {
  expect(intradayText(state, Date.parse(at(time)))).toBe(`A fifth of the value is blocked. ${text}`);
});

test('the changes of a closed market are those of its last day', () => {
  expect([closed, preOpen, open, undefined].map(dayWord)).toEqual(['last trading day', 'today', 'today', 'today']);
});

const friday = '2026-11-27';
test.each([
  ['the evening of a trading day', { ...closed, day: friday }, friday, { day: friday, name: null }],
  ['the Saturday after it', { ...closed, day: friday }, '2026-11-28', { day: friday, name: 'Fri, 27 Nov' }],
  ['Monday before nine', { ...closed, day: friday }, '2026-11-30', { day: friday, name: 'Fri, 27 Nov' }],
  ['a market without hours', { nextPhase: null, day: friday }, '2026-11-28', { day: '2026-11-28', name: null }],
  ['a state not known yet', undefined, '2026-11-28', { day: '2026-11-28', name: null }],
] as const)('%s: the day of the profit that is shown', (_when, state, today, expected) => {
  expect(profitDay(state, today)).toEqual(expected);
});

test('in a halt, of all trading or of the stock, nothing is said to trade or to wait', () => {
  const [halted, trading] = [{ isHalted: true }, { isHalted: false }];
  expect([haltText(halted, trading), haltText(trading, halted), haltText(undefined, halted)]).toEqual(
    Array.from({ length: 3 }, () => 'Trading is halted: no new order is taken now.'),
  );
  expect([haltText(trading, trading), haltText(undefined, undefined)]).toEqual([null, null]);
});
