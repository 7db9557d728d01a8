// Which transfers moved cash apart from trades: deposits, rewards, payments. A trader's trades are read from the fills instead.

/** The condition of the partial indexes on transfers (alias `t`), word for word, so that the database uses them. */
export const APART_FROM_TRADES = `t.kind not in ('trade', 'brokerage', 'flat-fee', 'margin-loan', 'margin-repayment', 'issue')`;
