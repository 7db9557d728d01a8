-- Lessons: what administrators plan, what is sold of them, what goes back when one is canceled, and their materials. Sums are paise, instants epoch milliseconds.

create table lessons (
  id bigint generated always as identity primary key,
  -- By which everybody outside knows it.
  public_id uuid not null unique,
  instructor_name text not null,
  -- Small letters, as in users: the person who has proven this address as an instructor teaches the lesson.
  instructor_email text not null,
  specialization text check (specialization in ('technical', 'fundamental', 'risk', 'psychology')),
  topic text not null default '',
  about text not null default '',
  -- The price of the lesson for one learner; zero is free.
  hourly_rate bigint not null check (hourly_rate >= 0),
  starts_at bigint not null,
  ends_at bigint not null check (ends_at > starts_at),
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'COMPLETED', 'CANCELED')),
  created_by uuid references users,
  created_at bigint not null,
  updated_at bigint not null,
  canceled_at bigint,
  check ((status = 'CANCELED') = (canceled_at is not null))
);
create index lessons_by_start on lessons (starts_at desc, id desc);
create index lessons_of_instructor on lessons (instructor_email, starts_at);
create index lessons_ahead on lessons (ends_at) where status = 'SCHEDULED';

-- Nobody teaches two lessons at once, also when two administrators save at the same moment: the lock lets one instructor's
-- lessons change one after another, and the look after it sees what the one before has committed.
create function refuse_overlapping_lesson() returns trigger language plpgsql as $$
begin
  if new.status = 'CANCELED' then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('lessons of ' || new.instructor_email, 0));
  if exists (
    select 1 from lessons
    where instructor_email = new.instructor_email and id <> new.id and status <> 'CANCELED'
      and starts_at < new.ends_at and ends_at > new.starts_at
  ) then
    raise exception 'lesson % overlaps another one', new.public_id using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
create trigger lessons_apart before insert or update of instructor_email, starts_at, ends_at on lessons
  for each row execute function refuse_overlapping_lesson();

-- What has been canceled or held stays so.
create function lessons_go_forward() returns trigger language plpgsql as $$
begin
  if old.status <> 'SCHEDULED' and (old.status <> new.status or old.starts_at <> new.starts_at or old.ends_at <> new.ends_at
    or old.hourly_rate <> new.hourly_rate or old.instructor_email <> new.instructor_email)
  then
    raise exception 'lesson % cannot go from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
create trigger lessons_forward_only before update on lessons
  for each row execute function lessons_go_forward();

-- The lesson that a payment buys, from its order on.
alter table payments add column lesson bigint references lessons;
alter table payments add constraint payments_for_a_lesson check ((purpose = 'course') = (lesson is not null));
create index payments_of_lesson on payments (lesson) where lesson is not null;

create function payments_keep_their_lesson() returns trigger language plpgsql as $$
begin
  if old.lesson is distinct from new.lesson then
    raise exception 'payment % keeps its lesson', old.id;
  end if;
  return new;
end $$;
create trigger payments_of_one_lesson before update of lesson on payments
  for each row execute function payments_keep_their_lesson();

-- Who has bought a lesson. Nobody does so twice.
create table enrolments (
  id bigint generated always as identity primary key,
  lesson bigint not null references lessons,
  -- The learner's number on the exchange.
  account integer not null,
  user_id uuid not null references users,
  -- Null: the lesson was free.
  payment bigint unique references payments,
  enrolled_at bigint not null,
  unique (lesson, account)
);
create index enrolments_of_account on enrolments (account, id);

-- Payments whose money goes back. A row is the duty to do so; the provider's number says that it is done.
create table refunds (
  payment bigint primary key references payments,
  reason text not null check (reason in ('canceled', 'bought-twice', 'too-late')),
  due_at bigint not null,
  provider_refund text unique,
  refunded_at bigint,
  -- After a try that failed: not before then.
  next_try_at bigint not null default 0,
  tries integer not null default 0,
  check ((provider_refund is null) = (refunded_at is null))
);
create index refunds_due on refunds (next_try_at) where refunded_at is null;

-- What an instructor gives to the learners of a lesson: from the signed address until it is taken away.
create table materials (
  -- The server's own choice, never the name of the file.
  key text primary key,
  lesson bigint not null references lessons,
  -- As the instructor calls it.
  name text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/webp')),
  bytes integer not null default 0,
  added_at bigint not null,
  expires_at bigint not null,
  -- awaited -> taken (a sender has won the one use) -> shown -> discarded.
  state text not null default 'awaited' check (state in ('awaited', 'taken', 'shown', 'discarded'))
);
create index materials_of_lesson on materials (lesson, added_at) where state = 'shown';
create index materials_to_tidy on materials (expires_at) where state <> 'shown';
