-- Halts of one stock: since when, by whom and why, and who let it go on. Instants are epoch milliseconds.

create table stock_halts (
  id bigint generated always as identity primary key,
  venue smallint not null,
  instrument integer not null,
  halted_at bigint not null,
  halted_by uuid references users,
  reason text not null,
  resumed_at bigint,
  resumed_by uuid references users,
  foreign key (venue, instrument) references instruments (venue, id)
);
create unique index stock_halted on stock_halts (venue, instrument) where resumed_at is null;
