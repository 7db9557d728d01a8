// Parses the address of an admin screen: whatever it contains, a screen gets only values it knows.
import { addressText } from '../address-text.ts';
import { cutText } from '../../contract/wire/cut-text.ts';

export type Address = Record<string, unknown>;

/** A page number above 1; the first page is left out of the address. */
export function pageIn(address: Address): number | undefined {
  const page = Number(address.page);
  return Number.isSafeInteger(page) && page > 1 && page < 1e9 ? page : undefined;
}

/** Text of a search box. A number is read as it was typed. */
export function textIn(address: Address, key: string, most = 64): string | undefined {
  const value = address[key];
  const text = cutText(addressText(value), most);
  return text === '' ? undefined : text;
}

export function choiceIn<Word extends string>(address: Address, key: string, known: readonly Word[]): Word | undefined {
  return known.find((word) => word === address[key]);
}

/** A calendar day like 2026-01-31. */
export function dayIn(address: Address, key: string): string | undefined {
  const value = address[key];
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  // Some browsers read 30 February as a day in March: accept only dates that read back as written.
  const at = Date.parse(value);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(value) ? value : undefined;
}
