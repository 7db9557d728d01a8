// The import as the operator sees it: every sentence, exit codes, and that a refusal writes nothing and opens no database.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/database.ts';
import type { TestDatabase } from '../../../tests/database.ts';
import { runImport } from './run.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HEADER = 'date,open,high,low,close,volume\n';
const GOOD = `${HEADER}2024-05-02,10,12,9,11,100\n2024-05-03,11,11.5,10.5,11.25,200\n`;

let db: TestDatabase;
let folder: string;
let opened = 0;
let output = '';
/** What the next query of the database fails with. */
let failure: Error | null = null;

beforeAll(async () => {
  db = await openTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'istock-import-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await db.close();
});
beforeEach(() => {
  opened = 0;
  output = '';
  failure = null;
});

const put = (name: string, content: string | Buffer): string => {
  writeFileSync(path.join(folder, name), content);
  return name;
};

const run = (...args: string[]): Promise<number> =>
  runImport(args, {
    terminal: { write: (text) => void (output += text), isTty: false, columns: 80 },
    now: () => NOW,
    minAgeDays: 30,
    venue: 1,
    folder,
    openDatabase: async () => {
      opened++;
      const transaction: typeof db.transaction = (work, limits) =>
        failure === null ? db.transaction(work, limits) : Promise.reject(failure);
      return { ...db, transaction, close: async () => {} };
    },
    explained: async (error) => error,
  });

const listed = async (): Promise<string[]> =>
  (await db.query<{ symbol: string }>('select symbol from instruments order by id')).rows.map(({ symbol }) => symbol);

describe('npm run import', () => {
  test('loads what is good and says what it did', async () => {
    const files = [put('ACME.csv', GOOD), put('OTHER.csv.gz', gzipSync(GOOD))];
    const metadata = put('about.csv', 'Symbol,Company Name,Industry\nACME,Acme Ltd,METALS\n');
    expect(await run(...files, '--metadata', metadata)).toBe(0);
    expect(output).toContain('Read 4 rows of 2 files');
    expect(output).toMatch(/ACME +2 +1D +2024-05-02 +2024-05-03 +11\.25 +usual 1\.8 %\n/);
    expect(output).toContain('Prices are taken as rupees one to one, whatever currency the files are in.');
    expect(output).toContain('Wrote 4 bars');
    expect(output).toContain('Loaded: 2 stocks newly listed, 0 with replaced history.');
    expect(await listed()).toEqual(['ACME', 'OTHER']);
    expect((await db.query('select name, sector from instruments order by id')).rows).toEqual([
      { name: 'Acme Ltd', sector: 'Metals' },
      { name: 'OTHER', sector: 'Imported' },
    ]);
  });

  test('refuses all files when one is broken, naming each place, and does not even open the database', async () => {
    const before = await listed();
    const rows = Array.from({ length: 7 }, (_, i) => `2024-06-0${i + 1},10,9,9.5,9.2,100\n`).join('');
    const files = [
      put('FINE.csv', GOOD),
      put('ONE.csv', `${GOOD}2024-05-06,10,9,9.5,9.2,100\n`),
      put('MANY.csv', `${GOOD}${rows}`),
      put('PAGE.csv', '<html></html>'),
      'MISSING.csv',
      '.',
    ];
    expect(await run(...files)).toBe(1);
    expect(output).toContain('Nothing was loaded: 5 of 6 files cannot be imported.\n');
    expect(output).toContain(
      '  PAGE.csv, line 1: is a web page (HTML) instead of data; download the file again from the provider\n',
    );
    expect(output).toContain('  MISSING.csv does not exist\n');
    expect(output).toContain(`  ${path.basename(folder)} is a folder; name the files in it\n`);
    expect(output).toContain('  ONE.csv, line 4: high 9.00 is below low 9.50\n');
    expect(output).toContain('  MANY.csv: 7 broken rows, the first 5:\n    line 4: high 9.00 is below low 9.50\n');
    expect(output).not.toContain('line 9:');
    expect(output).toContain('leave broken rows out with --skip-broken');
    expect(opened).toBe(0);
    expect(await listed()).toEqual(before);
  });

  test('leaves broken rows out when asked, and lists them', async () => {
    expect(await run(put('PART.csv', `${GOOD}2024-05-06,10,9,9.5,9.2,100\n`), '--skip-broken')).toBe(0);
    expect(output).toContain('Left out 1 broken row:\n  PART.csv, line 4: high 9.00 is below low 9.50\n');
    expect(output).toContain('Wrote 2 bars');
    expect(await listed()).toContain('PART');
  });

  test('refuses files that contradict each other', async () => {
    const files = [put('a.csv', GOOD.replace('volume', 'volume,symbol').replaceAll('0\n', '0,TWICE\n'))];
    files.push(put('b.csv', 'date,open,high,low,close,volume,symbol\n2024-05-03,11,11.5,10.5,11,200,TWICE\n'));
    expect(await run(...files)).toBe(1);
    expect(output).toContain(
      'Nothing was loaded:\n  TWICE 2024-05-03 has other values in b.csv, line 2 than in a.csv, line 3\n',
    );
    expect(opened).toBe(0);
  });

  test('refuses a stock that closed so low that nothing could trade, before anything is written', async () => {
    // A band of a fifth holds 0.02, 0.03 and 0.04 around three paise, but around two paise nothing else.
    const [low, lowest] = ['0.03', '0.02'].map((price) => `${HEADER}2024-05-02,1,1,0.01,${price},100\n`);
    expect(await run(put('LOW.csv', low), put('LOWEST.csv', lowest), '--check')).toBe(1);
    expect(output).toContain(
      "Nothing was loaded:\n  LOWEST closed last at 0.02, so low that no other price lies in its day's price band\n",
    );
    expect(opened).toBe(0);
    expect(await run('LOW.csv')).toBe(0);
    expect(await listed()).toContain('LOW');
  });

  test('loads a stock whose name holds half a letter, which a database does not take', async () => {
    const rows = ['2024-05-02', '2024-05-03'].map((date) => ({ date, open: 1, high: 1, low: 1, close: 1, volume: 1 }));
    const text = JSON.stringify(rows.map((row) => ({ ...row, symbol: 'HALF', company: 'Acme \ud83d Ltd' })));
    expect(await run(put('half.json', text))).toBe(0);
    expect((await db.query(`select name from instruments where symbol = 'HALF'`)).rows).toEqual([{ name: 'Acme Ltd' }]);
  });

  test('takes only the stocks that are asked for', async () => {
    const text = 'SYMBOL,SERIES,DATE,OPEN,HIGH,LOW,CLOSE\nAAA,EQ,05-JUL-2024,1,1,1,1\nBBB,EQ,05-JUL-2024,1,1,1,1\n';
    expect(await run(put('bhav.csv', text), '--only', 'bbb')).toBe(0);
    expect(await listed()).not.toContain('AAA');
    expect(await listed()).toContain('BBB');
    expect(await run(put('bhav.csv', text), '--only', 'CCC')).toBe(1);
    expect(output).toContain('no file holds CCC, which --only names');
  });

  test('--check reads, reports and writes nothing', async () => {
    const before = await listed();
    expect(await run(put('LOOK.csv', GOOD), '--check')).toBe(0);
    expect(output).toContain('The newest bars of LOOK (open, high, low, close, volume):\n');
    expect(output).toMatch(/ {2}2024-05-03 +11\.00 +11\.50 +10\.50 +11\.25 +200\n/);
    expect(output).toContain('Checked only: nothing was written.');
    expect(opened).toBe(0);
    expect(await listed()).toEqual(before);
  });

  test('neither a look nor the help makes a data folder', () => {
    const dataDir = path.join(folder, 'not-there');
    const program = path.join(import.meta.dirname, '../../import.ts');
    const env = { ...process.env, DATA_DIR: dataDir, INIT_CWD: folder };
    for (const words of [['--help'], ['--check', put('ASIDE.csv', GOOD)]])
      expect(spawnSync(process.execPath, [program, ...words], { env }).status).toBe(0);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('answers a wrong command line with a sentence and its own exit code', async () => {
    expect(await run()).toBe(64);
    expect(output).toBe(
      'Name the files to import: npm run import -- RELIANCE.csv TCS.csv.gz (--help lists the options).\n',
    );
    expect(await run('--help')).toBe(0);
    expect(output).toContain('--skip-broken');
    expect(opened).toBe(0);
  });

  test('says why the database refuses, and loads nothing', async () => {
    expect(await run(put('IST60.csv', GOOD), put('ZZZ.csv', GOOD))).toBe(1);
    expect(output).toContain(
      "Nothing was loaded:\n  IST60 is the name of the market's own index; import it under another --symbol\n",
    );
    expect(await listed()).not.toContain('ZZZ');
  });

  test('says that the disk is full, where PostgreSQL names only its own file', async () => {
    failure = new Error('could not extend file "base/5/16737": No space left on device');
    expect(await run(put('FULL.csv', GOOD))).toBe(1);
    expect(output).toContain(
      'Nothing was loaded:\n  The disk is full: make room on it, or set DATA_DIR to a folder on another one. could not extend file',
    );
    expect(await listed()).not.toContain('FULL');
  });

  test('makes hostile file names and cells harmless on the terminal', async () => {
    expect(await run(put('E\u001b[31mVIL.csv', `${HEADER}\u001b]0;pwned\u0007,1,1,1,1,1\n`), '--symbol', 'EVIL')).toBe(
      1,
    );
    // oxlint-disable-next-line no-control-regex -- this is what must not come out
    expect(output).not.toMatch(/[\u001b\u0007]/);
  });
});
