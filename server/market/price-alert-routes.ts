// The calls about price alerts: set one, list those that wait, take one back.
import { alertMessages } from '../../contract/messages/market.ts';
import type { AlertDirection, PriceAlert } from '../../contract/market.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { Database, Queryable } from '../db/open.ts';
import { staysMeanwhile } from '../db/people.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound, unauthorized } from '../http-error.ts';
import type { Alert, PriceAlerts } from './price-alerts.ts';

export interface PriceAlertCallOptions {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Pick<Exchange, 'read'>;
  readonly alerts: PriceAlerts;
  readonly now: () => number;
}

type PriceAlertCalls = 'GET /priceAlerts' | 'POST /priceAlerts' | 'POST /priceAlerts/remove';

const MOST_ALERTS = 50;

export function priceAlertHandlers(options: PriceAlertCallOptions): Pick<Handlers, PriceAlertCalls> {
  const { db, venue, exchange, alerts, now } = options;
  return {
    'GET /priceAlerts': async ({ user }) => ({
      data: (await waitingAlerts(db, venue, user.accountNo)).map(presentAlert),
    }),

    async 'POST /priceAlerts'({ input: { symbol, price, direction }, user }, keep) {
      // Before the price is read: a split that comes later finds an alert of the old shares.
      const createdAt = now();
      const { instrument, last } = await exchange.read((engine) => {
        const market = engine.market(symbol);
        if (market === undefined) throw notFound();
        return { instrument: market.instrument.id, last: market.quote.last };
      });
      if (direction === 'above' ? last >= price : last <= price)
        throw refused('already-reached', alertMessages.alreadyThere[direction](symbol, last), 'price');
      const wanted = { account: user.accountNo, symbol, direction, price, createdAt };
      const fresh: Alert[] = [];
      const setIt = async (transaction: Queryable) => {
        const { id, isNew } = await add(transaction, { ...wanted, venue, instrument });
        const alert = { ...wanted, id };
        if (isNew) fresh.push(alert);
        const answer = { data: presentAlert(alert), message: alertMessages.set[direction](symbol, price) };
        await keep?.(transaction, answer);
        return answer;
      };
      // Also when only the answer of the commit is lost: nobody is told of an alert that is not stored.
      return db.transaction(setIt).finally(() => fresh.forEach((alert) => alerts.added(alert)));
    },

    async 'POST /priceAlerts/remove'({ input: { id }, user }, keep) {
      const { known, answer } = await db.transaction(async (transaction) => {
        const removed = await removeAlert(transaction, venue, user.accountNo, id);
        if (removed === null) throw notFound();
        const said = { data: presentAlert(removed), message: alertMessages.removed };
        await keep?.(transaction, said);
        return { known: removed, answer: said };
      });
      alerts.removed(known);
      return answer;
    },
  };
}

const refused = (code: string, message: string, field?: string) =>
  new HttpError(422, message, field === undefined ? { code } : { code, fields: { [field]: message } });

function presentAlert({ id, symbol, price, direction, createdAt }: Alert): PriceAlert {
  return { _id: String(id), symbol, price: toRupees(price), direction, createdAt: new Date(createdAt).toISOString() };
}

const SELECT = `select a.id, account, symbol, direction, price, created_at as "createdAt" from price_alerts a
  join instruments i on i.venue = a.venue and i.id = a.instrument`;

async function waitingAlerts(db: Queryable, venue: number, account: number): Promise<Alert[]> {
  const { rows } = await db.query<Alert>(
    `${SELECT} where a.venue = $1 and account = $2 and reached_at is null order by a.id desc`,
    [venue, account],
  );
  return rows;
}

interface NewAlert {
  readonly venue: number;
  readonly account: number;
  readonly instrument: number;
  readonly direction: AlertDirection;
  readonly price: number;
  readonly createdAt: number;
}

/** The same alert twice is one alert. Requests of one person run one after another, so that together they cannot exceed the limit. */
async function add(transaction: Queryable, alert: NewAlert): Promise<{ id: number; isNew: boolean }> {
  const { venue, account, instrument, direction, price, createdAt } = alert;
  if (!(await staysMeanwhile(transaction, account))) throw unauthorized();
  const key = [venue, account, instrument, direction, price];
  const known = await transaction.query<{ id: number }>(
    `select id from price_alerts where venue = $1 and account = $2 and instrument = $3 and direction = $4 and price = $5
       and reached_at is null`,
    key,
  );
  if (known.rows.length > 0) return { id: known.rows[0].id, isNew: false };
  const waiting = await transaction.query<{ count: number }>(
    'select count(*) as count from price_alerts where venue = $1 and account = $2 and reached_at is null',
    [venue, account],
  );
  if (waiting.rows[0].count >= MOST_ALERTS) throw refused('too-many-alerts', alertMessages.tooMany(MOST_ALERTS));
  const added = await transaction.query<{ id: number }>(
    `insert into price_alerts (venue, account, instrument, direction, price, created_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [...key, createdAt],
  );
  return { id: added.rows[0].id, isNew: true };
}

/** Only a waiting alert of this account: one that has fired is history. */
async function removeAlert(db: Queryable, venue: number, account: number, id: string): Promise<Alert | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const { rows } = await db.query<Alert>(
    `with gone as (
       delete from price_alerts where venue = $1 and account = $2 and id = $3 and reached_at is null returning *)
     ${SELECT.replace('price_alerts a', 'gone a')}`,
    [venue, account, Number(id)],
  );
  return rows.at(0) ?? null;
}
