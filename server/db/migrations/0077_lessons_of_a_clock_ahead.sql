-- A clock that was ahead has ended lessons that are still to come. Where nobody was in their call, they come back, and nothing else of them changes.
create or replace function lessons_go_forward() returns trigger language plpgsql as $$
declare
  is_changed boolean := old.starts_at <> new.starts_at or old.ends_at <> new.ends_at or old.hourly_rate <> new.hourly_rate
    or (old.instructor_email <> new.instructor_email and new.instructor_email not like '%@deleted.invalid');
begin
  if old.status = 'COMPLETED' and new.status = 'SCHEDULED' and not is_changed and new.ends_at > new.updated_at and new.call_ended_at is null
  then
    return new;
  end if;
  if old.status <> 'SCHEDULED' and (old.status <> new.status or is_changed) then
    raise exception 'lesson % cannot go from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;

create index lessons_over on lessons (ends_at) where status = 'COMPLETED';
