-- The money of a lesson that is paid for by somebody who has deleted the account goes back for this reason, and not because it was bought twice.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('canceled', 'bought-twice', 'too-late', 'sold-out', 'own-lesson', 'left', 'returned', 'given-back', 'not-held'));
