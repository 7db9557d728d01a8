-- A process that stands by, and could be reached by gateways, says until when it may be counted on: one that runs the venue and
-- cannot be reached any more gives it up only then.
alter table venues add column standby_until timestamptz;
