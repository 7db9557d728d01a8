// Checks the rules of ARCHITECTURE.md on the whole project, and shows on planted faults that each rule can fail.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../vitest.config.ts';
import * as habits from './tidy/habits.ts';
import { parseSource, readProject, ROOT } from './tidy/source.ts';
import * as walls from './tidy/walls.ts';

const project = readProject();

const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** Every file that git tracks or would add, as a path from the root. */
const allFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');

const files = allFiles.filter((file) => /^(core|contract|server|web|tests|bench|tools|docs)\//.test(file));

const documents = ['README.md', 'ARCHITECTURE.md', ...files.filter((file) => file.endsWith('.md'))].map((file) => ({
  path: file,
  text: readFileSync(path.join(ROOT, file), 'utf8'),
}));

const opened = files
  .filter((file) => /\.(tsx?|mjs|sql|css)$/.test(file))
  .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

describe('walls', () => {
  test('rooms: core <- contract <- server, web; server and web never meet', () => {
    expect(walls.roomWalls(project)).toEqual([]);
  });
  test('ranks inside each room', () => {
    expect(walls.rankWalls(project)).toEqual([]);
  });
  test('one owner for each outside library', () => {
    expect(walls.libraryOwners(project)).toEqual([]);
    expect(walls.forgottenOwners(Object.keys({ ...dependencies, ...devDependencies }))).toEqual([]);
  });
  test('no ring of files', () => {
    expect(walls.fileCycles(project)).toEqual([]);
  });
  test('no ring of folders', () => {
    expect(walls.folderCycles(project)).toEqual([]);
  });
});

/** Everything unused in a project: files, exports and packages, one on each line. */
function unusedIn(folder: string): string[] {
  const knip = path.join(ROOT, 'node_modules', 'knip', 'bin', 'knip.js');
  const args = [knip, '--reporter', 'compact', '--no-config-hints', '--no-exit-code', '--no-progress'];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
}

describe('nothing is left over', () => {
  test('every file, export and package is used; entries stand in knip.json', () => {
    expect(unusedIn(ROOT)).toEqual([]);
  }, 60_000);

  test('a planted file and a planted export are found', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'istock-unused-'));
    const plant = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
    try {
      plant('package.json', '{ "name": "planted", "type": "module", "main": "main.ts" }');
      plant('main.ts', `import { used } from './used.ts'; used();`);
      plant('used.ts', 'export const used = () => 1; export const unused = 2;');
      plant('forgotten.ts', 'export const forgotten = 3;');
      expect(unusedIn(folder).join()).toMatch(/forgotten\.ts.*unused/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);
});

describe('habits', () => {
  test('core has no clock, no chance and no outside world', () => {
    expect(habits.pureCore(project)).toEqual([]);
  });
  test('only core/money.ts rounds money', () => {
    expect(habits.oneRounder(project)).toEqual([]);
  });
  test('no default exports', () => {
    expect(habits.noDefaultExports(project)).toEqual([]);
  });
  test('no barrels', () => {
    expect(habits.noBarrels(project)).toEqual([]);
  });
  test('no unfinished work in comments', () => {
    expect(habits.noLeftovers(project)).toEqual([]);
  });
  test('no any, no switched-off checks', () => {
    expect(habits.noAny(project)).toEqual([]);
  });
  test('no skipped or focused tests', () => {
    expect(habits.noSkippedTests(project)).toEqual([]);
  });
  test('every test file belongs to one project', () => {
    const projects = config.test!.projects!.map((project) => (project as { test: habits.TestProject }).test);
    expect(habits.homelessTests(files, projects)).toEqual([]);
  });
  test('every file opens with a sentence', () => {
    expect(habits.openingSentence(opened)).toEqual([]);
  });
  test('sentences say who is meant', () => {
    // The faults planted below are no sentences of ours.
    const sources = opened.filter(({ path: file }) => file !== 'tests/tidy.test.ts');
    const settings = { path: '.env.example', text: readFileSync(path.join(ROOT, '.env.example'), 'utf8') };
    expect(habits.namedSubjects([...sources, ...documents, settings])).toEqual([]);
  });
  test('names say what is inside', () => {
    expect(habits.speakingNames(files.filter((file) => !/(tsconfig\.json|\/public\/)/.test(file)))).toEqual([]);
  });
  test('documents name files that are there', () => {
    // Decisions and results tell of their day, and of files that have gone since.
    const present = documents.filter(({ path: file }) => !/^(docs\/decisions|bench)\//.test(file));
    expect(present.length).toBeGreaterThan(8);
    expect(habits.namedFiles(present, files)).toEqual([]);
  });
  test('documents link to files and headings that are there', () => {
    expect(habits.deadLinks(documents, allFiles)).toEqual([]);
    expect(habits.brokenLinks(documents)).toEqual([]);
  });
  test('a number is given once to decisions, and once to migrations', () => {
    const numbered = files.filter((file) => /^(docs\/decisions|server\/db\/migrations)\/\d/.test(file));
    expect(numbered.length).toBeGreaterThan(50);
    // Both have already run in databases, and a migration that has run keeps its name.
    const old =
      'server/db/migrations/0044_standby.sql has the number of server/db/migrations/0044_settled_in_batches.sql';
    expect(habits.numbersGivenTwice(numbered)).toEqual([old]);
  });
  test('every decision stands in the index', () => {
    const index = readFileSync(path.join(ROOT, 'docs/decisions/README.md'), 'utf8');
    expect(habits.missingFromIndex(index, files)).toEqual([]);
  });
  test('no file beyond the hard limit', () => {
    const files = habits.longestFiles(project, 8).join('\n');
    const functions = habits.longestFunctions(project, 8).join('\n');
    process.stdout.write(`longest files (lines)\n${files}\nlongest functions (lines)\n${functions}\n`);
    expect(habits.fileSizes(project)).toEqual([]);
  });
});

/** A small project with one fault. */
const planted = (...parts: [path: string, text: string][]) => parts.map(([file, text]) => parseSource(file, text));

describe('each rule finds a planted fault, and leaves its neighbour alone', () => {
  test.each([
    ['core/money.ts', `import '../contract/wire.ts'`],
    ['contract/wire.ts', `import type { A } from '../server/config.ts'`],
    ['server/app.ts', `import { a } from '../web/api.ts'`],
    ['web/api.ts', `const a = await import('../server/app.ts')`],
    ['core/money.test.ts', `import { a } from '../server/app.ts'`],
    ['tools/start.mjs', `import '../server/config.ts'`],
  ])('room wall: %s', (file, text) => {
    expect(walls.roomWalls(planted([file, text]))).toEqual([expect.stringContaining(`${file}:1`)]);
  });

  test.each([
    ['core/market/book.ts', `import '../trade/order.ts'`],
    ['core/ledger/ledger.ts', `import '../market/book.ts'`],
    ['core/trade/order.ts', `import type { Engine } from '../engine.ts'`],
    ['server/auth/login.ts', `import '../user/queries.ts'`],
    ['server/db/open.ts', `import '../exchange/exchange.ts'`],
    ['server/trade/routes.ts', `export { a } from '../http.ts'`],
    ['web/ui/table.tsx', `import { a } from '../api.ts'`],
    ['web/chart/candle.tsx', `import { a } from '../trade/ticket.tsx'`],
    ['web/wallet/pay.tsx', `import { a } from '../user/profile.tsx'`],
    ['web/admin/users.tsx', `import { a } from '../home/home.tsx'`],
  ])('rank wall: %s', (file, text) => {
    expect(walls.rankWalls(planted([file, text]))).toEqual([expect.stringContaining('not to its left')]);
  });

  test('rank walls know every unit', () => {
    expect(walls.rankWalls(planted(['server/services/a.ts', '']))).toEqual([expect.stringContaining('has no place')]);
  });

  test('walls let the allowed through', () => {
    const fine = planted(
      ['core/trade/order.ts', `import '../market/book.ts'; import '../ledger/ledger.ts'; import '../money.ts'`],
      [
        'server/trade/routes.ts',
        `import '../exchange/exchange.ts'; import '../db/open.ts'; import '../../core/engine.ts'`,
      ],
      ['server/http.ts', `import './http/serve.ts'`],
      ['web/market/stocks.tsx', `import '../trade/ticket.tsx'; import '../ui/table.tsx'; import './card.tsx'`],
      ['core/market/book.test.ts', `import '../trade/order.ts'; import '../../tests/naive/book.ts'`],
    );
    expect([...walls.roomWalls(fine), ...walls.rankWalls(fine)]).toEqual([]);
  });

  test.each([
    ['server/trade/order-queries.ts', `import pg from 'pg'`],
    ['web/trade/mini-chart.tsx', `import { createChart } from 'lightweight-charts'`],
    ['core/market/book.ts', `import { readFileSync } from 'node:fs'`],
    ['core/market/book.ts', `import type { z } from 'zod'`],
    ['server/trade/routes.ts', `import _ from 'lodash'`],
    ['web/ui/fetch.ts', `import type { Pool } from 'pg'`],
  ])('library owner: %s %s', (file, text) => {
    expect(walls.libraryOwners(planted([file, text]))).toHaveLength(1);
  });

  test('library owners may use theirs, and types may be named in the room', () => {
    const fine = planted(
      ['server/db/open.ts', `import pg from 'pg'; import 'node:path'`],
      ['server/exchange/writer.ts', `import type { Pool } from 'pg'`],
    );
    expect(walls.libraryOwners(fine)).toEqual([]);
    expect(walls.forgottenOwners([])).not.toEqual([]);
  });

  test('rings', () => {
    const ring = planted(
      ['core/a/one.ts', `import '../b/two.ts'`],
      ['core/b/two.ts', `import { a } from '../c/three.ts'`],
      ['core/c/three.ts', `export { a } from '../a/one.ts'`],
    );
    expect(walls.fileCycles(ring)).toEqual([
      'a ring of imports: core/a/one.ts -> core/b/two.ts -> core/c/three.ts -> core/a/one.ts',
    ]);
    const types = planted(
      ['core/a/one.ts', `import './two.ts'`],
      ['core/a/two.ts', `import type { A } from './one.ts'`],
    );
    expect(walls.fileCycles(types)).toEqual([]);
    const folders = planted(
      ['core/a/one.ts', `import '../b/two.ts'`],
      ['core/b/other.ts', `import type { A } from '../a/another.ts'`],
      ['core/b/two.ts', `import './other.ts'`],
    );
    expect(walls.fileCycles(folders)).toEqual([]);
    expect(walls.folderCycles(folders)).toEqual(['a ring of imports: core/a/ -> core/b/ -> core/a/']);
  });

  test.each([
    'Date.now()',
    'new Date(0)',
    'Math.random()',
    'console.log(1)',
    'process.env.A',
    `fetch('x')`,
    'type A = Date',
    'setTimeout(f, 1)',
  ])('pure core: %s', (text) => {
    expect(habits.pureCore(planted(['core/market/book.ts', text]))).not.toEqual([]);
    expect(habits.pureCore(planted(['server/exchange.ts', text]))).toEqual([]);
  });

  test('pure core leaves properties and comments alone', () => {
    expect(
      habits.pureCore(
        planted([
          'core/a.ts',
          `// Date of process\nconst a = { process: 1, Date: 2 }; a.process; interface B { Date: number }`,
        ]),
      ),
    ).toEqual([]);
  });

  test.each(['Math.round(a)', 'Math.floor(a)', 'Math.trunc(a)', 'a.toFixed(2)'])('one rounder: %s', (text) => {
    expect(habits.oneRounder(planted(['core/trade/charges.ts', text], ['core/preview.ts', text]))).toHaveLength(2);
    expect(habits.oneRounder(planted(['core/money.ts', text]))).toEqual([]);
  });

  test('default exports and barrels', () => {
    expect(habits.noDefaultExports(planted(['web/a.tsx', 'export default 1']))).toHaveLength(1);
    expect(habits.noDefaultExports(planted(['vite.config.ts', 'export default 1']))).toEqual([]);
    expect(habits.noBarrels(planted(['web/ui/all.ts', `export { a } from './a.ts'`]))).toHaveLength(1);
    expect(habits.noBarrels(planted(['web/ui/index.ts', `export const a = 1`]))).toHaveLength(1);
    expect(habits.noBarrels(planted(['web/ui/a.ts', `export * from './b.ts'; const c = 1;`]))).toHaveLength(1);
    expect(habits.noBarrels(planted(['web/ui/a.ts', `export { a } from './b.ts'; export const c = 1;`]))).toEqual([]);
  });

  test('leftovers, any and switched-off checks', () => {
    expect(habits.noLeftovers(planted(['web/a.ts', '/* FIXME later */']))).toHaveLength(1);
    expect(habits.noLeftovers(planted(['web/a.ts', `const todo = 'TODO'`]))).toEqual([]);
    expect(habits.noAny(planted(['web/a.ts', 'const a: any[] = []']))).toHaveLength(1);
    expect(habits.noAny(planted(['web/a.ts', '// @ts-ignore\nconst a = 1']))).toHaveLength(1);
    expect(habits.noAny(planted(['web/a.ts', '// oxlint-disable-next-line no-eval\na()']))).toHaveLength(1);
    expect(habits.noAny(planted(['web/a.ts', '// oxlint-disable-next-line no-eval -- it is tried here\na()']))).toEqual(
      [],
    );
    expect(habits.noAny(planted(['web/a.ts', `const any = 'any'; // any time`]))).toEqual([]);
  });

  test('skipped and focused tests', () => {
    const faults = (text: string) => habits.noSkippedTests(planted(['core/a.test.ts', text]));
    for (const text of [`test.only('a', f)`, `it.skip('a', f)`, `describe.todo('a')`, `test.skipIf(a)('b', f)`])
      expect(faults(text)).toHaveLength(1);
    expect(faults(`// Needs the real data.\ntest.skipIf(a)('b', f)`)).toEqual([]);
    expect(faults(`test.each([1])('b', f); book.skip(1)`)).toEqual([]);
  });

  test('tests that never run, or twice', () => {
    const projects = [
      { include: ['{core,web}/**/*.test.{ts,tsx}'] },
      { include: ['tests/*.test.ts'], exclude: ['tests/long.test.ts'] },
      { include: ['tests/{many,any}*.test.ts'] },
    ];
    const faults = (...paths: string[]) => habits.homelessTests(paths, projects);
    expect(faults('core/a/b.test.ts', 'web/c.test.tsx', 'tests/a.test.ts', 'server/a.ts')).toEqual([]);
    expect(faults('server/a.test.ts', 'tests/a/b.test.ts', 'tests/long.test.ts')).toHaveLength(3);
    expect(faults('tests/many-a.test.ts')).toEqual(['tests/many-a.test.ts belongs to 2 test projects']);
  });

  test.each(['import a', '// x', '// Too short.', '\n// Late sentence here.'])('opening sentence: %j', (text) => {
    expect(habits.openingSentence([{ path: 'a.ts', text }])).toHaveLength(1);
  });

  test.each([
    '// Says what it is for.',
    '-- Tables of accounts.',
    '/* The look of it all. */',
    '#!/usr/bin/env node\n// Says what it is for.',
  ])('opening sentence is enough: %j', (text) => {
    expect(habits.openingSentence([{ path: 'a.ts', text }])).toEqual([]);
  });

  test('a comment that says whoever is reported', () => {
    const faults = (text: string) => habits.namedSubjects([{ path: 'a.ts', text }]);
    expect(faults('// The caller waits.\n// Whoever asks waits.')).toEqual(['a.ts:2 says "whoever", but not who']);
    expect(faults('// Not "whoever asks".')).toEqual([]);
    expect(faults(`bug('who finds the venue free takes it from whoever has it by then', [])`)).toEqual([]);
  });

  test.each([
    'server/services/a.ts',
    'web/utils/a.ts',
    'core/trade/helpers/a.ts',
    'web/OrderTicket.tsx',
    'web/order_ticket.Tsx',
    'web/ui/utils.ts',
  ])('speaking names: %s', (file) => {
    expect(habits.speakingNames([file])).not.toEqual([]);
  });

  test('speaking names leave good ones alone', () => {
    expect(
      habits.speakingNames([
        'web/trade/order-ticket.test.tsx',
        'server/db/migrations/0001_accounts.sql',
        'core/money.ts',
      ]),
    ).toEqual([]);
  });

  test('numbers given twice', () => {
    const faults = habits.numbersGivenTwice(['docs/001-a.md', 'docs/002-b.md', 'docs/002-c.md', 'sql/002_d.sql']);
    expect(faults).toEqual(['docs/002-c.md has the number of docs/002-b.md']);
  });

  test('decisions that the index leaves out', () => {
    const decisions = ['docs/decisions/001-a.md', 'docs/decisions/002-b.md', 'docs/decisions/README.md'];
    const missing = ['docs/decisions/002-b.md does not stand in docs/decisions/README.md'];
    expect(habits.missingFromIndex('- [001](001-a.md) A', decisions)).toEqual(missing);
  });

  test('links of documents to headings', () => {
    const other = { path: 'docs/b.md', text: '# B\n\n## What is "left" to-do\n' };
    const faults = (text: string) => habits.brokenLinks([{ path: 'docs/a.md', text }, other]);
    expect(faults('# A\n[here](#a), [there](b.md#what-is-left-to-do), [out](https://b.md), [all](b.md)')).toEqual([]);
    expect(faults('# A\n[here](#b), [there](b.md#a), [nowhere](c.md#a)')).toHaveLength(3);
  });

  test('links of documents to files', () => {
    const faults = (text: string) =>
      habits.deadLinks([{ path: 'docs/a.md', text }], ['README.md', 'docs/b.md', 'core/trade/book.ts']);
    expect(
      faults('[b](b.md), [c](b.md#c), [up](../README.md), [trade](../core/trade/), [out](https://c.md), [a](#a)'),
    ).toEqual([]);
    expect(faults('[c](c.md), [d](c.md#d), [b](../b.md), [market](../core/market)')).toHaveLength(4);
  });

  test('files that documents name', () => {
    const faults = (text: string) => habits.namedFiles([{ path: 'A.md', text }], ['core/market/book.ts']);
    expect(faults('`core/market/book.ts`, `book.ts`, `market/book.ts`, `kept.json`, core/gone.ts')).toEqual([]);
    expect(faults('`core/trade/book.ts`, `ook.ts`')).toHaveLength(2);
  });

  test('a file over its limit is reported, and the longest functions are listed', () => {
    const lines = (count: number): string => `const a = () => {\n${'a();\n'.repeat(count - 2)}};`;
    expect(habits.fileSizes(planted(['core/long.ts', lines(401)]))).toEqual(['core/long.ts has 401 lines']);
    expect(habits.fileSizes(planted(['core/long.test.ts', lines(450)]))).toEqual([]);
    expect(habits.fileSizes(planted(['core/long.test.ts', lines(451)]))).toEqual(['core/long.test.ts has 451 lines']);
    expect(habits.longestFunctions(planted(['core/long.ts', lines(401)]), 1)).toEqual([' 401  core/long.ts:1']);
  });
});
