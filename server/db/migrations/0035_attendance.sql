-- Attendance: who was in the call of a lesson, from when to when. Instants epoch milliseconds.

-- One stay in the call, from coming in to leaving or to a lost connection.
create table visits (
  id uuid primary key,
  lesson bigint not null references lessons,
  -- The person's number on the exchange.
  account integer not null,
  came_at bigint not null,
  -- While somebody is there this moves on every half minute, so that a crash costs no more than that.
  seen_at bigint not null,
  -- Null: still there.
  went_at bigint,
  check (seen_at >= came_at and (went_at is null or went_at >= came_at))
);
create index visits_of_lesson on visits (lesson, account);
create index visits_open on visits (came_at) where went_at is null;

-- When the instructor ended the call for everybody, at the end or before it.
alter table lessons add column call_ended_at bigint;
