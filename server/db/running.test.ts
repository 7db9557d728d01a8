// A tool that works on a market says whether there is none, or one that its user may not read.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requireMarket, runningConnection } from './running.ts';

test('a folder that may not be read is not taken for one without a market', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'istock-running-'));
  try {
    expect(() => requireMarket({ dataDir })).toThrow(
      `There is no market in ${dataDir}. Say where it is with DATA_DIR.`,
    );
    // Root may read every folder; a link that leads to itself can be read by nobody.
    mkdirSync(path.join(dataDir, 'postgres'));
    symlinkSync('data', path.join(dataDir, 'postgres', 'data'));
    expect(() => requireMarket({ dataDir })).toThrow(
      `This user may not look into ${dataDir}. Run this as the user that runs Istock.`,
    );
    expect(() => requireMarket({ dataDir, databaseUrl: 'postgres://elsewhere' })).not.toThrow();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

test('a number that a killed PostgreSQL has left, and another program has now, is not taken for a running one', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'istock-killed-'));
  try {
    const folder = path.join(dataDir, 'postgres');
    mkdirSync(path.join(folder, 'data'), { recursive: true });
    writeFileSync(path.join(folder, 'password'), 'secret');
    const lines = [process.pid, folder, 1_700_000_000, 5432, folder, '', ' 5432001 0', 'ready'];
    writeFileSync(path.join(folder, 'data', 'postmaster.pid'), `${lines.join('\n')}\n`);
    expect(runningConnection(dataDir)).toBeNull();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
