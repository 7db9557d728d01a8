// People who have added their money through Razorpay.
import type { RazorpayPayment, RazorpayServer } from '../razorpay-server.ts';
import type { RealServer } from '../crash/real-server.ts';
import type { Stage } from './stage.ts';
import type { Trader } from './traders.ts';
import { KEYS } from '../razorpay-server.ts';

export const razorpaySettings = ({ url }: RazorpayServer): Record<string, string> => ({
  RAZORPAY_KEY_ID: KEYS.keyId,
  RAZORPAY_KEY_SECRET: KEYS.keySecret,
  RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
  RAZORPAY_API_URL: url,
});

/** A payment that was ordered here and paid at Razorpay, and that the server does not know of yet. */
export async function paid(
  server: RealServer,
  razorpay: RazorpayServer,
  { token, rupees }: { token: string; rupees: number },
): Promise<RazorpayPayment> {
  const created = await server.call('POST', '/create-order', { token, body: { amount: rupees } });
  return razorpay.pay((created.body.data as { id: string }).id);
}

/** Passes the checkout's receipt to the server, as our page does. */
function receiptOf(razorpay: RazorpayServer, payment: RazorpayPayment): object {
  const { razorpay_signature: signature } = razorpay.receipt(payment);
  return { order_id: payment.order_id, payment_id: payment.id, signature };
}

let madeSoFar = 0;

export async function makePayers({ server }: Pick<Stage, 'server'>, count: number): Promise<Trader[]> {
  const names = Array.from({ length: count }, () => `payer-${process.pid}-${madeSoFar++}`);
  return Promise.all(names.map(async (name) => ({ name, token: await server.newTrader(name, 0) })));
}

export async function makeRichPayers(stage: Stage, count: number, razorpay: RazorpayServer): Promise<Trader[]> {
  const traders = await makePayers(stage, count);
  for (const { token } of traders) {
    const payment = await paid(stage.server, razorpay, { token, rupees: 200_000 });
    await stage.server.call('POST', '/verify-payment', { token, body: receiptOf(razorpay, payment) });
  }
  return traders;
}
