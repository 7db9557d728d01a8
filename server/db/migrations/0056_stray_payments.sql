-- Money that a provider has captured and that is credited to nobody: of another order or another sum than was asked for, or for an order
-- that was paid already. For an administrator to look into at the provider. Instants epoch milliseconds.
create table stray_payments (
  id bigint generated always as identity primary key,
  -- The payment as which it was told.
  payment bigint not null references payments,
  provider text not null,
  provider_payment text not null,
  provider_order text not null,
  -- In the smallest unit of its currency.
  amount bigint not null,
  currency text not null,
  seen_at bigint not null,
  -- Null: nobody has looked into it yet.
  settled_at bigint,
  settled_by uuid references users,
  note text not null default '',
  unique (provider, provider_payment),
  check ((settled_at is null) = (settled_by is null))
);
create index stray_payments_open on stray_payments (id) where settled_at is null;
