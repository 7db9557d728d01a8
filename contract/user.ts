// The profile of the person who is logged in.
import * as z from 'zod/mini';
import { roles } from './auth.ts';
import { portfolioItem } from './trade.ts';
import { id, instant, rupees } from './wire.ts';

export const profileData = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  is_instructor: z.boolean(),
  profilePhoto: z.nullable(z.string()),
  referralCode: z.string(),
  isEligibleForSignupBonus: z.boolean(),
  isEligibleForLoyaltyRewards: z.boolean(),
  isEligibleForReferralBonus: z.boolean(),
  createdAt: instant,
  /** Cash that can be spent: the ledger's balance less what open orders hold. */
  balance: rupees,
  /** Cash that open orders hold. */
  heldBalance: rupees,
  portfolio: z.array(portfolioItem),
});

export type ProfileData = z.output<typeof profileData>;
