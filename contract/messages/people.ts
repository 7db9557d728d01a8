// The sentences of what administrators tell people, of the copy of everything one owns, and of leaving.
import type { HeldShares } from '../../core/trade/refusal.ts';

export const messageMessages = {
  textRequired: 'Write a message.',
  textTooLong: 'A message can have at most 500 characters.',
  audienceInvalid: 'Say who the message is for: all, or one user by userId.',
  sent: 'The message has been sent.',
  onItsWay: 'The message is on its way to everybody.',
  toAdmin: 'Administrators have no notifications. Choose a user or an instructor.',
  toBlocked: 'This account is disabled, so nobody would read the message. Enable it first.',
} as const;

export const exportMessages = {
  busy: 'Several copies are being made right now. Please try again in a moment.',
  ofAdmin: 'Administrators do not trade: there is nothing to copy.',
  failed: 'The copy could not be made. Please try again in a moment.',
} as const;

/** Nobody's data is copied behind their back. */
export const adminExportNotice =
  'An administrator has made a copy of everything that is kept about your account. If you did not ask for it, please tell us.';

/** Names the first few, and counts the rest. */
function sharesText(held: readonly HeldShares[]): string {
  const named = held.slice(0, 3).map(({ symbol, quantity }) => `${quantity.toLocaleString('en-IN')} ${symbol}`);
  const rest = held.length - named.length;
  const more = rest === 1 ? ['shares of one more company'] : rest > 1 ? [`shares of ${rest} more companies`] : [];
  const all = [...named, ...more];
  return all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

export const deletionMessages = {
  deleted: 'The account has been deleted.',
  passwordRequired: 'Password is required.',
  passwordWrong: 'The password is not correct.',
  stillHolds: (held: readonly HeldShares[]): string =>
    `The account still holds ${sharesText(held)}. Everything must be sold before it can be deleted.`,
  paymentUnderWay: 'A payment of this account is still under way. Please try again in a few minutes.',
  /** `isOwn`: told to the instructor, who can only hold them. */
  lessonsAhead: (lessons: number, isOwn: boolean): string => {
    if (isOwn)
      return lessons === 1
        ? 'You still have a lesson to hold. Hold it first, or ask an administrator to cancel it or to give it to somebody else.'
        : `You still have ${lessons} lessons to hold. Hold them first, or ask an administrator to cancel them or to give them to somebody else.`;
    return lessons === 1
      ? 'This instructor still has a lesson to hold. It must be held, canceled or given to somebody else first.'
      : `This instructor still has ${lessons} lessons to hold. They must be held, canceled or given to somebody else first.`;
  },
  notYourself: 'You cannot delete your own account. Another administrator can.',
  lastAdmin: 'The last administrator cannot be deleted.',
} as const;
