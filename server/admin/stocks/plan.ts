// Corporate actions as administrators plan them. Until their day begins they can be canceled; the exchange carries them out.
import type { CorporateActionData } from '../../../contract/market/corporate.ts';
import { actionText, corporateMessages } from '../../../contract/messages/corporate.ts';
import type { InputOf } from '../../../contract/routes.ts';
import { MOST_ISSUED } from '../../../core/market/corporate-action.ts';
import type { CorporateAction } from '../../../core/market/corporate-action.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { writeAudit } from '../../audit.ts';
import type { AuditEntry } from '../../audit.ts';
import type { Queryable } from '../../db/open.ts';
import { actionOf, readActions } from '../../exchange/corporate-actions.ts';
import { presentAction } from '../../exchange/present-action.ts';
import type { StoredAction } from '../../exchange/corporate-actions.ts';
import type { By } from '../../desk-acts.ts';
import type { Keep } from '../../handler.ts';
import { HttpError, notFound } from '../../http-error.ts';
import type { AdminContext } from '../context.ts';
import { concernedBy, tellConcerned } from './concerned.ts';
import { inTurn } from './in-turn.ts';
import type { Turn, TurnTerms } from './in-turn.ts';

const MOST_DAYS_AHEAD = 366;
/** Of one stock, in the order in which they will be carried out. */
const PLANNED = `and c.instrument = $2 and c.state = 'planned' order by c.effective_day, c.id`;

type Plan = InputOf<'POST /corporateActions'>;

interface Answer {
  readonly message: string;
  readonly data: CorporateActionData;
}

export class ActionPlans {
  readonly #context: AdminContext;

  constructor(context: AdminContext) {
    this.#context = context;
  }

  async read({ symbol }: InputOf<'GET /corporateActions'>): Promise<CorporateActionData[]> {
    const { db, venue } = this.#context;
    // Planned ones first, in the order in which they will be carried out.
    const order = `order by c.state <> 'planned', case when c.state = 'planned' then c.effective_day end,
      case when c.state = 'planned' then c.id end, c.id desc limit 200`;
    const actions =
      symbol === undefined
        ? await readActions(db, venue, order)
        : await readActions(db, venue, `and i.symbol = $2 ${order}`, [symbol]);
    return actions.map(presentAction);
  }

  async plan(asked: Plan, by: By, keep?: Keep<'POST /corporateActions'>): Promise<Answer> {
    const { db, venue, now, stocks, exchange } = this.#context;
    const day = this.#dayOf(asked);
    const { symbol } = asked;
    const { id: instrument, ...today } = await this.#termsOf(symbol);
    const { kind, from, to, perShare } = termsOf(asked);
    const accounts = await concernedBy(exchange, { instrument, kind });
    const [answer, show] = await db.transaction(async (transaction) => {
      // Locks the stock, so that of two administrators who plan the same action at once, the second one sees the first one's.
      await transaction.query('select id from instruments where venue = $1 and id = $2 for update', [
        venue,
        instrument,
      ]);
      const others = await readActions(transaction, venue, PLANNED, [instrument]);
      if (others.some((other) => other.kind === kind && other.day === day))
        throw fieldError(409, 'effectiveDate', corporateMessages.dayTaken(symbol));
      refuseImpossible(others, { asked, day, today });
      const { rows } = await transaction.query<{ id: number }>(
        `insert into corporate_actions (venue, instrument, kind, from_shares, to_shares, per_share, effective_day, created_at, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [venue, instrument, kind, from, to, perShare, day, now(), by.actor],
      );
      const action = await this.#one(transaction, rows[0].id);
      await this.#log(transaction, 'plan-corporate-action', action, by);
      const planned = { message: corporateMessages.planned, data: presentAction(action) };
      await keep?.(transaction, planned);
      return [planned, await tellConcerned(this.#context, transaction, action, accounts)] as const;
    });
    show();
    stocks.tell();
    return answer;
  }

  async cancel(id: string, by: By, keep?: Keep<'POST /corporateActions/cancel'>): Promise<Answer> {
    const { db, now, stocks, exchange } = this.#context;
    const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
    const accounts = await concernedBy(exchange, await this.#one(db, number));
    const [answer, show] = await db.transaction(async (transaction) => {
      const known = await this.#one(transaction, number, 'for update of c');
      if (known.state !== 'planned') throw new HttpError(409, corporateMessages.notPlanned);
      if (known.day <= marketDay(now())) throw new HttpError(409, corporateMessages.tooLate);
      await transaction.query(`update corporate_actions set state = 'canceled', ended_at = $2 where id = $1`, [
        number,
        now(),
      ]);
      await this.#log(transaction, 'cancel-corporate-action', known, by);
      const action = await this.#one(transaction, number);
      const canceled = { message: corporateMessages.canceled, data: presentAction(action) };
      await keep?.(transaction, canceled);
      return [canceled, await tellConcerned(this.#context, transaction, action, accounts)] as const;
    });
    show();
    stocks.tell();
    return answer;
  }

  /** Must be a future day, so that holders know of it a day before, and one that begins: a market that is closed has no such day. */
  #dayOf({ effectiveDate }: Plan): number {
    const { now, calendar } = this.#context;
    const day = dayNumber(effectiveDate);
    const today = marketDay(now());
    if (day <= today || day > today + MOST_DAYS_AHEAD)
      throw fieldError(422, 'effectiveDate', corporateMessages.dayPast);
    if (!calendar.isTradingDay(day))
      throw fieldError(422, 'effectiveDate', corporateMessages.dayClosed(dayText(calendar.tradingDayFrom(day))));
    return day;
  }

  #termsOf(symbol: string): Promise<TurnTerms & { id: number }> {
    return this.#context.exchange.read((engine) => {
      const market = engine.market(symbol);
      if (market === undefined) throw notFound();
      const { id, tickSize, priceBand, sharesIssued } = market.instrument;
      return { id, tickSize, priceBand, sharesIssued, price: market.quote.last };
    });
  }

  async #one(db: Queryable, id: number, lock = ''): Promise<StoredAction> {
    const [action] = await readActions(db, this.#context.venue, `and c.id = $2 ${lock}`, [id]);
    if (action === undefined) throw notFound();
    return action;
  }

  #log(transaction: Queryable, action: AuditEntry['action'], stored: StoredAction, by: By): Promise<void> {
    const { effectiveDate } = presentAction(stored);
    const detail = { what: actionText(actionOf(stored)), effectiveDate };
    return writeAudit(transaction, { at: this.#context.now(), action, subject: stored.symbol, detail, ...by });
  }
}

const termsOf = ({ kind, from, to, perShare }: Plan) =>
  kind === 'dividend'
    ? { kind, from: null, to: null, perShare: perShare! }
    : { kind, from: from!, to: to!, perShare: null };

/** Not stored yet, so without a number of its own. */
const actionAsked = (asked: Plan): CorporateAction => actionOf({ id: 0, symbol: asked.symbol, ...termsOf(asked) });

interface Asking {
  readonly asked: Plan;
  readonly day: number;
  readonly today: TurnTerms;
}

/** Refuses what cannot be carried out at today's price after the actions planned before it, or what makes a later one impossible. */
function refuseImpossible(others: readonly StoredAction[], { asked, day, today }: Asking): void {
  const own = actionAsked(asked);
  const isBefore = (other: StoredAction): boolean => other.day <= day;
  const before = others.filter(isBefore).map(actionOf);
  const after = others.filter((other) => !isBefore(other)).map(actionOf);
  const turns = inTurn(today, [...before, own, ...after]);
  const ownTurn = turns[before.length];
  if (!ownTurn.isPossible) throw impossible(ownTurn, today);
  const were = inTurn(today, [...before, ...after]).slice(before.length);
  const spoiled = turns.slice(before.length + 1).find(({ isPossible }, place) => !isPossible && were[place].isPossible);
  if (spoiled !== undefined)
    throw fieldError(422, 'effectiveDate', corporateMessages.spoilsLater(actionText(spoiled.action)));
}

function impossible({ action, price, isTooMany }: Turn, today: TurnTerms): HttpError {
  if (isTooMany) return fieldError(422, 'to', corporateMessages.tooManyShares(MOST_ISSUED));
  if (action.kind !== 'dividend') return fieldError(422, 'to', corporateMessages.priceTooLow);
  return fieldError(422, 'perShare', corporateMessages.dividendTooHigh(price, price !== today.price));
}

function fieldError(status: number, field: string, message: string): HttpError {
  return new HttpError(status, message, { fields: { [field]: message } });
}
