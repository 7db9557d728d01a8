-- Payments whose provider is outside: when each open one is next asked after, and money that comes when nobody waits for it any more.

-- Not before then. 0: at once, as for what was open when this column came.
alter table payments add column next_look_at bigint not null default 0;
create index payments_to_ask_after on payments (next_look_at) where status in ('created', 'attempted');

-- As before, and one way more: an order that was given up is paid all the same when the provider captures it late.
create or replace function payments_go_forward() returns trigger language plpgsql as $$
begin
  if (old.id, old.account, old.user_id, old.purpose, old.amount, old.currency, old.provider, old.provider_order)
    is distinct from (new.id, new.account, new.user_id, new.purpose, new.amount, new.currency, new.provider, new.provider_order)
    or (old.provider_payment is not null and new.provider_payment is distinct from old.provider_payment)
    or not (case old.status
      when 'created' then new.status in ('created', 'attempted', 'paid', 'failed')
      when 'attempted' then new.status in ('attempted', 'paid', 'failed')
      when 'failed' then new.status in ('failed', 'paid')
      when 'paid' then new.status in ('paid', 'credited')
      else new.status = old.status end)
  then
    raise exception 'payment % cannot go from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
