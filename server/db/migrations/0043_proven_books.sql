-- Up to where the books of a venue were proven. A start on a long history proves what came after, and the whole of it behind.
create table proven_books (
  venue smallint primary key references venues,
  -- The batch, with the last transfer and the last trade in it.
  sequence bigint not null,
  last_transfer bigint not null,
  last_trade bigint not null,
  -- The hash chain as it stood there.
  chain bytea not null,
  -- The charges of all fills up to there, in paise.
  charges bigint not null,
  -- Of every account, in order of their numbers from 0.
  balances bigint[] not null,
  -- Over all of the above: a changed row proves nothing.
  digest bytea not null,
  proven_at bigint not null
);
