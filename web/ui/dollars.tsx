// A sum in rupees with its value in dollars beside it, for screens whose headings speak of dollars.
import { classList } from './class-list.ts';
import { numberFormat } from './formats.ts';
import { moneyText } from './number-text.ts';

const dollarFormat = numberFormat({ style: 'currency', currency: 'USD' }, 'en-US');

/** `$5.88`; empty while the rate is not known. */
export function dollarText(rupees: number, rupeesPerDollar: number | undefined): string {
  return rupeesPerDollar === undefined ? '' : dollarFormat.format(rupees / rupeesPerDollar);
}

export function MoneyInDollars({
  rupees,
  rate,
  stacked = false,
  className,
}: {
  rupees: number;
  /** Rupees for one dollar (`usdInr` of GET /config). */
  rate: number | undefined;
  /** One below the other, for narrow columns. */
  stacked?: boolean;
  className?: string;
}) {
  return (
    <span className={classList('whitespace-nowrap', className)}>
      {moneyText(rupees)}{' '}
      <span className={classList('text-sm text-faint', stacked && 'block')}>{dollarText(rupees, rate)}</span>
    </span>
  );
}
