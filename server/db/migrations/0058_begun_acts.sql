-- What administrators have asked of the exchange and what has not been logged yet: written before the exchange hears of it. Its outcome is
-- in command_keys, as `act:` and this id.
create table begun_acts (
  id uuid primary key,
  at bigint not null,
  actor uuid not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  ip text
);
