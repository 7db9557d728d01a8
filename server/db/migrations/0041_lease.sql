-- Until when the process that runs the venue may be counted on, by the database's clock; null when nobody runs it.
alter table venues add column lease_until timestamptz;
