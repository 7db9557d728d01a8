// How people join the demo: on a day of their own, they sign up with the code from their mail, as anybody does.
import type { UserRole } from '../../contract/auth.ts';
import { routes } from '../../contract/routes.ts';
import { FROM_INSIDE } from '../handler.ts';
import type { Handlers } from '../handler.ts';
import type { DemoPerson } from './people.ts';
import { DEMO_PASSWORD } from './people.ts';
import type { Life, Living } from './life.ts';

export interface SignUpDesk {
  readonly handlers: Pick<Handlers, 'POST /signup' | 'POST /verifyOtp'>;
  /** The latest code mailed to an address. */
  readonly codeFor: (email: string) => string;
}

export async function signUp(
  { handlers, codeFor }: SignUpDesk,
  person: DemoPerson,
  referralCode: string,
): Promise<void> {
  const { name, email } = person;
  const role = person.role as Exclude<UserRole, 'admin'>;
  const wish = { name, email, password: DEMO_PASSWORD, role, referralCode };
  const input = routes['POST /signup'].input.parse(wish);
  await handlers['POST /signup']({ ...FROM_INSIDE, input, user: null });
  const code = routes['POST /verifyOtp'].input.parse({ otp: codeFor(email), email });
  await handlers['POST /verifyOtp']({ ...FROM_INSIDE, input: code, user: null });
}

/** A person who joins some days after the beginning. */
export class Newcomer implements Living {
  readonly #join: () => Promise<Living | void>;
  #daysLeft: number;
  #person: Living | null = null;

  /** `join` returns the planner of the person's days from then on; nothing if another actor makes these plans. */
  constructor(afterDays: number, join: () => Promise<Living | void>) {
    this.#daysLeft = afterDays;
    this.#join = join;
  }

  plan(life: Life): void {
    if (this.#person !== null) this.#person.plan(life);
    else if (this.#daysLeft-- === 0)
      life.atTime(8, 40, async () => {
        this.#person = (await this.#join()) ?? null;
        this.#person?.plan(life);
      });
  }
}
