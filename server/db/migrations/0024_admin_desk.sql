-- The admin desk: the past day by day, quick looks at today, users found by any part of their name or address, halts with their
-- reasons, and the second factor of administrators. Instants are epoch milliseconds, sums paise.

-- Days since 1970 in the market's time zone, which is India's (core/market/trading-hours.ts).
create function market_day(at bigint) returns integer language sql immutable parallel safe
  return ((at + 19800000) / 86400000)::integer;

-- What a day that is over brought. Days without a row brought nothing.
create table desk_days (
  venue smallint not null,
  day integer not null,
  new_users bigint not null default 0,
  orders bigint not null default 0,
  completed bigint not null default 0,
  failed bigint not null default 0,
  traded_value bigint not null default 0,
  fees bigint not null default 0,
  deposits bigint not null default 0,
  lessons_sold bigint not null default 0,
  lesson_sales bigint not null default 0,
  primary key (venue, day)
);

-- Rows come in order of time: a block range says of a thousand of them whether a day can be among them.
create index orders_by_time on orders using brin (created_at) with (autosummarize = on);
create index orders_by_end on orders using brin (ended_at) with (autosummarize = on);
create index transfers_by_time on transfers using brin (at) with (autosummarize = on);
create index enrolments_by_time on enrolments using brin (enrolled_at) with (autosummarize = on);
alter index fills_by_time set (autosummarize = on);

-- Looked through from end to end, byte by byte: at a hundred thousand people that takes some milliseconds, for any part of any
-- word, and needs no extension that a server may lack.
alter table users add column search text collate "C" not null generated always as (lower(name || ' ' || email)) stored;

create table market_halts (
  id bigint generated always as identity primary key,
  venue smallint not null,
  halted_at bigint not null,
  halted_by uuid references users,
  reason text not null,
  resumed_at bigint,
  resumed_by uuid references users
);
create unique index market_halted on market_halts (venue) where resumed_at is null;

create index audit_log_of_action on audit_log (action, id);
create index audit_log_of_actor on audit_log (actor, id);

-- An administrator's authenticator app: the secret is locked with a key that is not in the database.
create table second_factors (
  user_id uuid primary key references users,
  secret bytea not null,
  begun_at bigint not null,
  -- Null until the first right code: asked for from then on.
  confirmed_at bigint,
  -- The step of the last code that let somebody in: neither it nor an older one does so again.
  last_step bigint not null default 0
);

-- For the day the app is lost. Each is good once.
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  used_at bigint,
  primary key (user_id, code_hash)
);
