-- Several watchlists a person. My Watchlist is no row: everybody has it. The others stand in up to nine places, of which each
-- holds one list: whatever comes together, there are not more, and no two of one name.
create table watchlists (
  id bigint generated always as identity,
  venue smallint not null,
  account integer not null,
  name text not null check (char_length(name) between 1 and 40),
  -- The name as names are compared.
  folded text not null check (folded <> 'my watchlist'),
  place smallint not null check (place between 1 and 9),
  created_at bigint not null,
  primary key (venue, account, id),
  unique (venue, account, folded),
  -- Checked when a statement ends, so that one statement can put lists in another order.
  unique (venue, account, place) deferrable
);

alter table watchlist_stocks
  drop constraint watchlist_stocks_pkey,
  add column id bigint generated always as identity primary key,
  -- Null is My Watchlist.
  add column list bigint,
  -- Rises along the list. Gaps are left where a stock went.
  add column place integer;
update watchlist_stocks w set place = ranked.place
  from (select id, row_number() over (partition by venue, account order by added_at, instrument) as place from watchlist_stocks) ranked
  where ranked.id = w.id;
alter table watchlist_stocks
  alter column place set not null,
  add unique nulls not distinct (venue, account, list, instrument),
  add foreign key (venue, account, list) references watchlists on delete cascade;
