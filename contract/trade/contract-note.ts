// The contract note on the wire: every order, fill and charge of one trader on one day.
import * as z from 'zod/mini';
import { diaryMessages } from '../messages/diary.ts';
import { count, day, id, instant, rupees } from '../wire.ts';
import { statutoryFields } from './statutory.ts';

export const contractNoteInput = z.object({ day: z.iso.date({ error: diaryMessages.dayInvalid }) });

const noteFill = z.object({
  id,
  time: instant,
  quantity: count,
  price: rupees,
  value: rupees,
  brokerage: rupees,
  flatFee: rupees,
  statutoryCharges: rupees,
});

const noteOrder = z.object({
  id,
  time: instant,
  symbol: z.string(),
  name: z.string(),
  type: z.enum(['BUY', 'SELL']),
  orderType: z.string(),
  isIntraday: z.boolean(),
  quantity: count,
  /** On this day. */
  filledQuantity: count,
  averagePrice: z.nullable(rupees),
  value: rupees,
  brokerage: rupees,
  flatFee: rupees,
  ...statutoryFields,
  /** Cash that came (above zero) or went. */
  net: rupees,
  status: z.string(),
  reason: z.nullable(z.string()),
  fills: z.array(noteFill),
});

export const contractNoteData = z.object({
  number: z.string(),
  day,
  trader: z.object({ name: z.string(), email: z.string(), account: z.string() }),
  orders: z.array(noteOrder),
  bought: rupees,
  sold: rupees,
  brokerage: rupees,
  flatFee: rupees,
  ...statutoryFields,
  charges: rupees,
  /** Sold less bought less charges. */
  net: rupees,
  issuedAt: instant,
});

export type ContractNote = z.output<typeof contractNoteData>;
