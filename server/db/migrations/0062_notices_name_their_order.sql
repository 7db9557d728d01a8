-- What is told of an order leads to that order. Null for everything else, and for what was told before.
alter table notifications add column order_id bigint;
