// The names under which the processes of one site speak to each other.
import { createHmac } from 'node:crypto';

export interface Subjects {
  /** The exchange says twice a second that it is there. */
  readonly beats: string;
  /** Whoever has just come asks it to say so at once. */
  readonly hail: string;
  /** Nobody listens here: whoever asks learns whether NATS answers. */
  readonly nobody: string;
  line(line: string): LineSubjects;
}

/** All that is asked and pushed belongs to one line: one takeover of the venue, and one unbroken connection of it. */
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
 * Other sites on the same NATS, and processes with other secrets, meet nothing of this one: the name of the site is made of its
 * secrets.
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
        // Points and ampersands of symbols mean something else in subjects, or are not allowed.
        symbol: (symbol) => `${base}.symbol.${Buffer.from(symbol).toString('hex')}`,
        trader: (account) => `${base}.trader.${account}`,
        gateway: (gateway) => `${base}.gateway.${gateway}`,
      };
    },
  };
}
