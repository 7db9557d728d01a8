-- What the desk's fee report and its list of trades say of a day that is over. Null where the day was counted before these columns came, or
-- its figures are in doubt: it is counted again.
alter table desk_days
  -- Orders that traded on the day, and for each of them that had traded on an earlier day, too, the last such day: in a span of days it is one order.
  add column traded_orders bigint,
  add column earlier_days integer[],
  -- Of both sides of each trade, since both pay; what is not flat in `fees` is commission.
  add column both_sides_value bigint,
  add column flat_fees bigint,
  add column statutory bigint,
  -- Executions: a trade between two people is one.
  add column trades bigint,
  add column shares bigint,
  add column trades_value bigint,
  add column buys bigint,
  add column sells bigint;
