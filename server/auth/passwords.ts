// Hashes and checks passwords with argon2id; a check takes the same time whether or not there is an account.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createGate } from '../gate.ts';

/** OWASP's parameters: 19 MiB, two passes. Argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash there is no account: it takes just as long, and the answer is no. */
  matches(password: string, kept: string | null): Promise<boolean>;
}

/** Two at once: a flood of logins must not take processor and memory from the exchange. */
export function createPasswords(): Passwords {
  const gate = createGate({ most: 2, mostWaiting: 200 });
  const nobody = gate(() => hash(randomBytes(16).toString('hex'), COST));
  return {
    hash: (password) => gate(() => hash(password, COST)),
    async matches(password, kept) {
      const against = kept ?? (await nobody);
      const isRight = await gate(() => verify(against, password));
      return kept !== null && isRight;
    },
  };
}
