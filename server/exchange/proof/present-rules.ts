// What must be true of the books as they are now. Each rule is a query for violations: no row means that it holds.
import type { CheckName } from './findings.ts';

interface Rule {
  readonly name: CheckName;
  readonly violations: string;
}

/** None of them reads history: they cost as much as there are holdings and open orders. */
export const PRESENT_RULES: readonly Rule[] = [
  {
    name: 'zero-sums',
    violations: `select 'asset ' || asset || ' sums to ' || sum(balance) as what from ledger_balances
      where venue = $1 group by asset having sum(balance) <> 0`,
  },
  {
    name: 'no-debts',
    violations: `with held as (
        select account, case when side = 'buy' then 0 else instrument end as asset, sum(held) as held
        from orders where venue = $1 and end_reason is null group by 1, 2)
      select 'account ' || a.id || ' has ' || a.balance || ' and holds ' || coalesce(h.held, 0) as what
      from ledger_balances a left join held h on h.account::text = a.owner and h.asset = a.asset
      where a.venue = $1 and a.owner ~ '^[0-9]' and a.balance < coalesce(h.held, 0)`,
  },
  {
    name: 'positions',
    violations: `with lot_sums as (select account, instrument, sum(quantity) as quantity from lots where venue = $1 group by 1, 2)
      select 'account ' || a.id || ' holds ' || a.balance || ' shares in lots of ' || coalesce(l.quantity, 0) as what
      from (select * from ledger_balances where venue = $1 and owner ~ '^[0-9]' and asset <> 0) a
      full join lot_sums l on l.account::text = a.owner and l.instrument = a.asset
      where coalesce(a.balance, 0) <> coalesce(l.quantity, 0)`,
  },
  {
    name: 'loans',
    violations: `with owed as (select coalesce(sum(loan), 0) as loan from lots where venue = $1),
        lent as (select coalesce(sum(balance), 0) as balance from ledger_balances where venue = $1 and owner = 'margin-loans')
      select 'lent ' || -balance || ', owed ' || loan as what from owed, lent where loan <> -balance`,
  },
  {
    name: 'rewards',
    violations: `with paid as (
        select t.reference, a.owner, sum(t.amount) as amount, count(*) as times from transfers t
        join ledger_accounts a on a.venue = $1 and a.id = t.credit where t.venue = $1 and t.kind = 'reward' group by 1, 2),
      earned as (select id, account::text as owner, amount, state from rewards where venue = $1)
      select 'reward ' || coalesce(e.id, p.reference) || ' is ' || coalesce(e.state || ' with ' || e.amount, 'not earned')
        || ', paid ' || coalesce(p.amount, 0) || ' in ' || coalesce(p.times, 0) as what
      from earned e full join paid p on p.reference = e.id and p.owner = e.owner
      where e.id is null or e.state = 'paid' and p.times is null or p.times > 1 or p.amount <> e.amount or e.state = 'void' and p.times > 0
      union all
      select 'the rewards account has ' || a.balance || ', rewards make ' || coalesce(m.amount, 0) from ledger_balances a
      left join (
        select sum(case kind when 'reward' then -amount else amount end) as amount from transfers
        where venue = $1 and kind in ('reward', 'reward-expiry')) m on true
      where a.venue = $1 and a.owner = 'rewards' and a.balance <> coalesce(m.amount, 0)`,
  },
  {
    name: 'bonuses',
    violations: `with gone as (
        select reference, sum(amount) as amount from transfers where venue = $1 and kind = 'reward-expiry' group by 1)
      select 'account ' || t.account || ' has ' || t.bonus_left || ' unused of reward ' || t.bonus_reward as what
      from traders t
      left join rewards r on r.venue = $1 and r.id = t.bonus_reward and r.account = t.account
      left join gone g on g.reference = t.bonus_reward
      left join ledger_balances a on a.venue = $1 and a.owner = t.account::text and a.asset = 0
      where t.venue = $1 and t.bonus_left is not null
      and (r.id is null or t.bonus_left > r.amount - coalesce(g.amount, 0) or t.bonus_left > coalesce(a.balance, 0))`,
  },
  {
    name: 'corporate-actions',
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
      from instruments i left join ledger_balances a on a.venue = i.venue and a.owner = 'issue' and a.asset = i.id
      where i.venue = $1 and i.shares_issued <> -coalesce(a.balance, 0)`,
  },
];
