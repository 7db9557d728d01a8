-- Where a sign-up was begun: without the cookie of the browser that began it, its code opens it from there alone. Null: begun before this.
alter table signups add column network text;
