-- Watchlists, price alerts, and notifications as the commit of the exchange writes them: their kind, who wants which where, fewer indexes.

create table watchlist_stocks (
  venue smallint not null,
  account integer not null,
  instrument integer not null,
  added_at bigint not null,
  primary key (venue, account, instrument),
  foreign key (venue, instrument) references instruments (venue, id)
);

-- A price alert speaks once: `reached_at` is set in the transaction of its notification.
create table price_alerts (
  id bigint generated always as identity primary key,
  venue smallint not null,
  account integer not null,
  instrument integer not null,
  direction text not null check (direction in ('above', 'below')),
  price bigint not null check (price > 0),
  created_at bigint not null,
  reached_at bigint,
  reached_price bigint,
  foreign key (venue, instrument) references instruments (venue, id)
);
create unique index price_alerts_waiting on price_alerts (venue, account, instrument, direction, price) where reached_at is null;

-- Kinds instead of words, so that people can choose among them. The words stand in the contract.
alter table notifications add column kind text;
update notifications set kind = case type
  when 'Order filled' then 'fill'
  when 'Order ended' then 'order-end'
  when 'Position closed' then 'square-off'
  when 'Deposit' then 'deposit'
  else 'admin' end;
alter table notifications
  alter column kind set not null,
  drop column type,
  -- Null for what the exchange's own commit writes: that is told in the transaction of what it tells of, and so once.
  alter column source drop not null,
  -- False: wanted by mail alone.
  add column is_listed boolean not null default true,
  add column is_mail_due boolean not null default false,
  drop constraint notifications_account_source_key,
  drop constraint notifications_pkey;
drop index notifications_of_account;
alter table notifications add primary key (account, id);
create unique index notifications_once on notifications (account, source) where source is not null;
create index notifications_to_mail on notifications (account) where is_mail_due;

-- The exchange's commit tells of its fills itself: there is no progress to remember.
drop table notification_progress;

-- Only people who have changed something have a row: without one everything is shown and nothing is mailed.
create table notice_wishes (
  account integer primary key,
  muted text[] not null,
  mailed text[] not null,
  -- When the last mail of notifications went out: there is a pause between two.
  mailed_at bigint not null default 0
);
