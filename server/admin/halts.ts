// The market-wide halt: an administrator halts or resumes all trading, everybody is told, and the reason is stored.
import type { MarketState } from '../../contract/admin/market-state.ts';
import { controlMessages } from '../../contract/messages/control.ts';
import { dayText } from '../../core/market/day.ts';
import type { By } from '../desk-acts.ts';
import { createGate } from '../gate.ts';
import type { Handlers } from '../handler.ts';
import { HttpError } from '../http-error.ts';
import { requestId } from '../request-id.ts';
import type { AdminContext } from './context.ts';

interface Wanted {
  readonly isHalted: boolean;
  readonly reason: string;
  readonly by: By;
  /** Of the request. */
  readonly id: string;
}

interface Halt {
  readonly at: number;
  readonly reason: string;
}

export class Halts {
  readonly #context: AdminContext;
  // One after the other: if two administrators press together, only one may be told to have done it.
  readonly #gate = createGate({ most: 1, mostWaiting: 20 });

  constructor(context: AdminContext) {
    this.#context = context;
  }

  /** Whether trading is halted comes from the exchange; since when and why, from the stored halt. */
  async state(): Promise<MarketState> {
    const { exchange, now } = this.#context;
    // Behind a clock that was set back, the exchange goes by its own time: what trades must not be called closed.
    const { isHalted, at } = await exchange.read(({ venue }) => ({
      isHalted: venue.isHalted,
      at: Math.max(now(), venue.at),
    }));
    return this.#stateOf(isHalted, isHalted ? await this.#halt() : undefined, at);
  }

  /** While the exchange cannot say: as it is stored. */
  async stored(): Promise<MarketState> {
    const halt = await this.#halt();
    return this.#stateOf(halt !== undefined, halt, this.#context.now());
  }

  async #halt(): Promise<Halt | undefined> {
    const { db, venue } = this.#context;
    const { rows } = await db.query<Halt>(
      'select halted_at as at, reason from market_halts where venue = $1 and resumed_at is null',
      [venue],
    );
    return rows.at(0);
  }

  #stateOf(isHalted: boolean, halt: Halt | undefined, at: number): MarketState {
    return {
      isHalted,
      haltedAt: halt ? new Date(halt.at).toISOString() : null,
      reason: halt?.reason || null,
      ...this.#hoursAt(at),
    };
  }

  /** Sends everybody the present state. In turn with changes: what was read before one of them must not be told after it. */
  tell(): Promise<void> {
    return this.#gate(async () => this.#context.tellMarketState(await this.state()));
  }

  #hoursAt(at: number): Pick<MarketState, 'phase' | 'nextPhase' | 'session' | 'day'> {
    const { calendar } = this.#context;
    const next = calendar.nextChange(at);
    return {
      phase: calendar.phaseAt(at),
      nextPhase: next && { phase: next.phase, at: new Date(next.at).toISOString() },
      session: dayText(calendar.sessionOf(at)),
      day: dayText(calendar.dayAt(at)),
    };
  }

  set(wanted: Wanted): Promise<MarketState> {
    return this.#gate(async () => {
      const before = await this.state();
      if (!(await this.#context.acts.isDone(wanted.id))) {
        if (before.isHalted === wanted.isHalted)
          throw new HttpError(409, wanted.isHalted ? controlMessages.haltedAlready : controlMessages.notHalted);
        await this.#change(wanted);
      }
      const state = await this.state();
      this.#context.tellMarketState(state);
      return state;
    });
  }

  async #change({ isHalted, reason, by, id }: Wanted): Promise<void> {
    const action = isHalted ? 'halt-market' : 'resume-market';
    const detail = isHalted ? { reason } : {};
    await this.#context.acts.carryOut({ action, subject: 'market', detail, by, id }, { kind: 'halt-market', isHalted });
  }
}

export function haltHandlers(halts: Halts): Pick<Handlers, 'GET /marketState' | 'POST /haltMarket'> {
  return {
    'GET /marketState': async () => ({ data: await halts.state() }),
    async 'POST /haltMarket'({ input, user, ip, idempotencyKey }) {
      const id = requestId({ call: 'POST /haltMarket', userId: user.id, key: idempotencyKey, input });
      const { isHalted, reason } = input;
      const data = await halts.set({ isHalted, reason, by: { actor: user.id, ip }, id });
      return { message: isHalted ? controlMessages.halted : controlMessages.resumed, data };
    },
  };
}
