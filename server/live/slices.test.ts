// Messages to everybody in slices: in order, with time for others in between, and places that are taken again.
import { expect, test } from 'vitest';
import { Slices } from './slices.ts';

const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
};

function crowd(sockets: number): { slices: Slices; rooms: Set<string> } {
  const slices = new Slices(2);
  const rooms = new Set(Array.from({ length: sockets }, () => slices.enter().room));
  return { slices, rooms };
}

test('a message reaches every slice before the next one begins', async () => {
  const { slices, rooms } = crowd(6);
  expect(rooms.size).toBe(3);
  const sent: string[] = [];
  for (const message of ['one', 'two']) slices.send(() => (room) => sent.push(`${message} ${room}`));
  await turns(8);
  expect(sent).toEqual(['one', 'two'].flatMap((message) => [...rooms].map((room) => `${message} ${room}`)));
});

test('between two slices others have their turn', async () => {
  const { slices } = crowd(6);
  const order: string[] = [];
  slices.send(() => () => order.push('slice'));
  for (let n = 0; n < 3; n++) setImmediate(() => order.push('order'));
  await turns(4);
  expect(order.indexOf('order')).toBeLessThan(order.lastIndexOf('slice'));
});

test('a few sockets are told at once, without waiting for a turn', () => {
  const { slices } = crowd(2);
  const sent: string[] = [];
  slices.send(() => () => sent.push('one'));
  slices.send(() => () => sent.push('two'));
  expect(sent).toEqual(['one', 'two']);
});

test('what is sent is decided when its turn comes', async () => {
  const { slices } = crowd(4);
  let news = 'old';
  const sent: string[] = [];
  slices.send(() => () => {});
  slices.send(() => {
    const newest = news;
    return () => sent.push(newest);
  });
  news = 'new';
  await turns(6);
  expect(sent).toEqual(['new', 'new']);
});

test('a place that was left is taken again', () => {
  const slices = new Slices(2);
  const [first] = [slices.enter(), slices.enter(), slices.enter()];
  slices.leave(first.slice);
  expect(slices.enter()).toEqual(first);
});
