-- A code for a new password is good in the browser, or the network, that asked for it: what a stranger asks for and guesses at
-- takes nothing away from the owner.
create table resets (
  id uuid primary key,
  user_id uuid not null references users,
  network text not null,
  begun_at bigint not null
);
create index resets_of_user on resets (user_id, begun_at desc);
