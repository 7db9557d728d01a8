-- A learner can give back the place in a lesson that is still to come: what was paid for it goes back for this reason.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('canceled', 'bought-twice', 'too-late', 'sold-out', 'returned', 'given-back'));
