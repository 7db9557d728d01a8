-- Finds people by any part of their name or address without looking through all of them: by pieces of three letters, each with those who
-- have it. A list of texts needs no extension that a server may lack. Written with a person alone, never with an order.
create function search_pieces(said text) returns text[] language sql immutable strict parallel safe
  return array(select substr(said, n, 3) from generate_series(1, length(said) - 2) n);

-- A search reads what is waiting to be sorted in, from end to end: here nothing waits.
create index users_by_pieces on users using gin (search_pieces(search)) with (fastupdate = off);
