// The sentences of payments: spec points 5 and 8 word for word, and what they leave open.
import type { Paise } from '../../core/money.ts';
import { rupeeText } from './sums.ts';
import { quoted } from '../wire/isolated.ts';

export const paymentMessages = {
  amountTooSmall: 'Amount should be greater than zero.',
  amountInvalid: 'Please enter a valid amount',
  /** Above all that is handled; what can be added at a time is a setting. */
  amountFarTooLarge: 'The amount is too large.',
  amountTooLarge: (most: Paise) => `You can add at most ${rupeeText(most)} at a time.`,
  amountTooSmallFor: (least: Paise) => `The smallest payment is ${rupeeText(least)}.`,
  orderFailed: 'Failed to create order',
  orderCreated: 'Order created.',
  succeeded: 'Payment successful!',
  credited: (amount: Paise) => `${rupeeText(amount)} has been added to your wallet.`,
  succeededForCourse: (topic: string) => `Payment successful for course: ${topic}`,
  walletFull: (amount: Paise) =>
    `Your wallet has no room for ${rupeeText(amount)} more. The payment is kept, and is added once there is room.`,
  verificationFailed: 'Payment verification failed!',
  verificationError: 'Payment verification error!',
  declined: 'The payment was declined. Nothing was charged.',
  approved: 'Payment approved.',
  alreadyPaid: 'This payment order has already been paid.',
  orderExpired: 'This payment order has expired. Please start again.',
  cardExpired: 'The card has expired. Nothing was charged.',
  testCardsOnly: 'Only the test cards are taken here, for example 4111 1111 1111 1111. Nothing was charged.',
  /** The provider is away, or does not take it. */
  orderUnanswered: 'The payment provider does not answer. Nothing was charged. Please try again in a minute.',
  orderRefused: 'The payment provider does not take this payment. Nothing was charged.',
  signatureInvalid: 'This is not signed by the payment provider.',
  verificationUnanswered:
    'The payment provider does not answer. If you have paid, nothing is lost: it is credited as soon as the provider answers.',
  payerLeaving:
    'This account is being deleted, so nothing is added to its wallet now. If it stays, nothing is lost: the payment is credited within a few minutes.',
  pageUnreachable:
    'Razorpay’s page could not be loaded. Nothing was charged. Check your connection, or whether something blocks checkout.razorpay.com, and try again.',
  unknownCourse: 'This course is not on offer.',
  /** The payment came, and the course could not be sold any more. */
  moneyBack: (topic: string, amount: Paise) =>
    `The payment for ${quoted(topic)} arrived, but the course can no longer be sold to you: ${rupeeText(amount)} goes back to where it came from.`,
  /** The first place may have been free. */
  boughtTwice: (topic: string, amount: Paise) =>
    `You had a place in ${quoted(topic)} already: the ${rupeeText(amount)} paid for another one goes back to where it came from.`,
  givenBack: (topic: string, amount: Paise) =>
    `You have given back the place in ${quoted(topic)} that this payment bought: ${rupeeText(amount)} goes back to where it came from.`,
  notHeld: (topic: string, amount: Paise) =>
    `${quoted(topic)} was not held as it was sold: ${rupeeText(amount)} goes back to where it came from.`,
  soldOut: (topic: string, amount: Paise) =>
    `The last seat in ${quoted(topic)} was taken before your payment arrived: ${rupeeText(amount)} goes back to where it came from.`,
} as const;
