-- Balances were a sixth of what the database does for an order, and transfers say them anyway. They are written with few batches now; those
-- in between have nothing but trades, whose transfers stand in the rows of these batches.
alter table batches add column has_balances boolean not null default true;

-- What each account has after the last batch. `behind` is by how much the stored balance is older.
create view ledger_balances as
  with latest as (
    select v.id as venue, coalesce((select b.sequence from batches b where b.venue = v.id and b.has_balances
      order by b.sequence desc limit 1), 0) as sequence from venues v),
  moved as (
    select b.venue, s.debit, s.credit, s.amount from latest l join batches b on b.venue = l.venue and b.sequence > l.sequence
    cross join lateral unnest(b.settled_debits, b.settled_credits, b.settled_amounts) as s(debit, credit, amount)),
  sides as (
    select venue, debit as account, -amount as amount from moved
    union all select venue, credit, amount from moved),
  sums as (select venue, account, sum(amount)::bigint as behind from sides group by 1, 2)
  select a.venue, a.id, a.owner, a.asset, a.balance + coalesce(s.behind, 0) as balance, coalesce(s.behind, 0) as behind
  from ledger_accounts a left join sums s on s.venue = a.venue and s.account = a.id;
