// Proves the books from what is stored: sums, balances, holds, positions, fills, loans, fees and the hash chain.
import type { Queryable } from '../db/open.ts';
import { chainHash } from './commit.ts';
import type { TransferRow } from './rows.ts';

export interface BookCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface BookProof {
  readonly ok: boolean;
  readonly checks: readonly BookCheck[];
}

/** A check is a query that finds what is wrong: no row, nothing wrong. */
interface Rule {
  readonly name: string;
  readonly holds: string;
  readonly violations: string;
}

const RULES: readonly Rule[] = [
  {
    name: 'zero-sums',
    holds: 'Every asset sums to zero over all accounts.',
    violations: `select 'asset ' || asset || ' sums to ' || sum(balance) as what from ledger_accounts
      where venue = $1 group by asset having sum(balance) <> 0`,
  },
  {
    name: 'balances',
    holds: 'Every balance is the sum of its transfers.',
    violations: `with moved as (
        select account, sum(amount) as amount from (
          select credit as account, amount from transfers where venue = $1
          union all select debit, -amount from transfers where venue = $1) sides group by account)
      select 'account ' || coalesce(a.id, m.account) || ' holds ' || coalesce(a.balance, 0) || ', its transfers make ' || coalesce(m.amount, 0) as what
      from (select * from ledger_accounts where venue = $1) a full join moved m on m.account = a.id
      where coalesce(a.balance, 0) <> coalesce(m.amount, 0)`,
  },
  {
    name: 'no-debts',
    holds: 'Nobody has less than nothing, or holds more than there is.',
    violations: `with held as (
        select account, case when side = 'buy' then 0 else instrument end as asset, sum(held) as held
        from orders where venue = $1 and end_reason is null group by 1, 2)
      select 'account ' || a.id || ' has ' || a.balance || ' and holds ' || coalesce(h.held, 0) as what
      from ledger_accounts a left join held h on h.account::text = a.owner and h.asset = a.asset
      where a.venue = $1 and a.owner ~ '^[0-9]' and a.balance < coalesce(h.held, 0)`,
  },
  {
    name: 'holds',
    holds: 'Only open orders hold anything, and a sale exactly what it may still sell.',
    violations: `select 'order ' || id || ' holds ' || held as what from orders where venue = $1
      and ((end_reason is not null and held <> 0) or (end_reason is null and side = 'sell' and held <> remaining))`,
  },
  {
    name: 'positions',
    holds: 'The lots of every position are the balance of its share account.',
    violations: `with lot_sums as (select account, instrument, sum(quantity) as quantity from lots where venue = $1 group by 1, 2)
      select 'account ' || a.id || ' holds ' || a.balance || ' shares in lots of ' || coalesce(l.quantity, 0) as what
      from (select * from ledger_accounts where venue = $1 and owner ~ '^[0-9]' and asset <> 0) a
      full join lot_sums l on l.account::text = a.owner and l.instrument = a.asset
      where coalesce(a.balance, 0) <> coalesce(l.quantity, 0)`,
  },
  {
    name: 'fills',
    holds: 'What every order filled is the sum of its fills.',
    violations: `with fill_sums as (
        select order_id, sum(quantity) as quantity, sum(price * quantity) as value, sum(brokerage) as brokerage, sum(flat_fee) as flat_fee
        from fills where venue = $1 group by order_id)
      select 'order ' || coalesce(o.id, f.order_id) || ' says ' || o.quantity - o.remaining || ', its fills ' || f.quantity as what
      from (select * from orders where venue = $1) o full join fill_sums f on f.order_id = o.id
      where (coalesce(o.quantity - o.remaining, 0), coalesce(o.filled_value, 0), coalesce(o.brokerage, 0), coalesce(o.flat_fee, 0))
        <> (coalesce(f.quantity, 0), coalesce(f.value, 0), coalesce(f.brokerage, 0), coalesce(f.flat_fee, 0))`,
  },
  {
    name: 'loans',
    holds: 'What the house has lent is what the lots owe.',
    violations: `with owed as (select coalesce(sum(loan), 0) as loan from lots where venue = $1),
        lent as (select coalesce(sum(balance), 0) as balance from ledger_accounts where venue = $1 and owner = 'margin-loans')
      select 'lent ' || -balance || ', owed ' || loan as what from owed, lent where loan <> -balance`,
  },
  {
    name: 'fees',
    holds: 'The fees earned are the charges of all fills.',
    violations: `with charged as (select coalesce(sum(brokerage + flat_fee), 0) as charges from fills where venue = $1),
        earned as (select coalesce(sum(balance), 0) as balance from ledger_accounts where venue = $1 and owner = 'fees')
      select 'charged ' || charges || ', earned ' || balance as what from charged, earned where charges <> balance`,
  },
  {
    name: 'rewards',
    holds: 'Every reward was earned once and paid once, and nothing else left the rewards account.',
    violations: `with paid as (
        select t.reference, a.owner, sum(t.amount) as amount, count(*) as times from transfers t
        join ledger_accounts a on a.venue = $1 and a.id = t.credit where t.venue = $1 and t.kind = 'reward' group by 1, 2),
      earned as (select id, account::text as owner, amount, state from rewards where venue = $1)
      select 'reward ' || coalesce(e.id, p.reference) || ' is ' || coalesce(e.state || ' with ' || e.amount, 'not earned')
        || ', paid ' || coalesce(p.amount, 0) || ' in ' || coalesce(p.times, 0) as what
      from earned e full join paid p on p.reference = e.id and p.owner = e.owner
      where e.id is null or e.state = 'paid' and p.times is null or p.times > 1 or p.amount <> e.amount or e.state = 'void' and p.times > 0
      union all
      select 'the rewards account has ' || a.balance || ', rewards make ' || coalesce(m.amount, 0) from ledger_accounts a
      left join (
        select sum(case kind when 'reward' then -amount else amount end) as amount from transfers
        where venue = $1 and kind in ('reward', 'reward-expiry')) m on true
      where a.venue = $1 and a.owner = 'rewards' and a.balance <> coalesce(m.amount, 0)`,
  },
  {
    name: 'bonuses',
    holds: 'What is unused of a bonus was paid, has not gone back, and lies in its person’s cash.',
    violations: `with gone as (
        select reference, sum(amount) as amount from transfers where venue = $1 and kind = 'reward-expiry' group by 1)
      select 'account ' || t.account || ' has ' || t.bonus_left || ' unused of reward ' || t.bonus_reward as what
      from traders t
      left join rewards r on r.venue = $1 and r.id = t.bonus_reward and r.account = t.account
      left join gone g on g.reference = t.bonus_reward
      left join ledger_accounts a on a.venue = $1 and a.owner = t.account::text and a.asset = 0
      where t.venue = $1 and t.bonus_left is not null
      and (r.id is null or t.bonus_left > r.amount - coalesce(g.amount, 0) or t.bonus_left > coalesce(a.balance, 0))`,
  },
  {
    name: 'corporate-actions',
    holds: 'Every share in issue is somebody’s, and companies paid what their holders were entitled to, once each.',
    violations: `with entitled as (
        select action, sum(cash) as cash, sum(after - before) as shares from entitlements where venue = $1 group by 1),
      paid as (
        select t.reference as action, sum(case when a.asset = 0 then t.amount else 0 end) as cash,
          sum(case when a.asset <> 0 then t.amount else 0 end) as shares
        from transfers t join ledger_accounts a on a.venue = $1 and a.id = t.credit
        where t.venue = $1 and t.kind in ('split', 'bonus', 'fraction', 'dividend') and a.owner ~ '^[0-9]' group by 1)
      select 'action ' || coalesce(e.action, p.action) || ' entitled to ' || coalesce(e.cash, 0) || ' and ' || coalesce(e.shares, 0)
        || ' shares, paid ' || coalesce(p.cash, 0) || ' and ' || coalesce(p.shares, 0) as what
      from entitled e full join paid p on p.action = e.action
      where (coalesce(e.cash, 0), coalesce(e.shares, 0)) <> (coalesce(p.cash, 0), coalesce(p.shares, 0))
      union all
      select i.symbol || ' has ' || i.shares_issued || ' shares in issue, the ledger ' || -coalesce(a.balance, 0)
      from instruments i left join ledger_accounts a on a.venue = i.venue and a.owner = 'issue' and a.asset = i.id
      where i.venue = $1 and i.shares_issued <> -coalesce(a.balance, 0)`,
  },
];

const MOST_SHOWN = 5;

/** All checks over one consistent state: call it inside a repeatable-read transaction while the exchange runs. */
export async function verifyBooks(db: Queryable, venue: number): Promise<BookProof> {
  const checks: BookCheck[] = [];
  for (const rule of RULES) checks.push(await checkRule(db, venue, rule));
  checks.push(await checkChain(db, venue));
  return { ok: checks.every(({ ok }) => ok), checks };
}

async function checkRule(db: Queryable, venue: number, { name, holds, violations }: Rule): Promise<BookCheck> {
  const { rows } = await db.query<{ what: string }>(`${violations} limit ${MOST_SHOWN}`, [venue]);
  const ok = rows.length === 0;
  return { name, ok, detail: ok ? holds : rows.map(({ what }) => what).join('; ') };
}

const CHAIN_STEP = 50_000;

/** Recomputes the hash chain batch by batch; a transfer changed, taken out or put in breaks it where it stands. */
async function checkChain(db: Queryable, venue: number): Promise<BookCheck> {
  const batches = await db.query<{ sequence: number; last_transfer: number; hash: Buffer }>(
    'select sequence, last_transfer, hash from batches where venue = $1 order by sequence',
    [venue],
  );
  const reader = new TransferReader(db, venue);
  let hash: Buffer = Buffer.alloc(32);
  for (const batch of batches.rows) {
    hash = chainHash(hash, await reader.upTo(batch.last_transfer));
    if (!hash.equals(batch.hash))
      return { name: 'chain', ok: false, detail: `The chain breaks at batch ${batch.sequence}.` };
  }
  const isMore = await reader.hasMore();
  const count = batches.rows.length;
  return isMore
    ? { name: 'chain', ok: false, detail: 'There are transfers after the last batch.' }
    : { name: 'chain', ok: true, detail: `The hashes of ${count} batches cover every transfer, unbroken.` };
}

/** Hands out transfers in order of id, read in steps so that a long history needs little memory. */
class TransferReader {
  readonly #db: Queryable;
  readonly #venue: number;
  #rows: TransferRow[] = [];
  #next = 0;
  #lastId = 0;

  constructor(db: Queryable, venue: number) {
    this.#db = db;
    this.#venue = venue;
  }

  async upTo(id: number): Promise<TransferRow[]> {
    const found: TransferRow[] = [];
    while (await this.hasMore()) {
      const row = this.#rows[this.#next];
      if (row.id > id) break;
      found.push(row);
      this.#next++;
    }
    return found;
  }

  async hasMore(): Promise<boolean> {
    if (this.#next < this.#rows.length) return true;
    const { rows } = await this.#db.query<TransferRow>(
      'select id, at, debit, credit, amount, kind, reference from transfers where venue = $1 and id > $2 order by id limit $3',
      [this.#venue, this.#lastId, CHAIN_STEP],
    );
    this.#rows = rows;
    this.#next = 0;
    if (rows.length > 0) this.#lastId = rows[rows.length - 1].id;
    return rows.length > 0;
  }
}
