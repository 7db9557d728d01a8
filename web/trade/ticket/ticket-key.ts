// One Idempotency-Key for each intended order: a second click or a retry (even after a reload) sends the same key, a new order gets a new one.

export interface SentOrder {
  body: string;
  key: string;
}

/** Stores the order that was sent and has not been answered. */
export interface Unanswered {
  /** `isAgain`: however long ago. */
  read: (isAgain?: boolean) => SentOrder | null;
  write: (sent: SentOrder | null) => void;
}

export interface TicketKeys {
  /** The key for sending this body now; `isAgain`: to find out what has become of it, not as another order. */
  keyFor: (body: string, isAgain?: boolean) => string;
  /** A definite answer arrived: the next order, even an identical one, is a new intention. */
  answered: () => void;
}

export function ticketKeys(newKey: () => string, unanswered: Unanswered): TicketKeys {
  return {
    keyFor(body, isAgain) {
      const before = unanswered.read(isAgain);
      const key = before?.body === body ? before.key : newKey();
      unanswered.write({ body, key });
      return key;
    },
    answered() {
      unanswered.write(null);
    },
  };
}
