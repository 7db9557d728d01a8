// The profile of the person who is logged in, the way of their photo, and leaving.
import * as z from 'zod/mini';
import { passwordField, roles } from './auth.ts';
import { photoMessages } from './messages/account.ts';
import { deletionMessages } from './messages/people.ts';
import { portfolioItem } from './trade/portfolio.ts';
import { id, instant, rupees, text } from './wire.ts';

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
  /** False for somebody who has always come through Google. */
  hasPassword: z.boolean(),
  isGoogleLinked: z.boolean(),
  /** Cash that can be spent: the ledger's balance less what open orders hold. */
  balance: rupees,
  /** Cash that open orders hold. */
  heldBalance: rupees,
  portfolio: z.array(portfolioItem),
});

export const deleteAccountInput = z.object({
  password: passwordField(1, deletionMessages.passwordRequired, deletionMessages.passwordWrong),
});

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];
export const PHOTO_MAX_BYTES = 2 * 1024 * 1024;

/** The name is asked for because the calls have always had it; where the picture ends up is the server's choice. */
const fileName = text(255, photoMessages.nameInvalid).check(z.minLength(1, photoMessages.nameInvalid));
const fileType = z.enum(PHOTO_TYPES, { error: photoMessages.typeInvalid });

export const signedUrlInput = z.object({ fileName, fileType });

export const uploadUrlInput = z.object({
  /** The caller's own; anybody else's is refused. */
  userId: text(64, photoMessages.ownerInvalid).check(z.minLength(1, photoMessages.ownerInvalid)),
  fileName: z.optional(fileName),
  fileType: z.optional(fileType),
});

export const uploadTarget = z.object({
  /** PUT the picture here, once, within five minutes, with its own content type. */
  signedUrl: z.string(),
  /** What to send as `profileImageUrl` then. */
  fileUrl: z.string(),
});

export const updateProfileInput = z.object({
  /** Null takes the photo away. */
  profileImageUrl: z.nullable(text(2048, photoMessages.notUploaded).check(z.minLength(1, photoMessages.notUploaded))),
});

export const photoData = z.object({ profilePhoto: z.nullable(z.string()) });

export type ProfileData = z.output<typeof profileData>;
