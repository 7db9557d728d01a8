// Ticks and price bands to choose from, as the exchange has them.
import { bands, ticks } from '../../../contract/admin/stocks.ts';
import { moneyText } from '../../ui/number-text.ts';

export const tickChoices = ticks.map((tick) => ({ value: String(tick), label: moneyText(tick) }));
export const bandChoices = bands.map((band) => ({ value: String(band), label: `${band}% each way` }));

/** A stock's own band or tick that is not among the usual ones is listed, but cannot be chosen anew. */
export function withOwn(choices: readonly { value: string; label: string }[], own: string, label: string) {
  return choices.some(({ value }) => value === own) ? choices : [{ value: own, label, disabled: true }, ...choices];
}
