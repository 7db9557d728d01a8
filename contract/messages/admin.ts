// The sentences of the admin desk: spec point 8 word for word.
import type { Paise } from '../../core/money.ts';
import { rupeeText } from './sums.ts';

export const userMessages = {
  enabled: 'User enabled successfully',
  disabled: 'User disabled successfully',
  enableFailed: 'Failed to enable the user.',
  disableFailed: 'Failed to disable the user.',
  notYourself: 'You cannot disable your own account.',
} as const;

export const adminMessages = {
  lessonCreated: 'created successfully',
  lessonUpdated: 'updated successfully',
  lessonCanceled: 'Session canceled successfully',
  lessonPaidBack: 'Session paid back successfully',
  promotionCreated: 'promotion created successfully',
  promotionFailed: 'error creating',
  confirmCancelTitle: 'Cancel Order',
  confirmCancel: 'Are you sure you want to cancel this order?',
  noOrders: 'No orders found for this status.',
  stillProving: 'The books are still being proven. Ask again in a moment for the result.',
} as const;

export const deskMessages = {
  daysInvalid: 'Choose a day like 2026-01-31.',
  sideInvalid: 'Type must be ALL, BUY or SELL.',
  onlyCancel: 'An open order can only be canceled: status must be FAILED.',
  orderCanceled: 'Order canceled.',
  peopleCut: (most: number): string =>
    `More than ${most} people are called so: only the ${most} who joined last are looked at and counted here.`,
} as const;

export const paymentDeskMessages = {
  statusInvalid: 'Status must be OPEN, CHECKING, CAPTURED, CREDITED, FAILED, REFUND_DUE or REFUNDED.',
  refundReasons: {
    canceled: 'The lesson was canceled.',
    'bought-twice': 'The buyer had a place already.',
    'too-late': 'The payment came after the lesson.',
    'sold-out': 'The last seat was taken before the payment came.',
    left: 'The account that paid it is deleted.',
    'own-lesson': 'The lesson had been given to its buyer to teach before the payment came.',
    'given-back': 'The learner gave the place back.',
    'not-held': 'The lesson was not held as it was sold.',
    returned: 'Paid back at the provider.',
  },
  strayReasons: {
    order: 'It was paid for an order that we do not know.',
    sum: (ordered: Paise) => `The amount paid is not the ${rupeeText(ordered)} that was ordered.`,
    again: 'The order had been paid already.',
    left: 'The account that paid it is deleted.',
  },
  noteTooLong: 'A note can be at most 500 characters.',
  noteRequired: 'Say what you have done.',
  settled: 'Noted in the audit log.',
  settledAlready: 'Another administrator has looked into this already.',
} as const;

export const feeMessages = {
  rateInvalid: 'The commission rate must be a percentage from 0 to 10 with at most four decimals.',
  flatFeeInvalid: 'The flat fee must be a sum from 0 to 1,000 with at most two decimals.',
  volumeInvalid: 'A volume must be a whole number of shares, at least 1.',
  volumeBackwards: 'The maximum volume must not be below the minimum.',
  volumesOverlap: 'Volume discounts must not overlap.',
  discountsMissing: 'Volume discounts must be a list, which may be empty.',
  formatInvalid: 'Format must be json or csv.',
  discountsTooMany: 'There can be at most 20 volume discounts.',
  discountRateInvalid: 'A discount rate must be a fraction from 0 to 1 with at most four decimals: 0.02 is 2%.',
  statutoryMissing: 'The statutory table must say whether it is on, and list its rates.',
  statutoryTooMany: 'The statutory table can have at most 20 rows.',
  statutoryTwice: 'The statutory table must not have two rows for one day.',
  statutoryDayInvalid: 'Each row of the statutory table needs a first day like 2026-01-31, not before 1990.',
  statutoryRateInvalid: 'A statutory rate must be a percentage from 0 to 10 with at most six decimals.',
  gstInvalid: 'The rate of GST must be a percentage from 0 to 50 with at most six decimals.',
  nameRequired: 'Give the promotion a name of 1 to 80 characters.',
  typeInvalid: 'The type of a promotion must be Percentage.',
  valueInvalid: 'The discount must be a percentage above 0 and up to 100, with at most two decimals.',
  startInvalid: 'The start date must be a day like 2026-01-31.',
  endInvalid: 'The end date must be a day like 2026-01-31.',
  endBeforeStart: 'The end date must not be before the start date.',
  endPast: 'The end date must not be in the past.',
  promotionKnown: 'There is a promotion with this name, discount and days already.',
  promotionsTooMany: 'There can be at most 50 promotions that have not ended.',
  spanBackwards: 'From must not be later than to.',
  spanTooLong: 'A report can cover at most 366 days.',
  saved: 'Transaction fees saved.',
  promotionAdded: 'The promotion has been added.',
  promotionEnded: 'The promotion has ended.',
  promotionOver: 'This promotion has ended already.',
} as const;
