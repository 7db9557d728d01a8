// What the exchange answers to a command: that it was carried out, or why it was refused.
import type { Paise } from '../../core/money.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { Refusal } from '../../core/trade/refusal.ts';

/**
 * `sequence` is the command's place in the one order of all commands, `at` when it was decided, `last` the last price of the order's
 * stock at that moment.
 */
export type Decision =
  | {
      readonly isAccepted: true;
      readonly sequence: number;
      readonly at: number;
      readonly order: OrderRecord | null;
      readonly last: Paise | null;
    }
  | {
      readonly isAccepted: false;
      readonly sequence: number;
      /** Missing if it was stored before an upgrade. */
      readonly at?: number;
      readonly refusal: Refusal;
    };
