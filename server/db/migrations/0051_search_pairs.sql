-- As 0050 for three letters: a search for two need not look through everybody, either.
create function search_pairs(said text) returns text[] language sql immutable strict parallel safe
  return array(select substr(said, n, 2) from generate_series(1, length(said) - 1) n);

create index users_by_pairs on users using gin (search_pairs(search)) with (fastupdate = off);
