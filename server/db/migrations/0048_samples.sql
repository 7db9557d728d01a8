-- What the planner is told of the tables that every order grows. PostgreSQL looks at a sample of each whenever they have grown by a tenth, and
-- compares all that stands in it: the arrays of `batches` alone took a processor for seconds, in the middle of trading. Nobody
-- looks for a row by these columns.
alter table batches
  alter column hash set statistics 0,
  alter column settled_ids set statistics 0,
  alter column settled_at set statistics 0,
  alter column settled_debits set statistics 0,
  alter column settled_credits set statistics 0,
  alter column settled_amounts set statistics 0,
  alter column settled_kinds set statistics 0,
  alter column settled_references set statistics 0;
alter table command_keys alter column fingerprint set statistics 0, alter column outcome set statistics 0;
alter table orders
  alter column time_in_force set statistics 0,
  alter column quantity set statistics 0,
  alter column limit_price set statistics 0,
  alter column commission_rate set statistics 0,
  alter column flat_fee_terms set statistics 0,
  alter column triggered_at set statistics 0,
  alter column priority set statistics 0,
  alter column queued_behind set statistics 0,
  alter column held_at_first set statistics 0,
  alter column brokerage set statistics 0,
  alter column flat_fee set statistics 0,
  alter column margin set statistics 0,
  alter column first_trade set statistics 0,
  alter column last_trade set statistics 0;
alter table fills
  alter column price set statistics 0,
  alter column quantity set statistics 0,
  alter column brokerage set statistics 0,
  alter column flat_fee set statistics 0,
  alter column cost set statistics 0,
  alter column opened_at set statistics 0,
  alter column counterparty set statistics 0;
-- A smaller sample of the rest says as much of columns like these.
do $$
declare one record;
begin
  for one in
    select attrelid::regclass as of_table, attname from pg_attribute
    where attrelid in ('batches'::regclass, 'command_keys'::regclass, 'orders'::regclass, 'fills'::regclass, 'notifications'::regclass)
      and attnum > 0 and not attisdropped and coalesce(attstattarget, -1) < 0
  loop
    execute format('alter table %s alter column %I set statistics 30', one.of_table, one.attname);
  end loop;
end $$;
-- Clearing up rests longer between its steps: it takes a quarter of a processor at most instead of a half.
alter table batches set (autovacuum_vacuum_cost_delay = 5);
alter table command_keys set (autovacuum_vacuum_cost_delay = 5);
alter table orders set (autovacuum_vacuum_cost_delay = 5);
alter table fills set (autovacuum_vacuum_cost_delay = 5);
alter table notifications set (autovacuum_vacuum_cost_delay = 5);
