-- Who reports the same again adds to the report while it is open; afterwards it is a new one.
drop index reports_of_message, reports_of_person;
create unique index reports_of_thing on reports (reporter_account, room, account, message) nulls not distinct where decision is null;
