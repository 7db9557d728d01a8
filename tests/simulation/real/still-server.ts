// A process of the real server on a real database, whose market stands still: the exchange, its lease and the calls of trading over
// HTTP, without simulated traders, so that its state depends on its commands alone.
import type { AddressInfo } from 'node:net';
import type { Caller } from '../../../server/handler.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { Exchange } from '../../../server/exchange/exchange.ts';
import type { DecidedBatch } from '../../../server/exchange/batches.ts';
import { Lease, untilFree } from '../../../server/exchange/lease.ts';
import { VenueTaken } from '../../../server/exchange/writer.ts';
import { HttpError } from '../../../server/http-error.ts';
import { createHttp } from '../../../server/http.ts';
import { createLog } from '../../../server/log.ts';
import { Notices } from '../../../server/notices/notices.ts';
import { NoticeWishes } from '../../../server/notices/wishes.ts';
import { newsOf } from '../../../server/trade/notices.ts';
import { tradeHandlers } from '../../../server/trade/routes.ts';
import { beginning, PEOPLE } from './beginning.ts';

const VENUE = 1;

function callerOf(token: string): Caller {
  const accountNo = Number(token);
  if (!PEOPLE.includes(accountNo)) throw new HttpError(401, 'Unauthorized');
  const name = `Trader ${token}`;
  return { id: token, accountNo, role: 'user', name, email: `${token}@example.com`, loginId: token };
}

const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
};
process.on('unhandledRejection', fail);

const log = createLog({ logLevel: 'fatal' });
const db = await openDatabase({ dataDir: '', databaseUrl: process.env.DATABASE_URL });
await migrate(db);
const wishes = await NoticeWishes.load(db);
const notices = new Notices({ db, wishes, isListening: () => false, push: () => {}, pushUnread: () => {} });
const noticesOf = (batch: DecidedBatch) => notices.rowsOf(newsOf(batch));
const onLost = () => fail('Another process took the exchange over.');
const options = { db, venue: VENUE, log, now: Date.now, onTrade: () => {}, noticesOf, onLost };
// The connection of a killed process may be dead without the database knowing: then it starts as a standby.
const exchange = await Exchange.open(options).catch(async (error: unknown) => {
  if (!(error instanceof VenueTaken)) throw error;
  await untilFree({ db, venue: VENUE });
  return Exchange.open(options);
});
await new Lease({ db, venue: VENUE, log, holder: exchange, onLost }).start();
if (await exchange.read((engine) => engine.market('MERIT') === undefined))
  for (const command of beginning()) await exchange.submit(command);
const http = await createHttp({
  handlers: tradeHandlers({ db, venue: VENUE, exchange, now: Date.now }),
  access: { authenticate: callerOf },
  database: db,
  log,
  hasRateLimit: false,
  trustedProxies: 0,
  webRoot: null,
  version: '0.0.0',
});
await http.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.stdout.write(`Istock is open at http://127.0.0.1:${(http.server.address() as AddressInfo).port}\n`);
