-- The admin desk: quick ways into orders and trades of everybody by time.

-- The first order placed at `since` or later: numbers rise with time, so a few looks by number find it.
create function order_from(of_venue smallint, since bigint) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  found_id bigint;
  found_at bigint;
begin
  select coalesce(max(id), 0) + 1 into high from orders where venue = of_venue;
  while low < high loop
    middle := (low + high) / 2;
    select id, created_at into found_id, found_at from orders where venue = of_venue and id >= middle order by id limit 1;
    if found_id is null or found_at >= since then high := middle; else low := found_id + 1; end if;
  end loop;
  return low;
end $$;

-- The first trade made at `since` or later.
create function trade_from(of_venue smallint, since bigint) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  found_id bigint;
  found_at bigint;
begin
  select coalesce(max(trade_id), 0) + 1 into high from fills where venue = of_venue;
  while low < high loop
    middle := (low + high) / 2;
    select trade_id, at into found_id, found_at from fills where venue = of_venue and trade_id >= middle order by trade_id limit 1;
    if found_id is null or found_at >= since then high := middle; else low := found_id + 1; end if;
  end loop;
  return low;
end $$;

-- Stop orders are few among many.
create index orders_with_stop on orders (venue, id) where stop_price > 0;
