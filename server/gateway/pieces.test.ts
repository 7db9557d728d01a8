// Downloads that an exchange sends piece by piece: when they are over, and what becomes of one that nobody asks for any more.
import { afterEach, expect, test, vi } from 'vitest';
import { Pieces } from './pieces.ts';

afterEach(() => void vi.useRealTimers());

const SOME = 200 * 1024;

function download(chunks: number) {
  const made = { chunks: 0, isReleased: false };
  async function* produce(): AsyncGenerator<Uint8Array> {
    try {
      for (; made.chunks < chunks; made.chunks++) yield new Uint8Array(SOME);
    } finally {
      made.isReleased = true;
    }
  }
  return { made, produced: produce() };
}

test('no more is produced than is asked for; the end is an empty piece, and then there is no such download', async () => {
  const pieces = new Pieces();
  const { made, produced } = download(3);
  const id = pieces.begin(produced);
  const sizes: number[] = [];
  for (const produces of [1, 3, 3]) {
    sizes.push(Buffer.from((await pieces.next(id)) ?? 'none', 'base64').length);
    expect(made.chunks).toBe(produces);
  }
  expect(sizes).toEqual([2 * SOME, SOME, 0]);
  expect([await pieces.next(id), await pieces.next('another')]).toEqual([null, null]);
});

test('one that nobody has asked for during a minute is given up, and its producer released', async () => {
  vi.useFakeTimers();
  const pieces = new Pieces();
  const { made, produced } = download(9);
  const id = pieces.begin(produced);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(await pieces.next(id)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(made.isReleased).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([made.isReleased, await pieces.next(id)]).toEqual([true, null]);
});

test('a producer that fails ends the download', async () => {
  const pieces = new Pieces();
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    throw new Error('the disk is gone');
  }
  const id = pieces.begin(failing());
  await expect(pieces.next(id)).rejects.toThrow('the disk is gone');
  expect(await pieces.next(id)).toBeNull();
});
