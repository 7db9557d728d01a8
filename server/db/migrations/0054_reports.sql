-- What people in calls report of each other, and whom a host has sent away from a lesson. Instants epoch milliseconds.

create table reports (
  id bigint generated always as identity primary key,
  -- Whom it is about, and who has reported it: numbers on the exchange.
  account integer not null,
  reporter_account integer not null,
  -- The room in which it was; by its code, which no other room has.
  room text not null,
  -- Null: a call by code.
  lesson bigint references lessons,
  -- The message, as the room counts them; null where the person is reported. Its words are kept here and nowhere else.
  message integer,
  said text,
  said_at bigint,
  reason text not null check (reason in ('insult', 'threat', 'sexual', 'advertising', 'private', 'other')),
  words text not null,
  created_at bigint not null,
  -- Null: open.
  decision text check (decision in ('dismissed', 'deleted', 'warned', 'blocked')),
  note text not null default '',
  closed_by uuid references users,
  closed_at bigint,
  check ((message is null) = (said is null) and (message is null) = (said_at is null)),
  check ((decision is null) = (closed_at is null) and (decision is null) = (closed_by is null))
);
-- Once by each person for each message, and once for each person in the call.
create unique index reports_of_message on reports (reporter_account, room, message) where message is not null;
create unique index reports_of_person on reports (reporter_account, room, account) where message is null;
create index reports_by_account on reports (account, id);
create index reports_open on reports (id) where decision is null;

create table call_removals (
  id bigint generated always as identity primary key,
  lesson bigint not null references lessons,
  account integer not null,
  removed_by uuid not null references users,
  removed_at bigint not null,
  -- Null: in force.
  let_in_by uuid references users,
  let_in_at bigint,
  check ((let_in_by is null) = (let_in_at is null))
);
create unique index call_removals_in_force on call_removals (lesson, account) where let_in_at is null;
create index call_removals_of_account on call_removals (account);
