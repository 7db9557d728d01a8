-- The wallet: payments, what the built-in test provider remembers, and notifications. Sums are paise, instants epoch milliseconds.

-- One row for each payment order: it has one owner and one purpose, and its status only goes forward.
create table payments (
  id bigint generated always as identity primary key,
  -- The trader's number on the exchange.
  account integer not null,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('wallet', 'course')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency = 'INR'),
  provider text not null,
  provider_order text not null,
  provider_payment text,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid', 'credited', 'failed')),
  created_at bigint not null,
  attempted_at bigint,
  paid_at bigint,
  credited_at bigint,
  failed_at bigint,
  unique (provider, provider_order),
  unique (provider, provider_payment),
  check ((status in ('paid', 'credited')) = (provider_payment is not null))
);
create index payments_of_account on payments (account, id);
-- What is not at its end: found at every start, to be finished.
create index payments_unfinished on payments (created_at) where status in ('created', 'attempted', 'paid');

create function payments_go_forward() returns trigger language plpgsql as $$
begin
  if (old.id, old.account, old.user_id, old.purpose, old.amount, old.currency, old.provider, old.provider_order)
    is distinct from (new.id, new.account, new.user_id, new.purpose, new.amount, new.currency, new.provider, new.provider_order)
    or (old.provider_payment is not null and new.provider_payment is distinct from old.provider_payment)
    or not (case old.status
      when 'created' then new.status in ('created', 'attempted', 'paid', 'failed')
      when 'attempted' then new.status in ('attempted', 'paid', 'failed')
      when 'paid' then new.status in ('paid', 'credited')
      else new.status = old.status end)
  then
    raise exception 'payment % cannot go from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
create trigger payments_forward_only before update on payments
  for each row execute function payments_go_forward();

-- The memory of the built-in test provider: its own side of each payment, apart from ours.
create table sandbox_orders (
  id text primary key,
  amount bigint not null,
  currency text not null,
  created_at bigint not null
);
create table sandbox_payments (
  id text primary key,
  -- An order is paid at most once.
  order_id text not null unique references sandbox_orders,
  amount bigint not null,
  currency text not null,
  method text not null,
  captured_at bigint not null
);

create table notifications (
  id bigint generated always as identity primary key,
  account integer not null,
  type text not null,
  message text not null,
  -- What it tells of: telling twice stores it once.
  source text not null,
  created_at bigint not null,
  read_at bigint,
  unique (account, source)
);
create index notifications_of_account on notifications (account, id desc);

-- How far the fills of a venue have been told of, so that a restart tells what a crash left out.
create table notification_progress (
  venue smallint primary key,
  last_trade bigint not null
);

-- The first trade number whose fills of this account happened at `since` or later. Trade numbers grow with time, so a
-- search by halves over the account's own index finds it without reading the history.
create function own_trade_from(of_venue smallint, of_account integer, since bigint) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  found_trade bigint;
  found_at bigint;
begin
  select coalesce(max(trade_id), 0) + 1 into high from fills where venue = of_venue and account = of_account;
  while low < high loop
    middle := (low + high) / 2;
    select trade_id, at into found_trade, found_at from fills
      where venue = of_venue and account = of_account and trade_id >= middle order by trade_id limit 1;
    if found_trade is null or found_at >= since then high := middle; else low := found_trade + 1; end if;
  end loop;
  return low;
end $$;
