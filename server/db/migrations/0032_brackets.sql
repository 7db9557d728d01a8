-- Buys that come with a target and a stop loss, and the sales that close what they brought. Prices are paise.

alter table orders add column target_price bigint, add column stop_loss_price bigint, add column entry_id bigint;
create index orders_of_entry on orders (venue, entry_id) where entry_id is not null;

-- Shares that a bracketed buy has brought and for which no exit stands yet.
create table exits_due (
  venue smallint not null,
  entry_id bigint not null,
  account integer not null,
  instrument integer not null,
  product text not null,
  target bigint not null,
  stop bigint not null,
  quantity integer not null check (quantity > 0),
  primary key (venue, entry_id)
);
