-- Rewards: the rules as administrators have saved them, every reward that was earned, and what is unused of bonuses that end.

-- Each save is a new version, and the newest is in force. Before the first one the defaults of the code are.
create table promotions (
  version integer generated always as identity primary key,
  -- Sums in paise.
  rules jsonb not null,
  saved_at bigint not null,
  -- Who saved them.
  saved_by uuid references users
);
create trigger promotions_append_only before update or delete or truncate on promotions
  for each statement execute function refuse_change();

-- A row is the claim to one reward: whatever has earned it (its source) earns it once. It is paid by the exchange, exactly once, and
-- then marked.
create table rewards (
  id bigint generated always as identity primary key,
  venue smallint not null,
  account integer not null,
  kind text not null check (kind in ('signup', 'referrer', 'referee', 'loyalty')),
  -- signup:<account>, referral:<account of the friend who came>, loyalty:<account>:<which>.
  source text not null,
  amount bigint not null check (amount >= 0),
  earned_at bigint not null,
  -- What is unused by then is taken back; null: never.
  expires_at bigint,
  -- void: nothing is paid, because it comes to nothing or the account cannot hold more. The place it took stays taken.
  state text not null default 'due' check (state in ('due', 'paid', 'void')),
  paid_at bigint,
  -- When its person was told that it ends soon.
  warned_at bigint,
  unique (venue, account, source),
  check ((state = 'paid') = (paid_at is not null)),
  check (amount > 0 or state = 'void')
);
-- Nobody signs up, or comes with a code, twice.
create unique index rewards_once on rewards (venue, account, kind) where kind in ('signup', 'referee');
create index rewards_due on rewards (id) where state = 'due';
create index rewards_to_warn on rewards (expires_at) where state = 'paid' and expires_at is not null and warned_at is null;
create index rewards_of_loyalty on rewards (venue, earned_at) where kind = 'loyalty';

create function rewards_go_forward() returns trigger language plpgsql as $$
begin
  if (old.id, old.venue, old.account, old.kind, old.source, old.amount, old.earned_at, old.expires_at)
    is distinct from (new.id, new.venue, new.account, new.kind, new.source, new.amount, new.earned_at, new.expires_at)
    or (old.state <> 'due' and new.state <> old.state)
  then
    raise exception 'reward % cannot be changed like this', old.id;
  end if;
  return new;
end $$;
create trigger rewards_forward_only before update on rewards
  for each row execute function rewards_go_forward();

-- What is unused of a bonus that ends, as the exchange keeps it; null where there is none.
alter table traders
  add column bonus_reward bigint,
  add column bonus_left bigint check (bonus_left > 0),
  add column bonus_expires_at bigint;
create index traders_with_bonus on traders (venue, bonus_expires_at) where bonus_expires_at is not null;

-- Who came with whose code. Nobody comes with his own.
create index users_by_referrer on users (referred_by) where referred_by is not null;
alter table users add constraint users_refer_others check (referred_by <> id);

-- Whose account it is, for questions about one person's money.
create index ledger_accounts_of_owner on ledger_accounts (venue, owner, asset);
