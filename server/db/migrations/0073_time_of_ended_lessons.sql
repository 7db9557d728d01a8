-- A lesson whose host has ended its call for everybody takes the instructor's time until then, and no longer: another can be planned in what was
-- left of it.
create or replace function refuse_overlapping_lesson() returns trigger language plpgsql as $$
begin
  if new.status = 'CANCELED' then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('lessons of ' || new.instructor_email, 0));
  if exists (
    select 1 from lessons
    where instructor_email = new.instructor_email and id <> new.id and status <> 'CANCELED'
      and starts_at < new.ends_at and ends_at > new.starts_at and (call_ended_at is null or call_ended_at > new.starts_at)
  ) then
    raise exception 'lesson % overlaps another one', new.public_id using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
