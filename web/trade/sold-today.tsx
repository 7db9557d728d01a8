// The profit from today's sales, beside today's profit on what is still held: the same wherever it is shown.
import { Link } from '@tanstack/react-router';
import { useCall } from '../query.ts';
import { Change } from '../ui/money.tsx';
import { useProfitDay } from './profit-day.ts';

/** The profit from today's sales, which the profit on current holdings leaves out; nothing if there were none. */
export function SoldToday() {
  const { day } = useProfitDay();
  const { data } = useCall('GET /tradeDiary', { from: day, to: day });
  if (!data || data.totalTrades === 0) return null;
  return (
    <>
      {' '}
      <Link
        to="/tradediary"
        search={{ view: 'daily', day }}
        title="Before charges; the diary has them"
        className="finger inline-block whitespace-nowrap text-accent-text hover:underline"
      >
        sold <Change value={data.overallPL} arrow={false} className="live-number" />
      </Link>
    </>
  );
}
