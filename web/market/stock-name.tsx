// A stock in a table: its symbol and its company, linked to its page.
import { Link } from '@tanstack/react-router';
import type { Stock } from '../../contract/market.ts';

export function StockName({ stock: { symbol, name, isHalted } }: { stock: Stock }) {
  return (
    <Link to="/stockdetails/$symbol" params={{ symbol }} className="group/name block min-w-0 text-left font-normal">
      <span className="block truncate leading-4 font-semibold group-hover/name:text-accent-text">{symbol}</span>
      <span className="block truncate text-sm leading-4 text-muted">
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
