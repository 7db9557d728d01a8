-- Days that were stored as over by a clock that was ahead, or that a clock behind does not know yet: each is counted again once it is over.
alter table desk_days add column is_doubted boolean not null default false;
