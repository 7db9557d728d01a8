-- A lesson has as many places as its call has seats: a learner who paid for one that was gone, and whom the operator has paid back, is known by it.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('canceled', 'bought-twice', 'too-late', 'sold-out', 'returned'));
