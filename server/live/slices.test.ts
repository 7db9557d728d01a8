// Messages to everybody in slices: in order, with time for others in between, and places that are taken again.
import { expect, test } from 'vitest';
import { Slices } from './slices.ts';

const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
};

function crowd(sockets: number): { slices: Slices<number>; places: number[] } {
  const slices = new Slices<number>(2);
  const places = Array.from({ length: sockets }, (_, member) => slices.enter(member));
  return { slices, places };
}

test('a message reaches everybody before the next one begins', async () => {
  const { slices, places } = crowd(6);
  expect(places).toEqual([0, 0, 1, 1, 2, 2]);
  const sent: string[] = [];
  for (const message of ['one', 'two']) slices.send(() => (member) => sent.push(`${message} ${member}`));
  await turns(8);
  expect(sent).toEqual(['one', 'two'].flatMap((message) => places.map((_, member) => `${message} ${member}`)));
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
  slices.send(() => (member) => sent.push(`one ${member}`));
  slices.send(() => (member) => sent.push(`two ${member}`));
  expect(sent).toEqual(['one 0', 'one 1', 'two 0', 'two 1']);
});

test('the content is decided when its turn comes', async () => {
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
  expect(sent).toEqual(['new', 'new', 'new', 'new']);
});

test('a free place is used again, and a socket that left receives nothing more', () => {
  const slices = new Slices<string>(2);
  const places = ['a', 'b', 'c'].map((member) => slices.enter(member));
  expect(places).toEqual([0, 0, 1]);
  slices.leave(0, 'a');
  const sent: string[] = [];
  slices.send(() => (member) => sent.push(member));
  expect(sent).toEqual(['b']);
  expect(slices.enter('d')).toBe(0);
});
