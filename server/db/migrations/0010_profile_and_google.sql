-- Profile photos, where a login comes from, and sign-in with Google. Instants are epoch milliseconds.

-- A person who came through Google has no password until they set one.
alter table users alter column password_hash drop not null;
-- When the address was last proven to be the person's own: by a code sent there, or by Google for an address it is in charge of.
alter table users add column email_proven_at bigint;
update users set email_proven_at = created_at;

-- What the browser said it was, and the address it came from, at the login and at its last renewal (rotated_at).
alter table logins add column user_agent text not null default '', add column ip text not null default '';

-- One row for each photo: from the signed address that was given out until the next photo takes its place.
create table photos (
  -- The server's own choice, never the name of the file.
  key text primary key,
  user_id uuid not null references users,
  -- Null: any of the types that are taken.
  content_type text,
  -- As it was given out.
  file_url text not null,
  expires_at bigint not null,
  -- awaited -> taken (a sender has won the one use) -> stored -> shown -> discarded.
  state text not null default 'awaited' check (state in ('awaited', 'taken', 'stored', 'shown', 'discarded'))
);
create unique index photo_shown on photos (user_id) where state = 'shown';
create index photos_to_tidy on photos (expires_at) where state <> 'shown';

-- Who a person is at another provider. The subject is the key, never the address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at bigint not null,
  primary key (issuer, subject)
);
create index identities_of_user on identities (user_id);

-- What has let somebody in once and never will again, kept until it would have expired.
create table spent_tokens (
  key bytea primary key,
  expires_at bigint not null
);
create index spent_tokens_by_expiry on spent_tokens (expires_at);
