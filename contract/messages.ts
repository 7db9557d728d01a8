// Every sentence the product says for spec points 5 and 8, word for word, and the sentences for what the spec leaves open.
import { assertNever } from '../core/money.ts';
import type { Paise } from '../core/money.ts';
import type { EndReason } from '../core/trade/order.ts';
import type { Refusal } from '../core/trade/refusal.ts';
import { toRupees } from './wire.ts';

const grouped = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A sum inside a sentence: sums in sentences are rupees, two decimals, Indian grouping. */
export function rupeeText(amount: Paise): string {
  return `₹${grouped.format(toRupees(amount))}`;
}

export const signupMessages = {
  nameRequired: 'Full Name is required',
  nameTooLong: 'Full Name can be at most 80 characters long',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  passwordTooShort: 'Password must be at least 6 characters long',
  passwordTooLong: 'Password can be at most 128 characters long',
  confirmRequired: 'Confirm Password is required',
  mismatch: 'Passwords do not match',
  roleRequired: 'Role is required: user or instructor',
  referralInvalid: 'This referral code is not known',
  failed: 'Something went wrong. Please try again later.',
  accepted: 'An OTP has been sent to your email.',
} as const;

export const loginMessages = {
  emailInvalid: 'Please enter a valid email address.',
  passwordTooShort: 'Password must be at least 6 characters long.',
  passwordTooLong: 'Password can be at most 128 characters long.',
  /** One text for unknown address, wrong password and unverified account, so that nobody learns which. */
  failed: 'Something went wrong. Please try again later.',
  invalidResponse: 'Invalid response from server.',
  succeeded: 'Logged in.',
  tooMany: 'Too many tries. Please wait a moment and try again.',
  loggedOut: 'You have been logged out. Please contact support if you believe this is a mistake.',
  blockedAlert: 'You have been logged out because your account is blocked.',
  sessionExpired: 'Session expired. Please log in again.',
  refreshed: 'Token refreshed.',
} as const;

export const googleMessages = {
  failed: 'Something went wrong during Google login. Please try again later.',
  succeeded: 'Successfully logged in with Google!',
  notConfigured: 'Google sign-in is not set up on this server. Please log in with your email and password.',
  passwordNeeded: 'This email already has an account here. Enter its password once to connect it with Google.',
  passwordWrong: 'The password is not right.',
  unreachable: 'Google could not be reached. Please log in with your email and password, or try again later.',
} as const;

export const passwordMessages = {
  currentRequired: 'Current password is required.',
  currentWrong: 'The current password is not right.',
  same: 'The new password is the same as the current one.',
  none: 'This account has no password yet. Set one with "Forgot password" on the login page.',
  changed: 'Your password has been changed. Every other login has been ended.',
} as const;

export const loginListMessages = {
  ended: 'The login has been ended.',
  othersEnded: 'Every other login has been ended.',
} as const;

export const photoMessages = {
  typeInvalid: 'Choose a JPEG, PNG or WebP picture.',
  nameInvalid: 'The file name must have 1 to 255 characters.',
  tooLarge: 'The picture can have at most 2 MB.',
  unreadable: 'This file is not a picture that can be read. Please choose another one.',
  linkInvalid: 'This upload address is not valid or has been used. Please choose the picture again.',
  notUploaded: 'Upload the picture first, then save it.',
  uploaded: 'The picture has been uploaded.',
  saved: 'Your profile photo has been saved.',
  removed: 'Your profile photo has been removed.',
} as const;

export const otpMessages = {
  tooShort: 'OTP is required and should be at least 4 characters long.',
  invalid: 'Invalid OTP. Please try again.',
  verified: 'OTP verified! You are successfully signed up.',
  resent: 'New OTP sent to your email!',
  resendFailed: 'Failed to resend OTP. Please try again.',
  expired: 'OTP expired. Please request a new one.',
  countdown: (seconds: number) => `OTP expires in: ${seconds} seconds`,
} as const;

export const resetMessages = {
  emailRequired: 'Email is required.',
  emailInvalid: 'Please enter a valid email.',
  otpTooShort: 'OTP is required and must be at least 6 characters.',
  passwordTooShort: 'Password is required and must be at least 8 characters.',
  passwordTooLong: 'Password can be at most 128 characters.',
  sent: 'An OTP has been sent to your email.',
  sendFailed: 'Something went wrong. Please try again.',
  succeeded: 'Your password has been successfully reset!',
  failed: 'Invalid OTP or password reset failed',
} as const;

export const paymentMessages = {
  amountTooSmall: 'Amount should be greater than zero.',
  amountInvalid: 'Please enter a valid amount',
  amountTooLarge: (most: Paise) => `You can add at most ${rupeeText(most)} at a time.`,
  orderFailed: 'Failed to create order',
  orderCreated: 'Order created.',
  succeeded: 'Payment successful!',
  succeededForCourse: (topic: string) => `Payment successful for course: ${topic}`,
  verificationFailed: 'Payment verification failed!',
  verificationError: 'Payment verification error!',
  declined: 'The payment was declined. Nothing was charged.',
  approved: 'Payment approved.',
  alreadyPaid: 'This payment order has already been paid.',
  orderExpired: 'This payment order has expired. Please start again.',
  cardExpired: 'The card has expired. Nothing was charged.',
  testCardsOnly: 'Only the test cards are taken here, for example 4111 1111 1111 1111. Nothing was charged.',
  unknownCourse: 'This course is not on offer.',
} as const;

const dayCount = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** `days` is how long a bonus can still be used. */
export const rewardMessages = {
  paid: {
    signup: (amount: Paise, days: number) =>
      `Welcome to Istock: ${rupeeText(amount)} of practice money is yours. What you have not used in ${dayCount(days)} goes back.`,
    referrer: (amount: Paise) => `A friend has joined with your code and added money: ${rupeeText(amount)} is yours.`,
    referee: (amount: Paise) => `You joined with a friend's code and have added money: ${rupeeText(amount)} is yours.`,
    loyalty: (amount: Paise) => `Thank you for trading: a loyalty reward of ${rupeeText(amount)} is yours.`,
  },
  endsSoon: (left: Paise, days: number) =>
    `${rupeeText(left)} of your sign-up bonus is still unused. It goes back in ${dayCount(days)} unless you buy shares with it.`,
  expired: (amount: Paise) => `${rupeeText(amount)} of your sign-up bonus was not used in time and has gone back.`,
  bonusUnused: 'The bonus before this one has not been used yet.',
} as const;

export const userMessages = {
  enabled: 'User enabled successfully',
  disabled: 'User disabled successfully',
  enableFailed: 'Failed to enable the user.',
  disableFailed: 'Failed to disable the user.',
  notYourself: 'You cannot disable your own account.',
  lastAdmin: 'The last administrator cannot be disabled.',
} as const;

export const tradeMessages = {
  stockRequired: 'Choose a stock.',
  quantityInvalid: 'Quantity must be a whole number of at least 1.',
  priceInvalid: 'Price must be a sum above zero with at most two decimals.',
  stopPriceInvalid: 'Stop price must be a sum above zero with at most two decimals.',
  priceRequired: 'A limit order needs a price.',
  stopPriceRequired: 'A stop order needs a stop price.',
  sideInvalid: 'Type must be BUY or SELL.',
  orderTypeInvalid: 'Order type must be MARKET, LIMIT, STOP or STOP-LIMIT.',
  statusInvalid: 'Status must be PENDING, COMPLETED or FAILED.',
  validityInvalid: 'Validity must be DAY, GTC, IOC or FOK.',
  overBuyLimit: (limit: number) => `You cannot buy more than ${limit} units at a time.`,
  overSellLimit: (limit: number) => `You cannot sell more than ${limit} units at a time.`,
  overRollingBuyLimit: (limit: number, symbol: string, hours: number, already: number) =>
    `You cannot buy more than ${limit} units of ${symbol} in ${hours} hours. Already bought: ${already}.`,
  overRollingSellLimit: (limit: number, symbol: string, hours: number, already: number) =>
    `You cannot sell more than ${limit} units of ${symbol} in ${hours} hours. Already sold: ${already}.`,
  insufficientMargin: (required: Paise, available: Paise) =>
    `Insufficient margin. Required: ${rupeeText(required)}, Available: ${rupeeText(available)}`,
  insufficientBalance: 'Insufficient balance to buy Istock.',
  notEnoughShares: 'Not enough Istock to sell',
  sellFailed: 'Error placing sell order.',
  sellPlaced: 'Sell order placed successfully.',
  orderPlaced: 'Order placed successfully.',
  orderCanceled: 'Order canceled.',
  alreadyEnded: (status: string) => `Order is already ${status}`,
  addedToList: (symbol: string) => `${symbol} has been added to your Istock list.`,
  marketLoadFailed: 'Error loading initial data',
} as const;

export const watchMessages = {
  removedFromList: (symbol: string) => `${symbol} has been removed from your Istock list.`,
  listFull: (most: number) => `A watchlist has room for ${most} stocks. Remove one first.`,
  directionInvalid: 'Direction must be above or below.',
} as const;

export const alertMessages = {
  set: {
    above: (symbol: string, price: Paise) => `You will be told when ${symbol} reaches ${rupeeText(price)} or more.`,
    below: (symbol: string, price: Paise) => `You will be told when ${symbol} reaches ${rupeeText(price)} or less.`,
  },
  reached: {
    above: (symbol: string, reached: Paise, price: Paise) =>
      `${symbol} rose to ${rupeeText(reached)}. Your alert was set at ${rupeeText(price)}.`,
    below: (symbol: string, reached: Paise, price: Paise) =>
      `${symbol} fell to ${rupeeText(reached)}. Your alert was set at ${rupeeText(price)}.`,
  },
  alreadyThere: {
    above: (symbol: string, last: Paise) => `${symbol} is at ${rupeeText(last)} already. Choose a higher price.`,
    below: (symbol: string, last: Paise) => `${symbol} is at ${rupeeText(last)} already. Choose a lower price.`,
  },
  tooMany: (most: number) => `You can have ${most} price alerts at a time. Remove one first.`,
  removed: 'The price alert is removed.',
} as const;

export const noticeMessages = {
  empty: 'No notifications yet',
  justNow: 'Just now',
  minutesAgo: (minutes: number) => `${minutes}m ago`,
  hoursAgo: (hours: number) => `${hours}h ago`,
  daysAgo: (days: number) => `${days}d ago`,
  markAsRead: 'Mark as read',
} as const;

/** The sentence for an order that the exchange refused: spec point 5 where it has one. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'invalid-quantity':
      return tradeMessages.quantityInvalid;
    case 'invalid-price':
      return tradeMessages.priceInvalid;
    case 'invalid-stop-price':
      return tradeMessages.stopPriceInvalid;
    case 'invalid-amount':
      return paymentMessages.amountInvalid;
    case 'bonus-unused':
      return rewardMessages.bonusUnused;
    case 'unknown-account':
    case 'unknown-instrument':
    case 'unknown-order':
      return callMessages.notFound;
    case 'account-blocked':
      return callMessages.blocked;
    case 'trading-halted':
      return `Trading in ${refusal.symbol} is halted. Please try again later.`;
    case 'over-buy-limit':
      return tradeMessages.overBuyLimit(refusal.limit);
    case 'over-sell-limit':
      return tradeMessages.overSellLimit(refusal.limit);
    case 'over-buy-limit-in-timeframe':
      return tradeMessages.overRollingBuyLimit(refusal.limit, refusal.symbol, refusal.hours, refusal.already);
    case 'over-sell-limit-in-timeframe':
      return tradeMessages.overRollingSellLimit(refusal.limit, refusal.symbol, refusal.hours, refusal.already);
    case 'insufficient-margin':
      return tradeMessages.insufficientMargin(refusal.required, refusal.available);
    case 'insufficient-balance':
      return tradeMessages.insufficientBalance;
    case 'not-enough-shares':
      return tradeMessages.notEnoughShares;
    case 'outside-price-band':
      return `Today's price band is ${rupeeText(refusal.low)} to ${rupeeText(refusal.high)}. Choose a price inside it.`;
    case 'stop-on-wrong-side':
      return refusal.side === 'buy'
        ? `A buy stop must be above the last price, ${rupeeText(refusal.last)}.`
        : `A sell stop must be below the last price, ${rupeeText(refusal.last)}.`;
    default:
      return assertNever(refusal);
  }
}

/** Why an order ended, as its `reason` says it. An order that ended part-filled keeps what it has. */
export const endReasonTexts = {
  filled: 'Filled.',
  'canceled-by-trader': 'Canceled by you.',
  'canceled-by-admin': 'Canceled by an administrator.',
  'account-blocked': 'Canceled because the account was blocked.',
  'self-trade': 'Canceled so that it could not trade with another order of yours.',
  'no-liquidity': 'Nobody was left to trade with within 5% of the last price.',
  'cash-exhausted': 'The cash set aside did not pay for another share.',
  'not-immediate': 'It could not be filled at once, and it was not to wait.',
  'not-whole': 'It could not be filled whole at once.',
  'day-ended': 'The trading day ended.',
  'squared-off': 'Canceled because the intraday position was closed.',
} as const satisfies Record<EndReason, string>;

export const diaryMessages = {
  saved: 'Saved.',
  notesTooLong: 'Notes can be at most 2,000 characters long.',
  notesUnreadable: 'Notes hold text alone.',
  tagInvalid: 'A tag is up to 24 letters, digits and hyphens.',
  tagsTooMany: 'A trade can have at most 10 tags.',
  moodInvalid: 'Choose one of the moods.',
  dayInvalid: 'Day is a day like 2026-01-31.',
  fromInvalid: 'From is a day like 2026-01-31.',
  toInvalid: 'To is a day like 2026-01-31.',
  spanBackwards: 'From must not be later than to.',
} as const;

export const limitMessages = {
  buyTooSmall: 'Maximum Buy Limit must be greater than 0.',
  sellTooSmall: 'Maximum Sell Limit must be greater than 0.',
  hoursTooSmall: 'Timeframe (Hours) must be greater than 0.',
  buyInline: 'Please enter a valid positive number for Buy Limit.',
  sellInline: 'Please enter a valid positive number for Sell Limit.',
  hoursInline: 'Please enter a valid positive number for the timeframe.',
} as const;

export const assistantMessages = {
  failed: 'An error occurred while generating the response.',
  empty: 'No response received.',
  dayOver: 'That were all questions of this day. Please come back tomorrow.',
  /** Why fixed rules answered although a language model is set up. */
  rulesOnPurpose: 'Questions of this kind are answered by fixed rules and not by the language model.',
  modelAway: 'The language model does not answer right now, so fixed rules computed this answer.',
  modelRefused: 'The language model’s answer held something that was not confirmed, so fixed rules computed this answer.',
} as const;

export const adminMessages = {
  lessonCreated: 'created successfully',
  lessonUpdated: 'updated successfully',
  lessonCanceled: 'Session canceled successfully',
  promotionCreated: 'promotion created successfully',
  promotionFailed: 'error creating',
  confirmCancelTitle: 'Cancel Order',
  confirmCancel: 'Are you sure you want to cancel this order?',
  noOrders: 'No orders found for this status.',
} as const;

/** What the server answers whatever the call. The first four texts are matched by clients: never reword them. */
export const callMessages = {
  tokenExpired: 'Token expired',
  unauthorized: 'Unauthorized',
  blocked: 'User is blocked. Logged out',
  forbidden: 'Forbidden',
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  invalid: 'The request is not valid.',
  malformed: 'The request could not be read.',
  tooLarge: 'The request is too large.',
  unsupportedMedia: 'Send JSON.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  failed: 'Something went wrong. Please try again later.',
  keyInvalid: 'An Idempotency-Key has 1 to 255 printable characters.',
  keyReused: 'This Idempotency-Key was used for another request.',
  keyRunning: 'A request with this Idempotency-Key is still running.',
  foreignOrigin: 'Forbidden',
} as const;
