// Sums, prices and changes on the screen: sign and arrow beside every colour, and a short flash when a price moves.
import { classList } from './class-list.ts';
import { useFlash } from './flash.ts';
import { moneyParts, moneyText, percentText, priceText, signedMoneyText, signedPriceText } from './number-text.ts';

/** A sum in rupees: `₹12,34,567.89`. */
export function Money({ rupees, className }: { rupees: number; className?: string }) {
  return <span className={classList('whitespace-nowrap', className)}>{moneyText(rupees)}</span>;
}

/** The one number of a screen: large, with small paise. Flashes when it changes. */
export function BigMoney({ rupees, className }: { rupees: number; className?: string }) {
  const element = useFlash(rupees);
  const { whole, paise } = moneyParts(rupees);
  return (
    <span
      ref={element}
      className={classList('block w-fit text-xl font-semibold tracking-tight whitespace-nowrap sm:text-big', className)}
    >
      {whole}
      <span className="text-[0.55em] leading-none font-medium text-muted">{paise}</span>
    </span>
  );
}

/** A price in rupees that flashes when it changes. `plain` leaves out the rupee sign, for columns headed with it. */
export function Price({ rupees, plain = false, className }: { rupees: number; plain?: boolean; className?: string }) {
  const element = useFlash(rupees);
  return (
    <span ref={element} className={classList('rounded-box whitespace-nowrap', className)}>
      {plain ? priceText(rupees) : moneyText(rupees)}
    </span>
  );
}

interface ChangeProps {
  /** In rupees, or in percent when `kind` is percent. */
  value: number;
  kind?: 'money' | 'price' | 'percent';
  /** The arrow; leave it out where a neighbour already has one. */
  arrow?: boolean;
  className?: string;
}

const changeText = { money: signedMoneyText, price: signedPriceText, percent: percentText };

/** A gain or a loss: green, arrow up and plus from zero on; red, arrow down and minus below. */
export function Change({ value, kind = 'money', arrow = true, className }: ChangeProps) {
  const isUp = !(value < 0);
  return (
    <span
      className={classList(
        'inline-flex items-baseline gap-1 whitespace-nowrap',
        isUp ? 'text-up' : 'text-down',
        className,
      )}
      data-direction={isUp ? 'up' : 'down'}
    >
      {arrow && (
        <span aria-hidden="true" className="text-[0.75em]">
          {isUp ? '\u25B2' : '\u25BC'}
        </span>
      )}
      {changeText[kind](value)}
    </span>
  );
}
