-- Corporate actions: planned by an administrator, carried out by the exchange's own commit at the start of their day, and what
-- each holder got. History stays as it was written; what reads it restates prices by `price_ratio`. Prices are paise.

create table corporate_actions (
  id bigint generated always as identity primary key,
  venue smallint not null,
  instrument integer not null,
  kind text not null check (kind in ('split', 'bonus', 'dividend')),
  -- Of a split or bonus: each `from_shares` become `to_shares`.
  from_shares integer,
  to_shares integer,
  -- Of a dividend.
  per_share bigint,
  -- The market day at whose start it is carried out, counted from 1970.
  effective_day integer not null,
  state text not null default 'planned' check (state in ('planned', 'done', 'failed', 'canceled')),
  created_at bigint not null,
  created_by uuid references users,
  ended_at bigint,
  -- As it was carried out: the day, the price before and after, and the last trade before it.
  done_day integer,
  price_before bigint,
  price_after bigint,
  after_trade bigint,
  foreign key (venue, instrument) references instruments (venue, id),
  check ((kind = 'dividend') = (per_share is not null) and (kind = 'dividend') = (from_shares is null) and (kind = 'dividend') = (to_shares is null))
);
create index corporate_actions_of_stock on corporate_actions (venue, instrument, done_day);
create index corporate_actions_planned on corporate_actions (venue, effective_day) where state = 'planned';

-- What one holder had, has, and got in cash.
create table entitlements (
  venue smallint not null,
  action bigint not null,
  account integer not null,
  before bigint not null,
  after bigint not null,
  cash bigint not null,
  primary key (venue, account, action)
);
create trigger entitlements_append_only before update or delete or truncate on entitlements
  for each statement execute function refuse_change();

create aggregate product_of(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

-- What a price of `from_day` is multiplied by to be one of `to_day`.
create function price_ratio(of_venue smallint, of_instrument integer, from_day integer, to_day integer) returns numeric
  language sql stable parallel safe
  return (select product_of(from_shares) / product_of(to_shares) from corporate_actions
    where venue = of_venue and instrument = of_instrument and done_day > from_day and done_day <= to_day
      and state = 'done' and kind <> 'dividend');

-- The last action by which a waiting alert was restated.
alter table price_alerts add column restated_by bigint not null default 0;
