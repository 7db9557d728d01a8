// The order whose answer has not come, kept in this tab over a reload: sent again it is the same order, and not another.
import type { OrderWire } from '../../../contract/trade.ts';
import { onSessionEnd, session } from '../../session.ts';
import type { SentOrder, Unanswered } from './ticket-key.ts';

const KEY = 'istock.unanswered';
/** After this long nobody means the same order any more: pressed then, it is a new one. */
const MEANT_FOR_MS = 15 * 60_000;

interface Kept extends SentOrder {
  owner: string;
  sentAt: number;
}

let current: Kept | null = null;

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { owner, body, key, sentAt } = value as Record<string, unknown>;
  return [owner, body, key].every((text) => typeof text === 'string') && typeof sentAt === 'number';
}

/** What the tab remembered before it was reloaded. Storage may hold anything. */
function remembered(): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

export const unanswered: Unanswered = {
  read() {
    const kept = current ?? remembered();
    const isMeant = kept?.owner === session()?.email && Date.now() - (kept?.sentAt ?? 0) < MEANT_FOR_MS;
    return isMeant ? kept : null;
  },
  write(sent) {
    current = sent && { ...sent, owner: session()?.email ?? '', sentAt: Date.now() };
    try {
      if (current) sessionStorage.setItem(KEY, JSON.stringify(current));
      else sessionStorage.removeItem(KEY);
    } catch {
      // Where storage is closed to the page, the key lives as long as the page.
    }
  },
};

onSessionEnd((end) => {
  if (end !== 'expired') unanswered.write(null);
});

/** The order of this person that was on its way when the page was left. */
export function unansweredOrder(): OrderWire | null {
  try {
    const order: unknown = JSON.parse(unanswered.read()?.body ?? 'null');
    return typeof order === 'object' && order !== null && 'stock' in order ? (order as OrderWire) : null;
  } catch {
    return null;
  }
}
