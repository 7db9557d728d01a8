-- What surveillance has flagged. The evidence names orders and trades; the prices round them are kept with it.
create table flags (
  id bigint generated always as identity primary key,
  venue smallint not null,
  instrument integer not null,
  account integer not null,
  -- The other person, where there is one.
  other integer,
  pattern text not null,
  from_at bigint not null,
  to_at bigint not null,
  created_at bigint not null,
  status text not null default 'NEW' check (status in ('NEW', 'REVIEWED', 'DISMISSED')),
  note text not null default '',
  reviewed_by uuid references users,
  reviewed_at bigint,
  evidence jsonb not null
);
create index flags_of_account on flags (account, id);
create index flags_by_status on flags (status, id);

-- Who shares a device or an address with whom is asked of logins that have ended, too.
create index logins_by_user on logins (user_id);
