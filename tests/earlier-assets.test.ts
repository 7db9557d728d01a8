// Pages that were opened before an upgrade find their files for a week.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const TOOL = path.resolve(import.meta.dirname, '../tools/earlier-assets.mjs');
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-20T09:00:00Z');

const { keepEarlierAssets } = (await import(TOOL)) as {
  keepEarlierAssets: (builds: { target: string; draft: string; list: string; now: number }) => void;
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'istock-assets-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A build of these files takes the place of the one before; returns the files that are then there. */
function replace(before: string, name: string, days: number, files: readonly string[]): string[] {
  const draft = path.join(folder, name);
  const assets = path.join(draft, 'assets');
  mkdirSync(assets, { recursive: true });
  for (const file of files) writeFileSync(path.join(assets, file), `${file} of ${name}`);
  const list = path.join(folder, 'list.json');
  keepEarlierAssets({ target: path.join(folder, before), draft, list, now: NOW + days * DAY_MS });
  return readdirSync(assets).toSorted();
}

test('a build keeps what those before it had besides, for a week from when it was replaced', () => {
  expect(replace('none', 'first', 0, ['home-1.js', 'home-1.js.br', 'ticket-1.js'])).toHaveLength(3);
  const second = ['home-1.js', 'home-1.js.br', 'home-2.js', 'ticket-1.js'];
  // However long the first build was in use.
  expect(replace('first', 'second', 30, ['home-2.js', 'ticket-1.js'])).toEqual(second);
  expect(readFileSync(path.join(folder, 'second/assets/ticket-1.js'), 'utf8')).toBe('ticket-1.js of second');
  expect(replace('second', 'third', 36, ['home-3.js'])).toEqual([...second.slice(0, 3), 'home-3.js', 'ticket-1.js']);
  expect(replace('third', 'fourth', 38, ['home-4.js'])).toEqual(['home-2.js', 'home-3.js', 'home-4.js', 'ticket-1.js']);
});
