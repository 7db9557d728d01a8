// Sums, prices and changes on the screen: sign and arrow in addition to colour, and a short flash when a price moves.
import { classList } from './class-list.ts';
import { useFlash } from './flash.ts';
import {
  CRORE,
  isZeroText,
  moneyParts,
  moneyText,
  percentText,
  priceText,
  signedMoneyText,
  signedPriceText,
} from './number-text.ts';

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
      className={classList(
        'block w-fit text-xl font-semibold tracking-tight whitespace-nowrap',
        Math.abs(rupees) >= CRORE ? 'sm:text-[2rem] sm:leading-12' : 'sm:text-big',
        className,
      )}
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
  /** Spec 2: in some lists a price that has not moved is green. */
  isZeroUp?: boolean;
  className?: string;
}

const changeText = { money: signedMoneyText, price: signedPriceText, percent: percentText };

const directionLooks = {
  up: { color: 'text-up', arrow: '\u25B2' },
  down: { color: 'text-down', arrow: '\u25BC' },
  flat: { color: 'text-muted', arrow: null },
} as const;

/** A gain: green, arrow up and plus; a loss: red, arrow down and minus; zero, as it is shown, is neither. */
export function Change({ value, kind = 'money', arrow = true, isZeroUp = false, className }: ChangeProps) {
  const text = changeText[kind](value);
  const direction = isZeroText(text) ? (isZeroUp ? 'up' : 'flat') : value < 0 ? 'down' : 'up';
  const look = directionLooks[direction];
  return (
    <span
      className={classList('inline-flex items-baseline gap-1 whitespace-nowrap', look.color, className)}
      data-direction={direction}
    >
      {arrow && look.arrow && (
        <span aria-hidden="true" className="text-[0.75em]">
          {look.arrow}
        </span>
      )}
      {text}
    </span>
  );
}
