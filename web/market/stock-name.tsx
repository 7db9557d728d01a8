// A stock in a table: its symbol and its company, linked to its page.
import { Link } from '@tanstack/react-router';
import type { Stock } from '../../contract/market.ts';
import { classList } from '../ui/class-list.ts';

/** `wraps`: a long name takes a second line, instead of being cut. */
export function StockName({ stock: { symbol, name, isHalted }, wraps = false }: { stock: Stock; wraps?: boolean }) {
  return (
    <Link
      to="/stockdetails/$symbol"
      params={{ symbol }}
      className="finger group/name block min-w-0 text-left font-normal"
    >
      <span className="block truncate leading-4 font-semibold group-hover/name:text-accent-text">{symbol}</span>
      <span className={classList('block text-sm leading-4 text-muted', wraps ? 'wrap-anywhere' : 'truncate')}>
        {isHalted ? (
          <>
            <bdi>{name}</bdi> (halted)
          </>
        ) : (
          name
        )}
      </span>
    </Link>
  );
}
