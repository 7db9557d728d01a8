-- The stop for everything: while it is on nothing is ordered and nothing trades.

alter table venues add column is_halted boolean not null default false;
