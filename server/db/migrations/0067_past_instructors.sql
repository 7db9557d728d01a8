-- Who was to teach a lesson before it was given to somebody else: what it had earned until then stays in their statement of that time.
create table past_instructors (
  id bigint generated always as identity primary key,
  lesson bigint not null references lessons,
  -- As they were planned.
  name text not null,
  email text not null,
  -- When the lesson was given to the next one. Epoch milliseconds.
  until bigint not null
);
create index past_instructors_of_lesson on past_instructors (lesson);
