// npm run import -- <files>: takes real price history into the market as listed stocks.
import { TradingCalendar } from '../core/market/trading-calendar.ts';
import { MAIN_VENUE } from './app/site.ts';
import { ConfigError } from './config-error.ts';
import { type Config, loadConfig, readSettings } from './config.ts';
import { withFullDisk } from './db/full-disk.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase, type Database } from './db/open.ts';
import { readEnvFile } from './env-file.ts';
import { Exchange } from './exchange/exchange.ts';
import { createLog } from './log.ts';
import { makeMarket } from './market/first-history.ts';
import { runImport } from './market/import/run.ts';

async function main(): Promise<number> {
  // The data folder is made with the database: a look at files, and a refusal, write nothing.
  const settings = readSettings({ ...readEnvFile(), ...process.env });
  const { stdout } = process;
  return runImport(process.argv.slice(2), {
    terminal: { write: (text) => void stdout.write(text), isTty: stdout.isTTY === true, columns: stdout.columns ?? 80 },
    now: Date.now,
    minAgeDays: settings.minDataAgeDays,
    venue: MAIN_VENUE,
    folder: process.env.INIT_CWD ?? process.cwd(),
    openDatabase: (report) => openMarket(loadConfig([]), report),
    explained: (error) => withFullDisk(error, settings),
  });
}

/** The database with the market's own companies in it: imported stocks come after them. */
async function openMarket(config: Config, report: (sentence: string) => void): Promise<Database> {
  const db = await openDatabase(config, report);
  try {
    await migrate(db);
    const log = createLog({ logLevel: 'error' });
    const nothing = (): void => {};
    const exchange = await Exchange.open({
      db,
      venue: MAIN_VENUE,
      log,
      now: Date.now,
      onTrade: nothing,
      onLost: nothing,
    });
    const calendar = new TradingCalendar(config.marketHours, config.holidays);
    await makeMarket({
      db,
      venue: MAIN_VENUE,
      exchange,
      seed: config.marketSeed,
      calendar,
      now: Date.now(),
      report,
    }).finally(() => exchange.close());
    return db;
  } catch (error) {
    await db.close();
    throw await withFullDisk(error, config);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
