// Reads stored corporate actions: those that are due, and those that people see. They are marked as done by the exchange's commit.
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import type { CorporateAction } from '../../core/market/corporate-action.ts';
import type { Queryable } from '../db/open.ts';

export interface StoredAction {
  readonly id: number;
  readonly instrument: number;
  readonly symbol: string;
  readonly kind: CorporateAction['kind'];
  readonly state: CorporateActionData['state'];
  readonly from: number | null;
  readonly to: number | null;
  readonly perShare: number | null;
  readonly day: number;
  readonly priceBefore: number | null;
  readonly priceAfter: number | null;
}

const COLUMNS = `c.id, c.instrument, i.symbol, c.kind, c.state, c.from_shares as "from", c.to_shares as "to", c.per_share as "perShare",
  coalesce(c.done_day, c.effective_day) as day, c.price_before as "priceBefore", c.price_after as "priceAfter"`;

/** @param rest SQL after the condition on the venue: `and c.id = $2 order by ...` */
export async function readActions(
  db: Queryable,
  venue: number,
  rest: string,
  values: readonly unknown[] = [],
): Promise<StoredAction[]> {
  const { rows } = await db.query<StoredAction>(
    `select ${COLUMNS} from corporate_actions c join instruments i on i.venue = c.venue and i.id = c.instrument where c.venue = $1 ${rest}`,
    [venue, ...values],
  );
  return rows;
}

/** What the start of `day` must carry out, including actions of earlier days on which no process was running. */
export async function dueActions(db: Queryable, venue: number, day: number): Promise<CorporateAction[]> {
  const due = `and c.state = 'planned' and c.effective_day <= $2 order by c.effective_day, c.id`;
  return (await readActions(db, venue, due, [day])).map(actionOf);
}

type Terms = Pick<StoredAction, 'id' | 'symbol' | 'kind' | 'from' | 'to' | 'perShare'>;

export function actionOf({ id, symbol, kind, from, to, perShare }: Terms): CorporateAction {
  if (kind === 'dividend') return { id, symbol, kind, perShare: perShare! };
  return { id, symbol, kind, from: from!, to: to! };
}
