// The fields of the order ticket: what they open with, what is kept for the next one, and the one order that they make.
import { expect, test } from 'vitest';
import { placeOrderInput } from '../../../contract/trade.ts';
import type { OrderWire } from '../../../contract/trade.ts';
import {
  draftOf,
  figuresOf,
  isTriggerToCome,
  isTypedTicket,
  leftBehindText,
  openingDraft,
  orderOf,
  saleValidity,
  validitiesOf,
} from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { isSameDefault, readDefault, withDefault } from './own-default.ts';
import { ticketKeys } from './ticket-key.ts';
import type { SentOrder } from './ticket-key.ts';

function draft(changes: Partial<TicketDraft>): TicketDraft {
  return { ...openingDraft(412), ...changes };
}

test('the ticket opens with one share, the price of the stock, and no intraday', () => {
  expect(openingDraft(412.35)).toEqual({
    orderType: 'MARKET',
    quantity: '1',
    price: '412.35',
    stopPrice: '412.35',
    validity: 'DAY',
    isIntraday: false,
    hasExits: false,
    target: '',
    stopLoss: '',
  });
  expect(openingDraft(undefined).price).toBe('0');
});

test('a bracket stays until it is canceled, and another type chosen after it has the validity of before', () => {
  const limit = draft({ orderType: 'LIMIT', validity: 'DAY' });
  expect(saleValidity('BRACKET', limit, limit.validity)).toBe('GTC');
  expect(saleValidity('LIMIT', draft({ orderType: 'BRACKET', validity: 'GTC' }), limit.validity)).toBe('DAY');
  expect(saleValidity('STOP', draft({ orderType: 'LIMIT', validity: 'GTC' }), 'GTC')).toBe('GTC');
});

test('a kept default gives type, validity and product; quantity and price are those of the moment', () => {
  const own = { orderType: 'LIMIT', validity: 'GTC', isIntraday: true } as const;
  expect(withDefault(openingDraft(412.35), own, false)).toEqual(
    draft({ ...own, price: '412.35', stopPrice: '412.35' }),
  );
  // Pointed at a price, the type is that of the place.
  const pointed = openingDraft(400, { orderType: 'STOP', price: 400 });
  expect(withDefault(pointed, own, true)).toMatchObject({ orderType: 'STOP', price: '400.00', validity: 'GTC' });
  // A market order has no validity to tell it from another.
  expect(isSameDefault(draft({ validity: 'GTC' }), draft({ validity: 'DAY' }))).toBe(true);
  expect(isSameDefault(draft(own), draft({ ...own, validity: 'DAY' }))).toBe(false);
});

test.each([
  null,
  '',
  'x',
  'null',
  '[]',
  '{}',
  '{"orderType":"BRACKET","validity":"DAY"}',
  '{"orderType":7,"validity":"DAY"}',
])('a kept default of %j is none', (text) => expect(readDefault(text)).toBeNull());

test('incomplete or mangled values are read as far as they make sense', () => {
  expect(readDefault('{"orderType":"STOP","validity":"IOC","isIntraday":"yes","price":1}')).toEqual({
    orderType: 'STOP',
    validity: 'DAY',
    isIntraday: false,
  });
});

test('a trigger that the ticket has filled in itself is still to come, until its own field was changed', () => {
  const chosen = (...fields: string[]) => new Set(fields);
  expect(isTriggerToCome(draft({ orderType: 'STOP' }), chosen('orderType', 'quantity'))).toBe(true);
  expect(isTriggerToCome(draft({ orderType: 'STOP' }), chosen('orderType', 'price'))).toBe(false);
  expect(isTriggerToCome(draft({ orderType: 'STOP-LIMIT' }), chosen('orderType', 'price'))).toBe(true);
  expect(isTriggerToCome(draft({ orderType: 'STOP-LIMIT' }), chosen('stopPrice'))).toBe(false);
  expect(isTriggerToCome(draft({ orderType: 'LIMIT' }), chosen())).toBe(false);
});

test('the order it sends is one that the contract takes, in paise as typed', () => {
  const limit = draft({ orderType: 'LIMIT', quantity: '5', price: '410.05', validity: 'GTC', isIntraday: true });
  const sent = orderOf('BUY', 'MERIT', limit, figuresOf(limit));
  expect(placeOrderInput.parse(sent)).toMatchObject({
    stock: 'MERIT',
    type: 'BUY',
    orderType: 'LIMIT',
    quantity: 5,
    price: 410_05,
    timeInForce: 'GTC',
    isIntraday: true,
  });
  const stop = draft({ orderType: 'STOP', quantity: '2', price: '420', validity: 'IOC' });
  // A stop's one price is its trigger, and it has no IOC: the contract's default stands.
  expect(placeOrderInput.parse(orderOf('BUY', 'MERIT', stop, figuresOf(stop)))).toMatchObject({
    orderType: 'STOP',
    stopPrice: 420_00,
    timeInForce: 'DAY',
  });
  const stopLimit = draft({ orderType: 'STOP-LIMIT', price: '421', stopPrice: '420' });
  expect(placeOrderInput.parse(orderOf('SELL', 'MERIT', stopLimit, figuresOf(stopLimit)))).toMatchObject({
    price: 421_00,
    stopPrice: 420_00,
    isIntraday: false,
  });
  expect(validitiesOf(draft({ orderType: 'MARKET' }))).toEqual([]);
});

test('an order that was sent is in the fields as it was', () => {
  const drafts = [
    draft({}),
    draft({ orderType: 'LIMIT', price: '410.50', validity: 'GTC', isIntraday: true }),
    draft({ orderType: 'STOP', price: '400.00', validity: 'GTC' }),
    draft({ orderType: 'STOP-LIMIT', price: '401.00', stopPrice: '400.00' }),
    draft({ orderType: 'LIMIT', price: '410.00', hasExits: true, target: '430.00', stopLoss: '400.50' }),
  ];
  for (const typed of drafts) {
    const sent = orderOf('BUY', 'MERIT', typed, figuresOf(typed));
    const again = draftOf(JSON.parse(JSON.stringify(sent)) as OrderWire);
    expect(JSON.stringify(orderOf('BUY', 'MERIT', again, figuresOf(again)))).toBe(JSON.stringify(sent));
  }
});

test('the same order keeps its key until it is answered', () => {
  let made = 0;
  let kept: SentOrder | null = null;
  const keys = ticketKeys(() => `key ${(made += 1)}`, { read: () => kept, write: (sent) => void (kept = sent) });
  expect(keys.keyFor('a')).toBe('key 1');
  expect(keys.keyFor('a')).toBe('key 1');
  expect(keys.keyFor('b')).toBe('key 2');
  keys.answered();
  expect(keys.keyFor('b')).toBe('key 3');
});

test('a limit on the far side of its trigger is explained, and no other', () => {
  expect(leftBehindText('BUY', 99_95, 100_00)).toContain('waits for it to fall back, and may never trade');
  expect(leftBehindText('SELL', 100_05, 100_00)).toContain('waits for it to rise again, and may never trade');
  expect([leftBehindText('BUY', 100_00, 100_00), leftBehindText('SELL', 99_95, 100_00)]).toEqual([null, null]);
  // One of the two is still being typed.
  expect([leftBehindText('BUY', null, 100_00), leftBehindText('SELL', 1, 0)]).toEqual([null, null]);
});

test('a ticket that was typed is taken back from storage whole, or not at all', () => {
  const typed = { side: 'SELL', symbol: 'MERIT', draft: draft({ orderType: 'LIMIT' }) };
  for (const side of ['BUY', 'SELL']) expect(isTypedTicket({ ...typed, side })).toBe(true);
  const { quantity: _, ...lacking } = typed.draft;
  const others = [null, 'text', {}, { ...typed, side: 'HOLD' }, { ...typed, symbol: 7 }, { ...typed, draft: null }];
  for (const other of [...others, { ...typed, draft: lacking }]) expect(isTypedTicket(other)).toBe(false);
});
