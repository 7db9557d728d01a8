-- People and how they get in: accounts, sign-ups under way, one-time codes, logins, kept replies, the audit log and the mailbox. Instants are epoch milliseconds.

create table users (
  id uuid primary key,
  -- The number by which the exchange knows a trader; handed out before the row, so that a failed sign-up may leave a gap.
  account_no integer generated always as identity unique,
  -- Small letters, NFKC: one spelling for one person.
  email text not null unique,
  name text not null,
  password_hash text not null,
  role text not null check (role in ('user', 'instructor', 'admin')),
  is_blocked boolean not null default false,
  referral_code text not null unique,
  referred_by uuid references users,
  profile_photo text,
  created_at bigint not null
);
create index users_by_time on users (created_at desc, id);

-- A sign-up that waits for its code. It is no account: nothing but the right code makes one of it.
create table signups (
  -- Also the value of the flow cookie.
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  role text not null check (role in ('user', 'instructor')),
  referred_by uuid references users,
  created_at bigint not null
);
create index signups_of_email on signups (email, created_at desc);

-- `subject` is the sign-up or the user; the purpose is part of the key, so that no code opens another door.
create table otps (
  purpose text not null check (purpose in ('signup', 'reset')),
  subject uuid not null,
  code_hash bytea not null,
  expires_at bigint not null,
  tries smallint not null default 0,
  primary key (purpose, subject)
);

-- One row for each login: the family of its refresh tokens, of which only hashes are kept.
create table logins (
  id uuid primary key,
  user_id uuid not null references users,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  end_reason text,
  token_hash bytea not null,
  previous_hash bytea,
  rotated_at bigint not null,
  -- The newest token, readable only with the one before it: for two tabs that refresh at once.
  successor bytea
);
create index logins_of_user on logins (user_id) where ended_at is null;
create index logins_by_expiry on logins (expires_at);

-- The first reply to each Idempotency-Key; without a status it is still being made.
create table idempotency_keys (
  user_id uuid not null references users,
  route text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  body text,
  started_at timestamptz not null default now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_by_time on idempotency_keys using brin (started_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at bigint not null,
  -- Null: the server itself.
  actor uuid,
  action text not null,
  subject text not null,
  detail jsonb not null,
  ip text
);
create index audit_log_of_subject on audit_log (subject, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is written once';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Mails of the built-in mailbox.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at bigint not null
);
create index mailbox_of_recipient on mailbox (recipient, id desc);
