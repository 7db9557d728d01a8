-- The exchange: instruments, ledger, orders, fills, positions, and one row for each durable batch. Sums are paise, instants epoch milliseconds.

create table venues (
  id smallint primary key,
  name text not null unique,
  -- Raised by every process that takes the venue over; a commit with an older one fails.
  epoch integer not null default 0,
  market_day integer not null default 0,
  is_open boolean not null default true,
  limits jsonb,
  fees jsonb
);
insert into venues (id, name) values (1, 'main');

create table instruments (
  venue smallint not null references venues,
  id integer not null,
  symbol text not null,
  name text not null,
  sector text not null,
  tick_size integer not null check (tick_size > 0),
  price_band integer not null check (price_band > 0),
  previous_close bigint not null check (previous_close > 0),
  is_halted boolean not null default false,
  shares_issued bigint not null,
  last_price bigint not null,
  day_open bigint not null,
  day_high bigint not null,
  day_low bigint not null,
  day_volume bigint not null,
  traded_at bigint not null,
  primary key (venue, id),
  unique (venue, symbol)
);

create table traders (
  venue smallint not null,
  account integer not null,
  is_blocked boolean not null,
  primary key (venue, account)
);

-- owner: an account number in digits, or the name of one of the venue's own accounts.
create table ledger_accounts (
  venue smallint not null,
  id integer not null,
  owner text not null,
  asset integer not null,
  balance bigint not null,
  primary key (venue, id),
  constraint people_are_never_below_zero check (balance >= 0 or owner !~ '^[0-9]')
) with (fillfactor = 50);

-- One row for each durable batch of decisions: the last command in it, and the hash chain over its transfers.
create table batches (
  venue smallint not null,
  sequence bigint not null,
  at bigint not null,
  last_transfer bigint not null,
  last_trade bigint not null,
  hash bytea not null,
  primary key (venue, sequence)
);

create table transfers (
  venue smallint not null,
  id bigint not null,
  at bigint not null,
  debit integer not null,
  credit integer not null,
  amount bigint not null check (amount > 0),
  kind text not null,
  reference bigint not null,
  primary key (venue, id)
);

create table orders (
  venue smallint not null,
  id bigint not null,
  account integer not null,
  instrument integer not null,
  side text not null,
  order_type text not null,
  time_in_force text not null,
  product text not null,
  origin text not null,
  quantity integer not null,
  limit_price bigint not null,
  stop_price bigint not null,
  commission_rate integer not null,
  flat_fee_terms bigint not null,
  created_at bigint not null,
  remaining integer not null check (remaining between 0 and quantity),
  status text not null,
  end_reason text,
  ended_at bigint,
  triggered_at bigint,
  priority bigint not null,
  queued_behind bigint not null,
  held bigint not null check (held >= 0),
  held_at_first bigint not null,
  filled_value bigint not null,
  brokerage bigint not null,
  flat_fee bigint not null,
  margin bigint not null,
  -- The span of its fills, so that they are found without an index of their own.
  first_trade bigint,
  last_trade bigint,
  primary key (venue, id)
) with (fillfactor = 80);
create index orders_of_account on orders (venue, account, id);
create index orders_open on orders (venue, id) where end_reason is null;

create table fills (
  venue smallint not null,
  trade_id bigint not null,
  side text not null,
  order_id bigint not null,
  account integer not null,
  instrument integer not null,
  price bigint not null,
  quantity integer not null check (quantity > 0),
  brokerage bigint not null,
  flat_fee bigint not null,
  -- Of a sale: what the shares had cost, first in first out.
  cost bigint not null,
  -- Of a sale: when the first of the sold shares was bought.
  opened_at bigint,
  product text not null,
  is_maker boolean not null,
  -- The other person; null when a simulated trader stood on the other side.
  counterparty integer,
  at bigint not null,
  primary key (venue, trade_id, side)
);
create index fills_of_account on fills (venue, account, trade_id);
create index fills_by_time on fills using brin (at);

-- Shares held, as they were bought; a lot that is sold out is deleted. Its id is the trade that made it.
create table lots (
  venue smallint not null,
  account integer not null,
  instrument integer not null,
  id bigint not null,
  quantity integer not null check (quantity > 0),
  price bigint not null,
  product text not null,
  loan bigint not null check (loan >= 0),
  bought_at bigint not null,
  order_id bigint not null,
  primary key (venue, account, instrument, id)
) with (fillfactor = 80);

-- Commands that came with a key: the outcome is kept in the transaction of the effect, so a repeat finds it.
create table command_keys (
  account integer not null,
  key text not null,
  fingerprint text not null,
  outcome jsonb not null,
  at bigint not null,
  primary key (account, key)
);
create index command_keys_by_time on command_keys using brin (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once', tg_table_name;
end $$;
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
create trigger fills_append_only before update or delete or truncate on fills
  for each statement execute function refuse_change();
create trigger batches_append_only before update or delete or truncate on batches
  for each statement execute function refuse_change();
