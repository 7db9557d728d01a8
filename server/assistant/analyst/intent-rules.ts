// The words by which each kind of question is known.
import type { Rule } from './intent.ts';
import { ACCOUNT_RULES } from './rules/account-rules.ts';
import { ADVICE_RULES } from './rules/advice-rules.ts';
import { GUARD_RULES } from './rules/guard-rules.ts';
import { MARKET_RULES } from './rules/market-rules.ts';
import { ORDER_RULES } from './rules/order-rules.ts';
import { OWN_RULES } from './rules/own-rules.ts';
import { RECORD_RULES } from './rules/record-rules.ts';

/** The first that fits wins, so questions that must never be missed come first. */
export const RULES: readonly Rule[] = [
  ...GUARD_RULES,
  { intent: 'facts', when: /./, isFact: true },
  ...OWN_RULES,
  ...ORDER_RULES,
  ...RECORD_RULES,
  ...ADVICE_RULES,
  ...ACCOUNT_RULES,
  ...MARKET_RULES,
];
