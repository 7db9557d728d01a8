// One Idempotency-Key for one intention: a second click, a retry after silence or after a reload sends the same key, a new order a new one.

export interface SentOrder {
  body: string;
  key: string;
}

/** Where the order stands that has been sent and not been answered. */
export interface Unanswered {
  read: () => SentOrder | null;
  write: (sent: SentOrder | null) => void;
}

export interface TicketKeys {
  /** The key for sending this body now. */
  keyFor: (body: string) => string;
  /** A definite answer came: the next order, even the same one again, is another intention. */
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
