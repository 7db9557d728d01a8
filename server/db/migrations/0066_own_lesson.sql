-- A lesson may be given to somebody who has an order for it open: what is paid for it then goes back for this reason.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('canceled', 'bought-twice', 'too-late', 'sold-out', 'own-lesson', 'returned', 'given-back', 'not-held'));
