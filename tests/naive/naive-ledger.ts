// The ledger of the naive twin: one list of movements in BigInt. Balances are kept beside it and can be recomputed from the list alone.

export interface Movement {
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly kind: string;
}

export class NaiveLedger {
  readonly movements: Movement[] = [];
  readonly #balances = new Map<string, bigint>();

  move(from: string | number, to: string | number, asset: string, amount: bigint, kind: string): void {
    if (amount === 0n || from === to) return;
    if (amount < 0n) throw new Error(`the twin moves ${amount} ${asset} from ${from} to ${to}`);
    this.movements.push({ from: String(from), to: String(to), asset, amount, kind });
    this.#add(`${from}/${asset}`, -amount);
    this.#add(`${to}/${asset}`, amount);
  }

  balance(owner: string | number, asset: string): bigint {
    return this.#balances.get(`${owner}/${asset}`) ?? 0n;
  }

  /** Every balance again, from the first movement on. */
  recomputed(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const { from, to, asset, amount } of this.movements) {
      sums.set(`${from}/${asset}`, (sums.get(`${from}/${asset}`) ?? 0n) - amount);
      sums.set(`${to}/${asset}`, (sums.get(`${to}/${asset}`) ?? 0n) + amount);
    }
    return sums;
  }

  #add(key: string, amount: bigint): void {
    this.#balances.set(key, (this.#balances.get(key) ?? 0n) + amount);
  }
}
