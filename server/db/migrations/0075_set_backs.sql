-- Where the time of a venue has gone back, as after a start by a clock that was behind what was stored: trades and orders from here on may be
-- earlier than those before. What is found by time in the order of its numbers must know. Instants are epoch milliseconds.
create table set_backs (
  venue smallint not null references venues,
  first_order bigint not null,
  first_trade bigint not null,
  -- The time had come as far as `ahead_until`, and went on from `back_to`.
  ahead_until bigint not null,
  back_to bigint not null,
  primary key (venue, first_order)
);
insert into set_backs
  select venue, sequence_before + 1, trade_before + 1, at_before, at from (
    select venue, at, lag(at) over by_number as at_before, lag(sequence) over by_number as sequence_before,
      lag(last_trade) over by_number as trade_before
    from batches window by_number as (partition by venue order by sequence)) numbered
  where at < at_before;

-- The first trade made at `since` or later, or with `is_end` the one after the last made before it. Between two set-backs times only grow. An
-- instant that has come twice is sought before the first one for the beginning of a span, and after the last one for its end: there are others in
-- such a span, so its rows are to be compared with its instants, too.
drop function own_trade_from(smallint, integer, bigint);
create function own_trade_from(of_venue smallint, of_account integer, since bigint, is_end boolean default false) returns bigint
language plpgsql stable as $$
declare
  low bigint;
  high bigint;
  middle bigint;
  found_trade bigint;
  found_at bigint;
begin
  select case when is_end then max(first_trade) end, case when not is_end then min(first_trade) end into low, high
    from set_backs where venue = of_venue and back_to < since and since <= ahead_until;
  low := coalesce(low, 0);
  if high is null then
    select coalesce(max(trade_id), 0) + 1 into high from fills where venue = of_venue and account = of_account;
  end if;
  while low < high loop
    middle := (low + high) / 2;
    select trade_id, at into found_trade, found_at from fills
      where venue = of_venue and account = of_account and trade_id >= middle order by trade_id limit 1;
    if found_trade is null or found_trade >= high or found_at >= since then high := middle; else low := found_trade + 1; end if;
  end loop;
  return low;
end $$;

drop function own_order_from(smallint, integer, bigint);
create function own_order_from(of_venue smallint, of_account integer, since bigint, is_end boolean default false) returns bigint
language plpgsql stable as $$
declare
  low bigint;
  high bigint;
  middle bigint;
  found_id bigint;
  found_at bigint;
begin
  select case when is_end then max(first_order) end, case when not is_end then min(first_order) end into low, high
    from set_backs where venue = of_venue and back_to < since and since <= ahead_until;
  low := coalesce(low, 0);
  if high is null then
    select coalesce(max(id), 0) + 1 into high from orders where venue = of_venue and account = of_account;
  end if;
  while low < high loop
    middle := (low + high) / 2;
    select id, created_at into found_id, found_at from orders
      where venue = of_venue and account = of_account and id >= middle order by id limit 1;
    if found_id is null or found_id >= high or found_at >= since then high := middle; else low := found_id + 1; end if;
  end loop;
  return low;
end $$;

drop function order_from(smallint, bigint);
create function order_from(of_venue smallint, since bigint) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  found_id bigint;
  found_at bigint;
begin
  select min(first_order) into high from set_backs where venue = of_venue and back_to < since and since <= ahead_until;
  if high is null then
    select coalesce(max(id), 0) + 1 into high from orders where venue = of_venue;
  end if;
  while low < high loop
    middle := (low + high) / 2;
    select id, created_at into found_id, found_at from orders where venue = of_venue and id >= middle order by id limit 1;
    if found_id is null or found_id >= high or found_at >= since then high := middle; else low := found_id + 1; end if;
  end loop;
  return low;
end $$;

drop function trade_from(smallint, bigint);
create function trade_from(of_venue smallint, since bigint, is_end boolean default false) returns bigint
language plpgsql stable as $$
declare
  low bigint;
  high bigint;
  middle bigint;
  found_id bigint;
  found_at bigint;
begin
  select case when is_end then max(first_trade) end, case when not is_end then min(first_trade) end into low, high
    from set_backs where venue = of_venue and back_to < since and since <= ahead_until;
  low := coalesce(low, 0);
  if high is null then
    select coalesce(max(trade_id), 0) + 1 into high from fills where venue = of_venue;
  end if;
  while low < high loop
    middle := (low + high) / 2;
    select trade_id, at into found_id, found_at from fills where venue = of_venue and trade_id >= middle order by trade_id limit 1;
    if found_id is null or found_id >= high or found_at >= since then high := middle; else low := found_id + 1; end if;
  end loop;
  return low;
end $$;
