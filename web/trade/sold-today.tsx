// What was sold today has brought, beside the profit of today of what is still held: the same wherever that is shown.
import { Link } from '@tanstack/react-router';
import { useMarketState } from '../market-phase.ts';
import { useCall } from '../query.ts';
import { Change } from '../ui/money.tsx';
import { useToday } from './diary/use-today.ts';

/** What the sales of today brought, which the profit of what is still held leaves out; nothing where none was made. */
export function SoldToday() {
  const calendarDay = useToday();
  // A market that closes goes on showing its last day, over the night and through a holiday.
  const market = useMarketState();
  const day = market?.nextPhase ? market.day : calendarDay;
  const { data } = useCall('GET /tradeDiary', { from: day, to: day });
  if (!data || data.totalTrades === 0) return null;
  return (
    <>
      {' '}
      <Link
        to="/tradediary"
        search={{ view: 'daily', day }}
        title="Before charges; the diary has them"
        className="whitespace-nowrap text-accent-text hover:underline"
      >
        sold <Change value={data.overallPL} arrow={false} className="live-number" />
      </Link>
    </>
  );
}
