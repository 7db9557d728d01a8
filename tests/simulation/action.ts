// One step of a simulated world: a command to the exchange, something a simulated trader does, or a restart from a snapshot.
import type { Command } from '../../core/command.ts';
import type { Side } from '../../core/market/instrument.ts';

export type CrowdAct =
  | {
      readonly kind: 'place' | 'take';
      readonly agent: number;
      readonly side: Side;
      readonly price: number;
      readonly quantity: number;
    }
  /** Cancels the order of an earlier step, by that step's sequence. */
  | { readonly kind: 'cancel'; readonly placedBy: number };

export type Action = { readonly sequence: number; readonly at: number } & (
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'crowd'; readonly symbol: string; readonly act: CrowdAct }
  /** The simulated traders withdraw, the state is saved, and a new engine starts from it. */
  | { readonly kind: 'restart' }
);

export function describe(action: Action): string {
  const { sequence, at } = action;
  if (action.kind === 'command') return `${sequence} at ${at}: ${JSON.stringify(action.command)}`;
  return `${sequence} at ${at}: ${action.kind === 'crowd' ? `crowd ${action.symbol} ${JSON.stringify(action.act)}` : 'restart'}`;
}
