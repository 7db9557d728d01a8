-- What is told of a lesson leads to that lesson. Null for everything else, and for what was told before.
alter table notifications add column lesson_id uuid;
