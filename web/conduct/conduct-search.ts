// What the address of the conduct screen holds: the flag that is open.
import { addressText } from '../address-text.ts';

export interface ConductSearch {
  flag?: string;
}

export function conductSearch(search: Record<string, unknown>): ConductSearch {
  return { flag: addressText(search.flag) || undefined };
}
