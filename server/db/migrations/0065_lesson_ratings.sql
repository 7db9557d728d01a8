-- What learners say of lessons that they have had a place in: stars, and words if they like. One for each lesson and learner.
create table lesson_ratings (
  id bigint generated always as identity primary key,
  lesson bigint not null references lessons,
  account integer not null,
  stars smallint not null check (stars between 1 and 5),
  words text not null default '' check (char_length(words) <= 500),
  -- When it was given, or changed last. Epoch milliseconds.
  rated_at bigint not null,
  -- Hidden by an administrator: neither shown nor counted.
  hidden_at bigint,
  hidden_by uuid references users,
  hidden_reason text not null default '',
  check ((hidden_at is null) = (hidden_by is null)),
  unique (lesson, account)
);
