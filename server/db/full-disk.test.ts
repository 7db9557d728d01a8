// What an operator is told when PostgreSQL has ended for lack of room.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SmallDisk, whyNoSmallDisk } from '../../tests/faults/small-disk.ts';
import { withFullDisk } from './full-disk.ts';

let dataDir: string;
let why: string | null;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'istock-full-'));
  why = await whyNoSmallDisk();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

test('a broken connection is explained by the disk if it is full, and only if the database is on it', async (context) => {
  if (why !== null) return context.skip(why);
  expect(await withFullDisk(broken, { dataDir })).toBe(broken);
  const disk = new SmallDisk(dataDir, 20);
  try {
    expect(await withFullDisk(broken, { dataDir })).toMatchObject({
      message: `The disk of ${dataDir} is full, so that PostgreSQL cannot go on. Make room there, then try again. write EPIPE`,
    });
    expect(await withFullDisk(broken, { dataDir, databaseUrl: 'postgres://elsewhere/istock' })).toBe(broken);
    const other = new Error('The books do not add up.');
    expect(await withFullDisk(other, { dataDir })).toBe(other);
  } finally {
    disk.remove();
  }
});
