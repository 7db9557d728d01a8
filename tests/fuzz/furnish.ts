// Gives people on a whole server something to have: money, shares, open orders, notes, alerts, lessons, files and messages.
import type { Person, WholeServer } from './whole-server.ts';
import { pause } from './whole-server.ts';

export interface Lesson {
  readonly id: string;
  readonly material: string;
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
const HOUR_MS = 3_600_000;

/** Waits until simulated traders quote, because before that a market order cannot trade. */
export async function waitForQuotes({ granted }: WholeServer, token: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { bids, asks } = await granted('GET /depth', { symbol: 'MERIT' }, token);
    if (bids.length > 0 && asks.length > 0) return;
    await pause(100);
  }
  throw new Error('nobody quotes MERIT');
}

/** A trader who has done a little of everything. @param mark contained in every text that the trader has written */
export async function settleTrader(
  server: WholeServer,
  trader: Person,
  mark: string,
): Promise<{ filled: string; resting: string }> {
  const { granted } = server;
  const { token } = trader;
  await server.topUp(token, 500_000);
  await waitForQuotes(server, token);
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 20 };
  const bought = await granted('POST /orders', order, token);
  const sold = await granted('POST /orders', { ...order, type: 'SELL', quantity: 5 }, token);
  const price = Math.round(bought.stock.price * 0.85);
  const resting = await granted('POST /orders', { ...order, orderType: 'LIMIT', quantity: 3, price }, token);
  const diary = await granted('GET /tradeDiary', {}, token);
  const day = new Date(Date.now() + 5.5 * HOUR_MS).toISOString().slice(0, 10);
  for (const id of [day, ...diary.trades.flatMap(({ details }) => details.map(({ _id }) => _id))])
    await granted('POST /tradeDiary/note', { id, notes: `My note ${mark}`, tags: [mark], mood: 'calm' }, token);
  await granted('POST /priceAlerts', { symbol: 'MERIT', price: price - 1, direction: 'below' }, token);
  // 12,345,678.91 is no price of anybody else's.
  const drawn = [{ kind: 'horizontal', price: mark === 'mine' ? 400 : 12_345_678.91 }] as const;
  await granted('POST /drawnLines', { symbol: 'MERIT', version: 0, split: '', lines: [...drawn] }, token);
  await granted('POST /ensureAndAddStock', { stocks: [{ stockId: 'MERIT' }] }, token);
  await granted('POST /watchlists', { name: `List ${mark}` }, token);
  await granted('POST /ensureAndAddStock', { name: `List ${mark}`, stocks: [{ stockId: 'MERIT' }] }, token);
  await granted('POST /notificationSettings', { fill: { inApp: true, email: true } }, token);
  // An order of a payment that nobody has paid.
  await granted('POST /create-order', { amount: 1234 }, token);
  await granted('POST /generate', { prompt: `what is my balance ${mark}` }, token);
  return { filled: sold._id, resting: resting._id };
}

/** A lesson of `teacher` with a file; a free one begins at once, so that its call can be entered. */
export async function planLesson(
  server: WholeServer,
  {
    admin,
    teacher,
    rate,
    hoursAhead,
    mark,
  }: { admin: Person; teacher: Person; rate: number; hoursAhead: number; mark: string },
): Promise<Lesson> {
  const startsAt = Date.now() + hoursAhead * HOUR_MS;
  const { id } = await server.granted(
    'POST /createSession',
    {
      instructor_name: teacher.name,
      instructor_email: teacher.email,
      specialization: 'risk',
      topic: `Stops ${mark}`,
      about: `About it ${mark}`,
      hourly_rate: rate,
      start_time: new Date(startsAt).toISOString(),
      end_time: new Date(startsAt + HOUR_MS).toISOString(),
    },
    admin.token,
  );
  const file = { id, fileName: `${mark}.pdf`, fileType: 'application/pdf' } as const;
  const { _id: material, signedUrl } = await server.granted('POST /addMaterial/{id}', file, teacher.token);
  const { pathname, search } = new URL(signedUrl);
  const headers = { 'content-type': 'application/pdf' };
  const put = await server.send({ method: 'PUT', path: pathname + search, headers, body: PDF });
  if (put.status !== 200) throw new Error(`the file was not taken: ${put.body}`);
  return { id, material };
}

export async function buyLesson({ granted }: WholeServer, lesson: string, token: string): Promise<void> {
  const { id } = await granted('POST /create-order', { course_id: lesson }, token);
  const paid = await granted('POST /sandbox/checkout', { order_id: id, method: 'upi', vpa: 'success@upi' }, token);
  await granted('POST /verify-payment', { ...paid, isCourse: true, course_id: lesson }, token);
}
