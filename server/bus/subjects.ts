// The subjects on which the processes of one site talk to each other.
import { createHmac } from 'node:crypto';

export interface Subjects {
  /** The exchange announces itself here twice a second. */
  readonly beats: string;
  /** A gateway that has just started asks it to do so at once. */
  readonly hail: string;
  /** Nobody listens here: a request on it shows whether NATS answers. */
  readonly nobody: string;
  line(line: string): LineSubjects;
}

/** Every request and push belongs to one line: one takeover of the venue, and one unbroken connection of it. */
export interface LineSubjects {
  readonly calls: string;
  readonly sockets: string;
  readonly market: string;
  /** To all gateways: whose access has ended. */
  readonly everyone: string;
  symbol(symbol: string): string;
  trader(account: number): string;
  gateway(gateway: string): string;
}

/**
 * The name of the site is derived from its secrets, so that other sites on the same NATS, and processes with other secrets, hear
 * nothing of it.
 */
export function subjectsOf(secret: string, venue: number): Subjects {
  const site = createHmac('sha256', secret).update('bus').digest('hex').slice(0, 16);
  const root = `istock.${site}.${venue}`;
  return {
    beats: `${root}.beats`,
    hail: `${root}.hail`,
    nobody: `${root}.nobody`,
    line(line) {
      const base = `${root}.${line}`;
      return {
        calls: `${base}.calls`,
        sockets: `${base}.sockets`,
        market: `${base}.market`,
        everyone: `${base}.everyone`,
        // The dots and ampersands of symbols have another meaning in subjects, or are not allowed.
        symbol: (symbol) => `${base}.symbol.${Buffer.from(symbol).toString('hex')}`,
        trader: (account) => `${base}.trader.${account}`,
        gateway: (gateway) => `${base}.gateway.${gateway}`,
      };
    },
  };
}
