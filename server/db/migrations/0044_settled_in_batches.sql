-- What a trade moves is written into the row of its batch, one array for each column: the n-th of each is one transfer. Four rows an order,
-- with their index, were a quarter of what the database does for it. Transfers of other kinds, and trades before this, stay in `transfers`.
alter table batches
  add column settled_ids bigint[],
  add column settled_at bigint[],
  add column settled_debits integer[],
  add column settled_credits integer[],
  add column settled_amounts bigint[] check (0 < all (settled_amounts)),
  -- 1 trade, 2 brokerage, 3 flat-fee, 4 margin-loan, 5 margin-repayment.
  add column settled_kinds smallint[],
  add column settled_references bigint[];

-- Compressing them would cost more time than it saves room.
alter table batches
  alter column settled_ids set storage external,
  alter column settled_at set storage external,
  alter column settled_debits set storage external,
  alter column settled_credits set storage external,
  alter column settled_amounts set storage external,
  alter column settled_kinds set storage external,
  alter column settled_references set storage external;

create view settled_transfers as
  select b.venue, s.id, s.at, s.debit, s.credit, s.amount,
    (array['trade', 'brokerage', 'flat-fee', 'margin-loan', 'margin-repayment'])[s.kind] as kind, s.reference, b.sequence
  from batches b cross join lateral unnest(b.settled_ids, b.settled_at, b.settled_debits, b.settled_credits, b.settled_amounts,
    b.settled_kinds, b.settled_references) as s(id, at, debit, credit, amount, kind, reference);

-- Everything that ever moved, wherever it stands.
create view all_transfers as
  select venue, id, at, debit, credit, amount, kind, reference from transfers
  union all select venue, id, at, debit, credit, amount, kind, reference from settled_transfers;
