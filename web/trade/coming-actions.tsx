// The splits, bonuses and dividends that are planned for the stocks somebody holds. Nothing if there are none.
import { Link } from '@tanstack/react-router';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { useCall } from '../query.ts';
import { Card } from '../ui/card.tsx';
import { dateWords } from '../ui/date-time.tsx';
import { outlooks } from './coming-outlook.ts';

export function ComingActions({ items }: { items: readonly PortfolioItem[] }) {
  const { data = [] } = useCall('GET /comingActions', {}, { enabled: items.length > 0 });
  const coming = outlooks(data, new Map(items.map(({ symbol, quantity }) => [symbol, quantity])));
  if (coming.length === 0) return null;
  return (
    <Card title="Coming corporate actions">
      <ul className="flex flex-col gap-3">
        {coming.map(({ _id, symbol, text, effectiveDate, brings }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              <Link to="/stockdetails/$symbol" params={{ symbol }} className="font-semibold hover:text-accent-text">
                {symbol}
              </Link>{' '}
              {text}
            </span>
            <span className="text-sm text-muted">
              {dateWords(effectiveDate)}: {brings}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
