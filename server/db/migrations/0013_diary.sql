-- The diary: how far prices went while shares were held, what a trader notes of a trade or a day, and quick ways to a trader's own history.

-- Of a sale: the highest and lowest trade of anybody in this stock from `path_from` on, up to and with the sale itself. Where
-- `path_from` is later than `opened_at` the exchange was started in between, and fill_paths has the rest.
alter table fills add column high bigint, add column low bigint, add column path_from bigint;

-- Sales whose path has a part that no process saw trade by trade.
create index fills_path_unseen on fills (venue, trade_id)
  where side = 'sell' and (path_from is null or path_from > opened_at);

-- That part, from the stored bars that lie wholly inside it; null where there are none. Numbered, so that a reader can go on.
create table fill_paths (
  venue smallint not null,
  trade_id bigint not null,
  id bigint generated always as identity,
  account integer not null,
  high bigint,
  low bigint,
  primary key (venue, trade_id)
);
create index fill_paths_of_account on fill_paths (venue, account, id);

-- What a trader writes in the diary. `entry` is a trade's id, or a day like 2026-11-20.
create table diary_notes (
  venue smallint not null,
  account integer not null,
  entry text not null,
  notes text not null,
  tags text[] not null,
  mood text,
  updated_at bigint not null,
  primary key (venue, account, entry)
);

-- Stops that protect shares: what a trader risked.
create index orders_protecting on orders (venue, account, id) where side = 'sell' and stop_price > 0;

-- Cash that comes or goes without a trade: deposits and rewards.
create index transfers_in on transfers (venue, credit, id)
  where kind not in ('trade', 'brokerage', 'flat-fee', 'margin-loan', 'margin-repayment', 'issue');
create index transfers_out on transfers (venue, debit, id)
  where kind not in ('trade', 'brokerage', 'flat-fee', 'margin-loan', 'margin-repayment', 'issue');

-- The first order of this account placed at `since` or later, as own_trade_from finds its fills.
create function own_order_from(of_venue smallint, of_account integer, since bigint) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  found_id bigint;
  found_at bigint;
begin
  select coalesce(max(id), 0) + 1 into high from orders where venue = of_venue and account = of_account;
  while low < high loop
    middle := (low + high) / 2;
    select id, created_at into found_id, found_at from orders
      where venue = of_venue and account = of_account and id >= middle order by id limit 1;
    if found_id is null or found_at >= since then high := middle; else low := found_id + 1; end if;
  end loop;
  return low;
end $$;
