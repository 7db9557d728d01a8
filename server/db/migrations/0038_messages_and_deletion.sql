-- Messages of administrators to everybody or to one person, and the deletion of accounts that leaves the books as they are.

-- A message to everybody goes out in parts: `reached` says how far it has come, so that a server that stopped in the middle goes on there.
create table messages (
  id bigint generated always as identity primary key,
  -- By which everybody outside knows it.
  public_id uuid not null unique,
  audience text not null check (audience in ('all', 'user')),
  -- The one person it is for.
  user_id uuid references users,
  message text not null,
  sent_by uuid not null references users,
  sent_at bigint not null,
  -- The Idempotency-Key it came with: the same button pressed twice makes one message, whatever happened in between.
  key text,
  -- Accounts above this one were opened later.
  last_account integer not null,
  reached integer not null default 0,
  -- People it is for, as they were counted when it was sent, and those it has come to.
  people integer not null,
  told integer not null default 0,
  finished_at bigint,
  check ((audience = 'user') = (user_id is not null))
);
create unique index messages_once on messages (sent_by, key) where key is not null;
create index messages_under_way on messages (id) where finished_at is null;
create index messages_of_person on messages (user_id) where user_id is not null;

-- What is left of a person who has gone is an account without a name: orders, trades and the ledger stay what they were.
alter table users add column deleted_at bigint;

-- A deletion that has been asked for and is not done yet. The exchange closes the account in between, in a commit of its own; a server
-- that finds a row here asks it again and goes on.
create table account_deletions (
  user_id uuid primary key references users,
  asked_by uuid not null references users,
  asked_at bigint not null,
  ip text
);

-- What has been canceled or held stays so; only a teacher who has gone leaves it without an address.
create or replace function lessons_go_forward() returns trigger language plpgsql as $$
begin
  if old.status <> 'SCHEDULED' and (old.status <> new.status or old.starts_at <> new.starts_at or old.ends_at <> new.ends_at
    or old.hourly_rate <> new.hourly_rate
    or (old.instructor_email <> new.instructor_email and new.instructor_email not like '%@deleted.invalid'))
  then
    raise exception 'lesson % cannot go from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
