// The money of people in a simulated site: their deposits, by one of two providers, and the rewards that they have earned.
import type { Command } from '../../../core/command.ts';
import type { Random } from '../random.ts';
import { drawBonus } from './bonus-rounds.ts';
import type { PromptProvider } from './prompt-provider.ts';
import type { School } from './school.ts';
import type { Asked } from './server-process.ts';
import type { Tables } from './tables.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Surroundings {
  readonly time: VirtualTime;
  readonly tables: Tables;
  readonly random: Random;
  readonly provider: PromptProvider;
  readonly school: School | null;
  readonly wall: () => number;
  readonly send: (asked: Asked) => void;
}

/** Rewards of steps with a reward already have other numbers. */
const BONUSES = 1_000_000;

export class Income {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  isPayable(account: number, amount: number): boolean {
    return this.#around.tables.traders.has(account) && Number.isSafeInteger(amount) && amount > 0 && amount < 1e12;
  }

  /** A payment that the provider has captured: the page verifies it, and the provider's webhook comes too, twice or late. */
  pay(account: number, amount: number, isSure = false): void {
    const { time, random, provider, school, send } = this.#around;
    if (school !== null) return school.topUp(account, amount, isSure);
    const { order, paymentId } = provider.pay(account, amount);
    for (let times = random.whole(1, 3); times > 0; times--)
      time.after(random.next() * 100, () => send({ kind: 'settle', order, paymentId }));
  }

  /** It has been earned, and is looked at once or twice. */
  reward({ account, amount, expiresAt }: Command & { kind: 'grant-reward' }, id: number): void {
    const { tables, random, wall, send } = this.#around;
    const earned = {
      id,
      account,
      kind: 'loyalty',
      source: `loyalty:${id}`,
      amount,
      earnedAt: wall(),
      expiresAt,
    } as const;
    tables.rewards.set(id, { ...earned, warnedAt: null, warnedOf: null, state: 'due' });
    for (let times = random.whole(1, 2); times > 0; times--) send({ kind: 'reward', account });
  }

  /** In some steps a person has earned a bonus that ends. */
  giveBonus(seed: number, step: number): void {
    const bonus = drawBonus(seed, step);
    const accounts = [...this.#around.tables.traders.keys()];
    if (bonus === null || accounts.length === 0) return;
    const { amount, lastsMs } = bonus;
    const account = accounts[step % accounts.length];
    const id = BONUSES + step;
    this.reward({ kind: 'grant-reward', account, rewardId: id, amount, expiresAt: this.#around.wall() + lastsMs }, id);
  }
}
