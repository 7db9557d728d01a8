// The wallet: payment orders, their verification, and the checkout of the built-in test provider.
import * as z from 'zod/mini';
import { paymentMessages } from './messages/wallet.ts';
import { MAX_PAISE } from '../core/money.ts';
import { id, positiveRupees, rupees, text } from './wire.ts';

/** Spec 9: quick top-up amounts, in rupees. */
export const QUICK_TOP_UPS = [1000, 2000, 5000, 10000] as const;

/** A payment for a course names it; its price is then the server's, and `amount` says nothing. */
const courseId = text(64, 'Choose a course.').check(z.minLength(1, 'Choose a course.'));
/** One form for both payments may send null for what it leaves out. Blank text may be a course that was forgotten, and is refused. */
const courseOrNone = z.pipe(
  z.transform((given: string | null) => given ?? undefined),
  z.optional(courseId),
);

export const createOrderInput = z.pipe(
  z.transform((given: { amount?: number; course_id?: string | null }) =>
    typeof given === 'object' && given !== null && given.course_id !== undefined && given.course_id !== null
      ? { course_id: given.course_id }
      : given,
  ),
  z
    .object({
      amount: z.optional(
        positiveRupees(paymentMessages.amountInvalid, paymentMessages.amountTooSmall, {
          most: MAX_PAISE,
          error: paymentMessages.amountFarTooLarge,
        }),
      ),
      course_id: z.optional(courseOrNone),
    })
    .check(
      z.refine(({ amount, course_id }) => (amount === undefined) !== (course_id === undefined), {
        error: paymentMessages.amountInvalid,
        path: ['amount'],
      }),
    ),
);

/** As the payment provider does, `amount` is in paise. */
export const paymentOrder = z.object({
  id,
  amount: z.int().check(z.gt(0)),
  currency: z.literal('INR'),
  provider: z.enum(['sandbox', 'razorpay']),
  /** The provider's public key, for its checkout. */
  key: z.nullable(z.string()),
});

const providerId = text(64, paymentMessages.verificationError).check(
  z.regex(/^[A-Za-z0-9_-]{1,64}$/, paymentMessages.verificationError),
);
/** Any short text may be a signature: whether it is the right one is for the verification to say. */
const signature = text(256, paymentMessages.verificationError).check(z.minLength(1, paymentMessages.verificationError));

/** The spec's payload. */
export interface VerifyPaymentWire {
  order_id: string;
  payment_id: string;
  signature: string;
  course_id?: string | null;
  isCourse?: boolean | null;
}

/** `orderId` and `paymentId` are older spellings. */
export const verifyPaymentInput = z.pipe(
  z.transform((given: VerifyPaymentWire): VerifyPaymentWire => {
    const payment: { orderId?: string; paymentId?: string } & VerifyPaymentWire = given;
    if (typeof payment !== 'object' || payment === null || Array.isArray(payment)) return given;
    return {
      order_id: payment.order_id ?? payment.orderId,
      payment_id: payment.payment_id ?? payment.paymentId,
      signature: payment.signature,
      course_id: payment.course_id,
      isCourse: payment.isCourse,
    };
  }),
  z.object({
    order_id: providerId,
    payment_id: providerId,
    signature,
    course_id: z.optional(courseOrNone),
    isCourse: z.optional(
      z.pipe(
        z.transform((given: boolean | null) => given ?? undefined),
        z.optional(z.boolean({ error: 'isCourse must be true or false.' })),
      ),
    ),
  }),
);

/** Well formed but wrong answers 200 with `success: false`, and no balance. `course_id` is the course that was bought. */
export const verifyPaymentData = z.nullable(z.object({ balance: rupees, course_id: z.optional(id) }));

const digits = (pattern: RegExp, error: string) => z.string({ error }).check(z.trim(), z.regex(pattern, error));

const card = z.object({
  number: z.pipe(
    z.string({ error: 'Enter a card number.' }).check(z.maxLength(40, 'Enter a card number.')),
    z.pipe(
      z.transform((number: string) => number.replace(/[\s-]/g, '')),
      digits(/^\d{12,19}$/, 'Enter a card number.'),
    ),
  ),
  expiry: digits(/^(0[1-9]|1[0-2])\/?(\d{2}|20\d{2})$/, 'Enter the expiry as MM/YY.'),
  cvv: digits(/^\d{3,4}$/, 'Enter the CVV.'),
  name: text(80, 'Enter the name on the card.').check(z.minLength(1, 'Enter the name on the card.')),
});

/** POST /sandbox/checkout: what the test provider's sheet sends. No real card or UPI address is ever charged. */
export const checkoutInput = z.discriminatedUnion(
  'method',
  [
    z.object({
      order_id: providerId,
      method: z.literal('upi'),
      vpa: digits(/^[A-Za-z0-9._-]{1,64}@[A-Za-z0-9.-]{1,64}$/, 'Enter a UPI address like name@bank.'),
    }),
    z.object({ order_id: providerId, method: z.literal('card'), card }),
  ],
  { error: 'Method must be upi or card.' },
);

export const checkoutData = z.object({ order_id: id, payment_id: id, signature: z.string() });

export type PaymentOrder = z.output<typeof paymentOrder>;
export type CheckoutData = z.output<typeof checkoutData>;
