-- Diaries that learners have opened to instructors for a time, and what instructors write beside trades.

create table diary_shares (
  id bigint generated always as identity primary key,
  -- By which everybody outside knows it.
  public_id uuid not null unique,
  learner uuid not null references users,
  instructor uuid not null references users,
  opened_at bigint not null,
  expires_at bigint not null check (expires_at > opened_at),
  -- Closed by the learner before its time.
  closed_at bigint,
  check (learner <> instructor)
);
-- Opened again, it is the same one with another end.
create unique index diary_shares_open on diary_shares (learner, instructor) where closed_at is null;
create index diary_shares_of_instructor on diary_shares (instructor) where closed_at is null;

create table diary_comments (
  id bigint generated always as identity primary key,
  public_id uuid not null unique,
  -- The learner's number on the exchange, and the trade's own id in the diary.
  account integer not null,
  entry text not null,
  author uuid not null references users,
  message text not null,
  written_at bigint not null,
  -- The Idempotency-Key it came with.
  key text
);
create index diary_comments_of_account on diary_comments (account, entry, id);
create unique index diary_comments_once on diary_comments (author, key) where key is not null;
