// One Idempotency-Key for each intended order: a second click or a retry (even after a reload) sends the same key, a new order gets a new one.

export interface SentOrder {
  body: string;
  key: string;
}

/** Stores the order that was sent and has not been answered. */
export interface Unanswered {
  read: () => SentOrder | null;
  write: (sent: SentOrder | null) => void;
}

export interface TicketKeys {
  /** The key for sending this body now. */
  keyFor: (body: string) => string;
  /** A definite answer arrived: the next order, even an identical one, is a new intention. */
  answered: () => void;
}

export function ticketKeys(newKey: () => string, unanswered: Unanswered): TicketKeys {
  return {
    keyFor(body) {
      const before = unanswered.read();
      if (before?.body === body) return before.key;
      const sent = { body, key: newKey() };
      unanswered.write(sent);
      return sent.key;
    },
    answered() {
      unanswered.write(null);
    },
  };
}
