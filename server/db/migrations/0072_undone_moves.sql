-- A session that was moved later by mistake may be moved back for a while: the start it had, and when it was moved away from it.
alter table lessons add column moved_from bigint, add column moved_at bigint,
  add check ((moved_from is null) = (moved_at is null));
