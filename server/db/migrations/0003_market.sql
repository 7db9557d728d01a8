-- Price history: a row for each day, pages of minutes for past days, rows for the minutes of today. Prices are paise.
-- Instrument 0 is the index, in hundredths of a point.

create table daily_bars (
  venue smallint not null,
  instrument integer not null,
  -- Days since 1970 in the market's time zone.
  day integer not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null,
  primary key (venue, instrument, day)
);

-- The minutes of one past day as parallel arrays; `minutes` counts from the start of the day.
create table minute_pages (
  venue smallint not null,
  instrument integer not null,
  day integer not null,
  minutes smallint[] not null,
  open integer[] not null,
  high integer[] not null,
  low integer[] not null,
  close integer[] not null,
  volume bigint[] not null,
  primary key (venue, instrument, day)
);

-- The minutes of the running day, moved into a page when it is over.
create table minute_bars (
  venue smallint not null,
  instrument integer not null,
  -- Minutes since 1970.
  minute integer not null,
  open integer not null,
  high integer not null,
  low integer not null,
  close integer not null,
  volume bigint not null,
  primary key (venue, instrument, minute)
);
