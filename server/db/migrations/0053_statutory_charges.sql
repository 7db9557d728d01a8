-- Statutory charges: what an order and each of its fills paid by law, by which rates, and on which part of the value as intraday shares.
-- What was before has paid none.
alter table orders
  -- The rates that held when the order came, in the order of `RATES` in statutory-terms.ts; null where nothing is charged by law.
  add column statutory_terms text,
  add column statutory bigint not null default 0,
  add column intraday_value bigint not null default 0;
alter table fills
  add column statutory bigint not null default 0,
  add column intraday_value bigint not null default 0;
-- Of all fills up to there, beside `charges`, which the house has earned.
alter table proven_books add column statutory bigint not null default 0;

-- Nobody looks for a row by these columns.
alter table orders
  alter column statutory_terms set statistics 0,
  alter column statutory set statistics 0,
  alter column intraday_value set statistics 0;
alter table fills alter column statutory set statistics 0, alter column intraday_value set statistics 0;

-- One kind more: 6 statutory.
create or replace view settled_transfers as
  select b.venue, s.id, s.at, s.debit, s.credit, s.amount,
    (array['trade', 'brokerage', 'flat-fee', 'margin-loan', 'margin-repayment', 'statutory'])[s.kind] as kind, s.reference, b.sequence
  from batches b cross join lateral unnest(b.settled_ids, b.settled_at, b.settled_debits, b.settled_credits, b.settled_amounts,
    b.settled_kinds, b.settled_references) as s(id, at, debit, credit, amount, kind, reference);
