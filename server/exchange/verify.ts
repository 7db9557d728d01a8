// Proves the books from what is stored: sums, balances, holds, positions, fills, loans, fees and the hash chain.
import type { Queryable } from '../db/open.ts';
import { CHAIN_BEGIN, checkChain } from './chain.ts';
import type { ChainPlace } from './chain.ts';
import type { ProvenBooks } from './proven-books.ts';

interface BookCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface BookProof {
  readonly ok: boolean;
  readonly checks: readonly BookCheck[];
  /** The last batch, as far as the chain holds. */
  readonly end: ChainPlace;
}

/** A check is a query that finds what is wrong: no row, nothing wrong. */
interface Rule {
  readonly name: string;
  readonly holds: string;
  readonly violations: string;
  /** The same, where the books up to a batch are proven already; without it the whole is asked, which then does not grow with history. */
  readonly since?: { readonly violations: string; readonly values: (books: ProvenBooks) => readonly unknown[] };
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
          select credit as account, amount from all_transfers where venue = $1
          union all select debit, -amount from all_transfers where venue = $1) sides group by account)
      select 'account ' || coalesce(a.id, m.account) || ' holds ' || coalesce(a.balance, 0) || ', its transfers make ' || coalesce(m.amount, 0) as what
      from (select * from ledger_accounts where venue = $1) a full join moved m on m.account = a.id
      where coalesce(a.balance, 0) <> coalesce(m.amount, 0)`,
    since: {
      violations: `with moved as (
          select account, sum(amount) as amount from (
            select place - 1 as account, balance as amount from unnest($3::bigint[]) with ordinality proven(balance, place)
            union all select credit, amount from transfers where venue = $1 and id > $2
            union all select debit, -amount from transfers where venue = $1 and id > $2
            union all select credit, amount from settled_transfers where venue = $1 and sequence > $4
            union all select debit, -amount from settled_transfers where venue = $1 and sequence > $4) sides group by account)
        select 'account ' || coalesce(a.id, m.account) || ' holds ' || coalesce(a.balance, 0) || ', its transfers make ' || coalesce(m.amount, 0) as what
        from (select * from ledger_accounts where venue = $1) a full join moved m on m.account = a.id
        where coalesce(a.balance, 0) <> coalesce(m.amount, 0)`,
      values: ({ lastTransfer, balances, sequence }) => [lastTransfer, balances, sequence],
    },
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
    since: {
      violations: `select 'order ' || id || ' holds ' || held as what from orders
        where venue = $1 and end_reason is null and side = 'sell' and held <> remaining
        union all select 'order ' || o.id || ' holds ' || o.held from orders o
        where o.venue = $1 and o.end_reason is not null and o.held <> 0
        and o.id in (select order_id from fills where venue = $1 and trade_id > $2)`,
      values: ({ lastTrade }) => [lastTrade],
    },
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
    since: {
      // Of orders that have traded since, or say so, all fills: the span of their trades stands in their row.
      violations: `with traded as (
          select order_id from fills where venue = $1 and trade_id > $2
          union select id from orders where venue = $1 and id > $3 and filled_value > 0
          union select id from orders where venue = $1 and end_reason is null and filled_value > 0)
        select 'order ' || t.order_id || ' says ' || o.quantity - o.remaining || ', its fills ' || f.quantity as what
        from traded t left join orders o on o.venue = $1 and o.id = t.order_id
        cross join lateral (
          select sum(quantity) as quantity, sum(price * quantity) as value, sum(brokerage) as brokerage, sum(flat_fee) as flat_fee
          from fills where venue = $1 and order_id = t.order_id and trade_id between o.first_trade and o.last_trade) f
        where (o.quantity - o.remaining, o.filled_value, o.brokerage, o.flat_fee)
          is distinct from (f.quantity, f.value, f.brokerage, f.flat_fee)`,
      values: ({ lastTrade, sequence }) => [lastTrade, sequence],
    },
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
    since: {
      violations: `with charged as (
          select $3::bigint + coalesce(sum(brokerage + flat_fee), 0) as charges from fills where venue = $1 and trade_id > $2),
          earned as (select coalesce(sum(balance), 0) as balance from ledger_accounts where venue = $1 and owner = 'fees')
        select 'charged ' || charges || ', earned ' || balance as what from charged, earned where charges <> balance`,
      values: ({ lastTrade, charges }) => [lastTrade, charges],
    },
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
  for (const { name, holds, violations } of RULES)
    checks.push(bookCheck(name, holds, await violationsOf(db, violations, [venue])));
  return concluded(db, venue, { checks, from: CHAIN_BEGIN });
}

/** The same checks where the books up to a batch are proven: of history only what came after it is read. */
export async function verifySince(db: Queryable, venue: number, books: ProvenBooks): Promise<BookProof> {
  const checks: BookCheck[] = [];
  for (const { name, holds, violations, since } of RULES) {
    const values = since === undefined ? [] : since.values(books);
    checks.push(bookCheck(name, holds, await violationsOf(db, since?.violations ?? violations, [venue, ...values])));
  }
  return concluded(db, venue, { checks, from: books });
}

async function concluded(
  db: Queryable,
  venue: number,
  { checks, from }: { checks: readonly BookCheck[]; from: ChainPlace },
): Promise<BookProof> {
  const { end, batches, wrong } = await checkChain(db, venue, from);
  const holds = `The hashes of ${batches} batches cover every transfer, unbroken.`;
  const all = [...checks, bookCheck('chain', holds, wrong === null ? [] : [wrong])];
  return { ok: all.every(({ ok }) => ok), checks: all, end };
}

async function violationsOf(db: Queryable, violations: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ what: string }>(`${violations} limit ${MOST_SHOWN}`, values);
  return rows.map(({ what }) => what);
}

function bookCheck(name: string, holds: string, wrong: readonly string[]): BookCheck {
  const ok = wrong.length === 0;
  return { name, ok, detail: ok ? holds : wrong.join('; ') };
}
