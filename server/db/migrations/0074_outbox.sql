-- Letters that the mail server has not taken in the first minutes. Each is tried again until it is taken, or a day old.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at bigint not null,
  due_at bigint not null
);
create index outbox_due on outbox (due_at);
