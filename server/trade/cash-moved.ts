// SQL about cash that moved apart from trades. The statement sums it up; the account's worth counts it as flows. $1 is the venue, $2 the account.
import { APART_FROM_TRADES } from '../exchange/apart-from-trades.ts';

/** Begins a query on `moved`: what came to the account's cash (above zero) or left it, and the ledger account on the `other` side. */
export const MOVED = `with cash as (select id from ledger_accounts where venue = $1 and owner = $2::integer::text and asset = 0),
  moved as (
    select t.id, t.at, t.kind, t.amount, t.reference, t.debit as other from transfers t, cash
      where t.venue = $1 and t.credit = cash.id and ${APART_FROM_TRADES}
    union all
    select t.id, t.at, t.kind, -t.amount, t.reference, t.credit from transfers t, cash
      where t.venue = $1 and t.debit = cash.id and ${APART_FROM_TRADES})`;

/** From the transfers `t` of what an intraday trader could not pay back: the house pays its own margin loans, for an order of the trader. */
export const FROM_SHORTFALLS = `from ledger_accounts lender
    join transfers t on t.venue = $1 and t.credit = lender.id and ${APART_FROM_TRADES} and t.kind = 'shortfall'
    join orders o on o.venue = $1 and o.id = t.reference and o.account = $2
    where lender.venue = $1 and lender.owner = 'margin-loans'`;
