// Ticks and price bands to choose from, as the exchange has them.
import { bands, ticks } from '../../../contract/admin/stocks.ts';
import { moneyText } from '../../ui/number-text.ts';

export const tickChoices = ticks.map((tick) => ({ value: String(tick), label: moneyText(tick) }));
export const bandChoices = bands.map((band) => ({ value: String(band), label: `${band}% each way` }));

/** A band or tick of before that is none of the usual ones stands in the list as it is. */
export function withOwn(choices: readonly { value: string; label: string }[], own: string, label: string) {
  return choices.some(({ value }) => value === own) ? choices : [{ value: own, label, disabled: true }, ...choices];
}
