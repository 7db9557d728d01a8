// Words for charges, and for those that were paid, as opposed to those that an order would cost.

export const CHARGES = '(?:charges?|brokerage|fees?|commissions?|gst|stt|stamp duty)';

export const PAID_CHARGES = new RegExp(
  `\\b(?:did|have|had) i\\b.{0,40}\\b(?:pay|paid|spen[dt])\\b.{0,40}\\b${CHARGES}\\b|\\b${CHARGES}\\b.{0,40}\\b(?:did|have|had) i\\b.{0,20}\\b(?:pay|paid|spen[dt])\\b|\\bmy (?:total |overall )?${CHARGES}\\b|\\b${CHARGES} (?:so far|until now|i paid|paid)\\b|\\bi (?:have |had |already )*(?:paid|spent)\\b.{0,40}\\b${CHARGES}\\b|\\b${CHARGES}\\b.{0,40}\\b(?:i (?:have |had |already )*(?:paid|spent)|(?:paid|spent) by me)\\b`,
);
