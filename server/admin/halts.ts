// The stop for everything: an administrator halts all trading or lets it go on, everybody is told, and why is kept.
import type { MarketState } from '../../contract/admin/market-state.ts';
import { controlMessages } from '../../contract/messages/control.ts';
import { dayText } from '../../core/market/trading-hours.ts';
import { writeAudit } from '../audit.ts';
import { createGate } from '../gate.ts';
import type { Handlers } from '../handler.ts';
import { HttpError } from '../http-error.ts';
import type { AdminContext } from './context.ts';

interface Wanted {
  readonly isHalted: boolean;
  readonly reason: string;
  readonly by: { readonly actor: string; readonly ip: string };
}

export class Halts {
  readonly #context: AdminContext;
  // One after the other: two administrators who press together must not both be told that it was they.
  readonly #gate = createGate({ most: 1, mostWaiting: 20 });

  constructor(context: AdminContext) {
    this.#context = context;
  }

  /** As the exchange has it; since when and why come from what was noted with it. */
  async state(): Promise<MarketState> {
    const { db, venue, exchange } = this.#context;
    const isHalted = await exchange.read((engine) => engine.venue.isHalted);
    const hours = this.#hours();
    if (!isHalted) return { isHalted, haltedAt: null, reason: null, ...hours };
    const { rows } = await db.query<{ at: number; reason: string }>(
      'select halted_at as at, reason from market_halts where venue = $1 and resumed_at is null',
      [venue],
    );
    const halt = rows.at(0);
    return {
      isHalted,
      haltedAt: halt ? new Date(halt.at).toISOString() : null,
      reason: halt?.reason || null,
      ...hours,
    };
  }

  /** Everybody hears how it is now. */
  async tell(): Promise<void> {
    this.#context.tellMarketState(await this.state());
  }

  #hours(): Pick<MarketState, 'phase' | 'nextPhase' | 'session'> {
    const { calendar, now } = this.#context;
    const at = now();
    const next = calendar.nextChange(at);
    return {
      phase: calendar.phaseAt(at),
      nextPhase: next && { phase: next.phase, at: new Date(next.at).toISOString() },
      session: dayText(calendar.sessionOf(at)),
    };
  }

  set(wanted: Wanted): Promise<MarketState> {
    return this.#gate(async () => {
      const before = await this.state();
      if (before.isHalted === wanted.isHalted)
        throw new HttpError(409, wanted.isHalted ? controlMessages.haltedAlready : controlMessages.notHalted);
      await this.#change(wanted);
      const state = await this.state();
      this.#context.tellMarketState(state);
      return state;
    });
  }

  async #change({ isHalted, reason, by }: Wanted): Promise<void> {
    const { db, venue, exchange, now } = this.#context;
    const at = now();
    await db.transaction(async (transaction) => {
      // What a crash between the exchange's commit and ours left open is closed here.
      await transaction.query(
        'update market_halts set resumed_at = $2, resumed_by = $3 where venue = $1 and resumed_at is null',
        [venue, at, by.actor],
      );
      if (isHalted)
        await transaction.query(
          'insert into market_halts (venue, halted_at, halted_by, reason) values ($1, $2, $3, $4)',
          [venue, at, by.actor, reason],
        );
      const action = isHalted ? 'halt-market' : 'resume-market';
      await writeAudit(transaction, { at, action, subject: 'market', detail: isHalted ? { reason } : {}, ...by });
      await exchange.submit({ kind: 'halt-market', isHalted });
    });
  }
}

export function haltHandlers(halts: Halts): Pick<Handlers, 'GET /marketState' | 'POST /haltMarket'> {
  return {
    'GET /marketState': async () => ({ data: await halts.state() }),
    async 'POST /haltMarket'({ input: { isHalted, reason }, user, ip }) {
      const data = await halts.set({ isHalted, reason, by: { actor: user.id, ip } });
      return { message: isHalted ? controlMessages.halted : controlMessages.resumed, data };
    },
  };
}
