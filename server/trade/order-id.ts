// Reads the id of an order in a call's path.
import { notFound } from '../http-error.ts';

/** @throws HttpError 404 for a text that is not a number: it belongs to no order */
export function orderIdOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}
