-- Which takeover of the venue wrote a batch: a process whose commit was not answered asks whether the batch there is its own.
alter table batches add column epoch integer;
