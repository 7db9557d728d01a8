// npm run backup and npm run restore: a copy of everything in one file, taken while the server runs, and proven when it is put back.
import { constants } from 'node:os';
import path from 'node:path';
import { MAIN_VENUE } from './app/site.ts';
import { type Config, loadConfig } from './config.ts';
import { backUp, restore } from './db/backup.ts';
import { withFullDisk } from './db/full-disk.ts';
import { migrate } from './db/migrate.ts';
import { openBeside, openDatabase } from './db/open.ts';
import { requireMarket } from './db/running.ts';
import { verifyBooks } from './exchange/proof/verify.ts';
import { exitCodeOf, inWords, WrongUse } from './error-words.ts';

const HELP = `npm run backup -- FILE      copies the market to a file, while the server runs or not
npm run restore -- FILE     makes the data folder of such a file, and proves its books

The data folder is DATA_DIR; to restore, it must be empty or absent. Keep the file as safe as the folder: it holds everything.
`;

const PROOF_TIMEOUT_MS = 3_600_000;
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

async function main(): Promise<void> {
  const [verb, ...words] = process.argv.slice(2);
  if (words.some((word) => word === '--help' || word === '-h')) return void process.stdout.write(HELP);
  const [given] = words;
  if ((verb !== 'backup' && verb !== 'restore') || words.length !== 1 || given === '' || given.startsWith('-'))
    throw new WrongUse('Name one file, and nothing else.', HELP);
  // npm runs its scripts in the project's folder, wherever somebody has called it.
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
  const config = verb === 'backup' ? loadConfig([], requireMarket) : loadConfig([]);
  if (config.databaseUrl !== undefined)
    throw new Error(
      'The database is outside: copy it with pg_dump, and DATA_DIR (or the bucket) with the files beside it.',
    );
  if (verb === 'backup') await takeBackup(config, file);
  else await putBack(config, file);
}

async function takeBackup(config: Config, file: string): Promise<void> {
  const database = await openBeside(config, say);
  try {
    await untilStopped((stopped) => backUp(database, config.dataDir, file, stopped));
    say(
      `${file} is written. Try now and then whether it can be put back, with DATA_DIR set to an empty folder: npm run restore -- ${quoted(file)}`,
    );
  } finally {
    await database.close();
  }
}

/** Ctrl-C, or the end of the machine, ends the work so that it leaves no half copy of everything behind. */
async function untilStopped(work: (stopped: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const abort = (signal: NodeJS.Signals): void => {
    process.exitCode = 128 + constants.signals[signal];
    stop.abort(new Error('Stopped. Nothing of it is left behind.'));
  };
  for (const signal of STOPS) process.on(signal, abort);
  try {
    await work(stop.signal);
  } finally {
    for (const signal of STOPS) process.off(signal, abort);
  }
}

/** As a shell takes it for one name. */
function quoted(file: string): string {
  return /^[\w./:\\-]+$/.test(file) ? file : `"${file}"`;
}

async function putBack(config: Config, file: string): Promise<void> {
  await untilStopped((stopped) => restore(file, config.dataDir, stopped));
  say('Unpacked. Proving the books ...');
  const database = await openDatabase(config, say);
  try {
    // Of an earlier version, it lacks what the proof reads; of a later one, this version must not touch it.
    await migrate(database);
    const proof = await database.transaction((transaction) => verifyBooks(transaction, MAIN_VENUE), {
      statementTimeoutMs: PROOF_TIMEOUT_MS,
    });
    const wrong = proof.checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
    if (!proof.ok) throw new Error(`The books do not add up: ${wrong.join(' | ')}`);
    say(`${config.dataDir} holds the market again, and its books add up. Start it with npm start.`);
  } catch (error) {
    throw await withFullDisk(error, config);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode ??= exitCodeOf(error);
});
