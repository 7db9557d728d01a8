// One Idempotency-Key for one intention: a second click or a retry after silence sends the same key, a new order a new one.

export interface TicketKeys {
  /** The key for sending this body now. */
  keyFor: (body: string) => string;
  /** A definite answer came: the next order, even the same one again, is another intention. */
  answered: () => void;
}

export function ticketKeys(newKey: () => string): TicketKeys {
  let current: { body: string; key: string } | null = null;
  return {
    keyFor(body) {
      if (current?.body !== body) current = { body, key: newKey() };
      return current.key;
    },
    answered() {
      current = null;
    },
  };
}
