-- Balances were a sixth of what the database does for an order, and transfers say them anyway. They are written with few batches now; those
-- in between have nothing but trades, whose transfers stand in the rows of these batches.
alter table batches add column has_balances boolean not null default true;

-- By how much each account has changed since balances were written last. The planner, left to itself, reads all batches while a table is
-- young.
create function moved_since_balances(of_venue smallint) returns table (account integer, amount bigint)
language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
  select side.account, sum(side.amount)::bigint from batches b
    cross join lateral unnest(b.settled_debits, b.settled_credits, b.settled_amounts) as s(debit, credit, amount)
    cross join lateral (values (s.debit, -s.amount), (s.credit, s.amount)) as side(account, amount)
  where b.venue = of_venue and b.sequence > coalesce(
    (select sequence from batches where venue = of_venue and has_balances order by sequence desc limit 1), 0)
  group by 1
$$;

-- What each account has after the last batch. `behind` is by how much the stored balance is older.
create view ledger_balances as
  with moved as materialized (
    select v.id as venue, s.account, s.amount from venues v cross join lateral moved_since_balances(v.id) s)
  select a.venue, a.id, a.owner, a.asset, a.balance + coalesce(m.amount, 0) as balance, coalesce(m.amount, 0) as behind
  from ledger_accounts a left join moved m on m.venue = a.venue and m.account = a.id;
