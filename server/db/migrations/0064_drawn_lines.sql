-- The lines that a person has drawn on the chart of a stock, all in one row, which its version guards: who has not seen the newest one
-- does not replace it. An empty list stays, so that a browser that was away learns that the lines are gone.
create table drawn_lines (
  id bigint generated always as identity unique,
  venue smallint not null,
  account integer not null,
  instrument integer not null,
  version integer not null check (version > 0),
  -- The newest split or bonus that the prices know of; empty for none.
  split text not null,
  -- Prices in paise, instants in seconds since 1970.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 30),
  changed_at bigint not null,
  primary key (venue, account, instrument)
);
