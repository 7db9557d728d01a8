// The order that has not been answered, kept in this tab even across a reload: sent again, it is still the same order.
import type { OrderWire } from '../../../contract/trade.ts';
import { onSessionEnd, session } from '../../session.ts';
import type { SentOrder, Unanswered } from './ticket-key.ts';

const KEY = 'istock.unanswered';
/** After this long, the same order filled in anew is another one. */
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

/** What the tab remembered from before the reload. Storage may contain anything. */
function remembered(): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

export const unanswered: Unanswered = {
  read(isAgain = false) {
    const kept = current ?? remembered();
    const isMeant = isAgain || Date.now() - (kept?.sentAt ?? 0) < MEANT_FOR_MS;
    return isMeant && kept?.owner === session()?.email ? kept : null;
  },
  write(sent) {
    current = sent && { ...sent, owner: session()?.email ?? '', sentAt: Date.now() };
    try {
      if (current) sessionStorage.setItem(KEY, JSON.stringify(current));
      else sessionStorage.removeItem(KEY);
    } catch {
      // Where the page has no access to storage, the key lives as long as the page.
    }
  },
};

onSessionEnd((end) => {
  if (end !== 'expired') unanswered.write(null);
});

/** This person's order that was under way when the page was left. */
export function unansweredOrder(): OrderWire | null {
  try {
    const order: unknown = JSON.parse(unanswered.read()?.body ?? 'null');
    return typeof order === 'object' && order !== null && 'stock' in order ? (order as OrderWire) : null;
  } catch {
    return null;
  }
}
