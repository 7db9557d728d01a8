// A gate: as many inside as there are places, however long it is used; a few wait in their order, and the rest is turned away.
import { expect, test } from 'vitest';
import { createGate, createOwnGates } from './gate.ts';

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Goes through the gate this many times at once. Returns how many were inside together at most, and in which order they came in. */
async function crowd(gate: ReturnType<typeof createGate>, jobs: number, isFailing = false) {
  let [inside, most] = [0, 0];
  const order: number[] = [];
  const job = (n: number) =>
    gate(async () => {
      order.push(n);
      most = Math.max(most, ++inside);
      await soon();
      inside--;
      if (isFailing) throw new Error('failed');
    });
  const ends = await Promise.allSettled(Array.from({ length: jobs }, (_, n) => job(n)));
  return { most, order, failed: ends.filter(({ status }) => status === 'rejected').length };
}

test('no more are inside than there are places, also after some have waited or failed', async () => {
  const gate = createGate({ most: 2, mostWaiting: 20 });
  const all = Array.from({ length: 20 }, (_, n) => n);
  expect(await crowd(gate, 20)).toEqual({ most: 2, order: all, failed: 0 });
  expect(await crowd(gate, 20, true)).toEqual({ most: 2, order: all, failed: 20 });
  expect(await crowd(gate, 20)).toEqual({ most: 2, order: all, failed: 0 });
});

test('those for whom there is no room to wait are turned away, and may come again later', async () => {
  const gate = createGate({ most: 1, mostWaiting: 2 });
  expect(await crowd(gate, 5)).toEqual({ most: 1, order: [0, 1, 2], failed: 2 });
  expect(await crowd(gate, 3)).toEqual({ most: 1, order: [0, 1, 2], failed: 0 });
  let leave = (): void => {};
  const first = gate(() => new Promise<void>((resolve) => (leave = resolve)));
  const waiting = [gate(soon), gate(soon)];
  await expect(gate(soon)).rejects.toMatchObject({ status: 429 });
  leave();
  await Promise.all([first, ...waiting]);
});

test('a person who asks for a lot keeps nobody else waiting', async () => {
  const gates = createOwnGates({ most: 1, mostWaiting: 20 });
  let leave = (): void => {};
  const long = gates('asha', () => new Promise<void>((resolve) => (leave = resolve)));
  const done: string[] = [];
  const next = gates('asha', async () => void done.push('asha'));
  await gates('ravi', async () => void done.push('ravi'));
  expect(done).toEqual(['ravi']);
  leave();
  await Promise.all([long, next]);
  expect(done).toEqual(['ravi', 'asha']);
});
