// Many readers of one stored file at once, and a file that is removed while it is read.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FilesAway, FileTooLarge, type FileStore } from './file-store.ts';
import { sharedReads } from './shared-reads.ts';

const NAME = `photos/${'0'.repeat(32)}.webp`;

/** A store with one file, whose reading takes a moment. */
function slowStore() {
  const files = new Map([[NAME, 'picture']]);
  let reads = 0;
  let failures = 0;
  const store: FileStore = {
    presign: null,
    origin: null,
    async read(name, mostBytes) {
      reads++;
      const found = files.get(name);
      await sleep(20);
      if (failures-- > 0) throw new FilesAway();
      if (found !== undefined && found.length > mostBytes) throw new FileTooLarge(name);
      return found === undefined ? null : Buffer.from(found);
    },
    async write(name, bytes) {
      files.set(name, bytes.toString());
    },
    async remove(name) {
      files.delete(name);
    },
    close() {},
  };
  const fail = (times: number): void => void (failures = times);
  return { shared: sharedReads(store), readsSoFar: () => reads, fail };
}

test('a hundred readers at once, and those who come while they still have it, share the same bytes', async () => {
  const { shared, readsSoFar } = slowStore();
  const all = await Promise.all(Array.from({ length: 100 }, () => shared.read(NAME, 100)));
  expect([all[0]?.toString(), new Set([...all, await shared.read(NAME, 100)]).size, readsSoFar()]).toEqual([
    'picture',
    1,
    1,
  ]);
});

test('a reading that fails is repeated once for all who waited, and not by each of them', async () => {
  const { shared, readsSoFar, fail } = slowStore();
  fail(1);
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => shared.read(NAME, 100)));
  expect([all.filter(({ status }) => status === 'rejected').length, readsSoFar()]).toEqual([1, 2]);
  fail(Number.POSITIVE_INFINITY);
  await shared.write(NAME, Buffer.from('another'), 'image/webp');
  const none = await Promise.allSettled(Array.from({ length: 100 }, () => shared.read(NAME, 100)));
  expect([none.filter(({ status }) => status === 'rejected').length, readsSoFar()]).toEqual([100, 4]);
});

test('a file that is not there is looked for twice at most, however many wait for it', async () => {
  const { shared, readsSoFar } = slowStore();
  await shared.remove(NAME);
  const all = await Promise.all(Array.from({ length: 100 }, () => shared.read(NAME, 100)));
  expect([new Set(all), readsSoFar()]).toEqual([new Set([null]), 2]);
});

test('what has been removed is not given out again, not even if it was being read then', async () => {
  const { shared } = slowStore();
  const kept = await shared.read(NAME, 100);
  await shared.remove(NAME);
  expect([kept?.toString(), await shared.read(NAME, 100)]).toEqual(['picture', null]);
  await shared.write(NAME, Buffer.from('another'), 'image/webp');
  const early = shared.read(NAME, 100);
  await shared.remove(NAME);
  expect([(await early)?.toString(), await shared.read(NAME, 100)]).toEqual(['another', null]);
});

test('a file that is not there yet is asked for again', async () => {
  const { shared } = slowStore();
  await shared.remove(NAME);
  expect(await shared.read(NAME, 100)).toBeNull();
  await shared.write(NAME, Buffer.from('new'), 'image/webp');
  expect((await shared.read(NAME, 100))?.toString()).toBe('new');
});

test('a replaced file, and one that its sender may change, are read as they are now', async () => {
  const { shared } = slowStore();
  const kept = await shared.read(NAME, 100);
  await shared.write(NAME, Buffer.from('another'), 'image/webp');
  expect([kept?.toString(), String(await shared.read(NAME, 100))]).toEqual(['picture', 'another']);
  const sent = `uploads/${'0'.repeat(32)}`;
  await shared.write(sent, Buffer.from('first'), 'image/png');
  const first = await shared.read(sent, 100);
  expect(await shared.read(sent, 100)).not.toBe(first);
});

test('who may read less gets no more, and who may read more is not refused for it', async () => {
  const { shared } = slowStore();
  const kept = await shared.read(NAME, 100);
  await expect(shared.read(NAME, 3)).rejects.toThrow(FileTooLarge);
  const [less, more] = await Promise.allSettled([shared.read(NAME, 3), shared.read(NAME, 100)]);
  expect([kept?.toString(), less.status, more.status]).toEqual(['picture', 'rejected', 'fulfilled']);
});
