// What a proof of the books looks at, what each check promises, and what was found wrong.

export interface BookCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const PROMISES = {
  'zero-sums': 'Every asset sums to zero over all accounts.',
  balances: 'Every balance is the sum of its transfers.',
  'no-debts': 'Nobody has less than nothing, or holds more than there is.',
  holds: 'Only open orders hold anything, and a sale exactly what it may still sell.',
  positions: 'The lots of every position are the balance of its share account.',
  fills: 'What every order filled is the sum of its fills.',
  loans: 'What the house has lent is what the lots owe.',
  fees: 'The fees earned, and what was passed on by law, are the charges of all fills.',
  rewards: 'Every reward was earned once and paid once, and nothing else left the rewards account.',
  bonuses: 'What is unused of a bonus was paid, has not gone back, and lies in its person’s cash.',
  'corporate-actions':
    'Every share in issue is somebody’s, and companies paid what their holders were entitled to, once each.',
  chain: 'The hashes of all batches cover every transfer, unbroken.',
} as const;

export type CheckName = keyof typeof PROMISES;

export const MOST_SHOWN = 5;

export class Findings {
  readonly #wrong = new Map<CheckName, string[]>();

  add(name: CheckName, wrong: readonly string[]): void {
    if (wrong.length === 0) return;
    this.#wrong.set(name, [...(this.#wrong.get(name) ?? []), ...wrong].slice(0, MOST_SHOWN));
  }

  /** Every check, with what it found. `batches`: how many the chain has gone through. */
  checks(batches: number): BookCheck[] {
    return Object.entries(PROMISES).map(([name, promise]) => {
      const wrong = this.#wrong.get(name as CheckName);
      const holds = name === 'chain' ? promise.replace('all batches', `${batches} batches`) : promise;
      return { name, ok: wrong === undefined, detail: wrong?.join('; ') ?? holds };
    });
  }
}
