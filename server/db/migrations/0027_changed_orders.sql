-- Changes that traders make to their open orders, for the story of each order: what it was, and what it became.

create table order_changes (
  venue smallint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  at bigint not null,
  -- Each {quantity, limitPrice, stopPrice}: shares and paise.
  before jsonb not null,
  after jsonb not null,
  primary key (venue, order_id, id)
);
create trigger order_changes_append_only before update or delete or truncate on order_changes
  for each statement execute function refuse_change();
