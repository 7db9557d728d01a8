// The stocks that have risen and fallen most today. The ranking is updated once a minute; the prices are live.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { useMarketPhase } from '../market-phase.ts';
import { useCall } from '../query.ts';
import { Card } from '../ui/card.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { moverWords } from './mover-words.ts';
import { isOver, isUntrue, rank, SHOWN } from './ranking.ts';
import type { Ranking } from './ranking.ts';

const RANK_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 5_000;

function MoverRow({ stock }: { stock: Stock }) {
  return (
    <li data-symbol={stock.symbol} className="border-t border-line first:border-0">
      <Link
        to="/stockdetails/$symbol"
        params={{ symbol: stock.symbol }}
        className="flex h-12 items-center justify-between gap-3 px-4 -outline-offset-2 hover:bg-bg"
      >
        <span className="min-w-0">
          <span className="block truncate leading-4 font-semibold">{stock.symbol}</span>
          <span className="block truncate text-sm text-muted">{stock.name}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end">
          <LivePrice symbol={stock.symbol} known={stock} className="leading-4" />
          <LiveChange symbol={stock.symbol} known={stock} className="text-sm" />
        </span>
      </Link>
    </li>
  );
}

function MoverList({ title, none, stocks }: { title: string; none: string; stocks: readonly Stock[] | undefined }) {
  return (
    <Card title={title} flush>
      <ul className="pb-1">
        {stocks
          ? stocks.map((stock) => <MoverRow key={stock.symbol} stock={stock} />)
          : Array.from({ length: SHOWN }, (_, index) => (
              <li
                key={index}
                className="flex h-12 items-center justify-between border-t border-line px-4 first:border-0"
              >
                <Skeleton className="w-32" />
                <Skeleton className="w-20" />
              </li>
            ))}
      </ul>
      {stocks?.length === 0 && <p className="px-4 pb-4 text-muted">{none}</p>}
    </Card>
  );
}

/** Grows once a minute, and as soon as the ranking is no longer true. */
function useTurn(ranking: Ranking | null): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let ageMs = 0;
    const timer = setInterval(() => {
      ageMs += LOOK_EVERY_MS;
      if (ageMs >= RANK_EVERY_MS || isUntrue(ranking)) setTurn((before) => before + 1);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [ranking]);
  return turn;
}

export function Movers() {
  const { data, error, refetch } = useCall('GET /stocks', {}, { staleTime: RANK_EVERY_MS });
  const { when, none } = moverWords(useMarketPhase());
  const [ranking, setRanking] = useState<Ranking | null>(null);
  // Every reconnection fetches the whole list; within the minute the rows must not jump because of that.
  const turn = useTurn(ranking);
  if (data && isOver(ranking, data, turn)) setRanking(rank(data, turn));
  if (error && !data)
    return (
      <Card>
        <ErrorState title="The market could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  return (
    <>
      {!data && <LoadingNote what="the market" />}
      <MoverList title={`Risen most ${when}`} none={none} stocks={ranking?.risen} />
      <MoverList title={`Fallen most ${when}`} none={none} stocks={ranking?.fallen} />
    </>
  );
}
