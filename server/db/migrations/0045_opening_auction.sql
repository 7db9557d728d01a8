-- The last day of the market whose opening auction was held, so that a restart neither leaves one out nor holds one twice.
alter table venues add column auction_day integer not null default -1;
