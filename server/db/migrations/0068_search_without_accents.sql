-- People are found with and without the accents of their names: Jose finds José, and José finds Jose.
create function search_text(said text) returns text language sql immutable strict parallel safe
  return regexp_replace(lower(normalize(said, NFD)), '[\u0300-\u036f]', '', 'g');

alter table users drop column search;
alter table users
  add column search text collate "C" not null generated always as (search_text(name || ' ' || email)) stored;
create index users_by_pieces on users using gin (search_pieces(search)) with (fastupdate = off);
create index users_by_pairs on users using gin (search_pairs(search)) with (fastupdate = off);
