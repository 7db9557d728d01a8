// Hashes and checks passwords with argon2id; a check takes the same time whether or not there is an account.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createGate, createOwnGates } from '../gate.ts';

/** OWASP's parameters: 19 MiB, two passes. Argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  /** `site`: from where it is asked. Each has one turn at a time; without it, nobody is told apart. */
  hash(password: string, site?: string): Promise<string>;
  /** Without a hash there is no account: it takes just as long, and the answer is no. */
  matches(password: string, kept: string | null, site?: string): Promise<boolean>;
}

/** Two at once: a flood of logins must not take processor and memory from the exchange. Nor may a flood from one site fill the queue. */
export function createPasswords(): Passwords {
  const gate = createGate({ most: 2, mostWaiting: 200 });
  const ofSites = createOwnGates({ most: 1, mostWaiting: 300 });
  const inTurn = <Result>(site: string | undefined, work: () => Promise<Result>): Promise<Result> =>
    site === undefined ? gate(work) : ofSites(site, () => gate(work));
  const nobody = gate(() => hash(randomBytes(16).toString('hex'), COST));
  return {
    hash: (password, site) => inTurn(site, () => hash(password, COST)),
    async matches(password, kept, site) {
      const against = kept ?? (await nobody);
      const isRight = await inTurn(site, () => verify(against, password));
      return kept !== null && isRight;
    },
  };
}
