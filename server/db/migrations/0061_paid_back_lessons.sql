-- A lesson that is over and was not held as it was sold is paid back by an administrator: what was paid for it goes back for this reason.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('canceled', 'bought-twice', 'too-late', 'sold-out', 'returned', 'given-back', 'not-held'));
