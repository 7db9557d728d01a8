// Holdings by sector: what each part of the portfolio is worth now, and how much of the whole that is.
import { useMemo } from 'react';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { partsOf } from '../../contract/wire/parts.ts';
import type { PositionTotals } from '../trade/live-position.ts';
import { totalsNow, useLiveTotals } from '../trade/use-live-positions.ts';
import { Card } from '../ui/card.tsx';
import { Change, Price } from '../ui/money.tsx';
import { countOf } from '../ui/number-text.ts';

interface Sector {
  name: string;
  items: PortfolioItem[];
}

function sectorsOf(portfolio: readonly PortfolioItem[]): Sector[] {
  const sectors = new Map<string, Sector>();
  for (const item of portfolio) {
    const sector = sectors.get(item.sector) ?? { name: item.sector, items: [] };
    sector.items.push(item);
    sectors.set(item.sector, sector);
  }
  const worth = (sector: Sector): number => sector.items.reduce((sum, item) => sum + item.currentValue, 0);
  return [...sectors.values()].sort((one, other) => worth(other) - worth(one));
}

interface SectorTileProps {
  sector: Sector;
  totals: PositionTotals;
  /** Of all holdings, in whole percents. */
  share: number;
}

function SectorTile({ sector, totals: { currentValue: value, todaysProfit }, share }: SectorTileProps) {
  return (
    <li className="flex flex-col gap-1 rounded-box border border-line p-3">
      <span className="flex justify-between gap-2 text-sm text-muted">
        <span className="truncate font-medium">{sector.name}</span>
        <span>{share === 0 ? 'under 1%' : `${share}%`}</span>
      </span>
      <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-sunken forced-colors:bg-[GrayText]">
        <span
          className="block h-full origin-left bg-accent forced-colors:bg-[CanvasText]"
          style={{ width: `${share}%` }}
        />
      </span>
      <Price rupees={value} className="live-number self-start text-md font-semibold" />
      <span className="flex items-baseline justify-between text-sm">
        <Change value={todaysProfit} className="live-number" />
        <span className="text-faint">{countOf(sector.items.length, 'stock')}</span>
      </span>
    </li>
  );
}

export function SectorTiles({ portfolio }: { portfolio: readonly PortfolioItem[] }) {
  const sectors = useMemo(() => sectorsOf(portfolio), [portfolio]);
  // What renders it anew while prices move.
  useLiveTotals(portfolio);
  const totals = sectors.map(({ items }) => totalsNow(items));
  const shares = partsOf(
    totals.map(({ currentValue }) => currentValue),
    100,
  );
  if (sectors.length === 0) return null;
  return (
    <Card title="Holdings by sector">
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {sectors.map((sector, index) => (
          <SectorTile key={sector.name} sector={sector} totals={totals[index]} share={shares[index]} />
        ))}
      </ul>
    </Card>
  );
}
