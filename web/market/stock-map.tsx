// The market as a map: a tile for each stock, by sector, coloured by the change of the day. A tick renders its tile alone.
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useMemo, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { quoteOf, useQuote } from '../quotes.ts';
import { Change } from '../ui/money.tsx';
import { isZeroText, moneyText, percentText } from '../ui/number-text.ts';
import { averageOf, fullChange, shadeOf } from './heat.ts';
import { sectorsOf } from './stock-list.ts';

const LOOK_EVERY_MS = 2000;

const Tile = memo(function Tile({ stock, full }: { stock: Stock; full: number }) {
  const { symbol, name, isHalted } = stock;
  const { price, changePercent } = useQuote(symbol, stock) ?? stock;
  const hue = changePercent < 0 ? 'down' : 'up';
  const shade = isZeroText(percentText(changePercent)) ? 0 : shadeOf(changePercent, full);
  return (
    <li data-symbol={symbol} className="min-w-0">
      <Link
        to="/stockdetails/$symbol"
        params={{ symbol }}
        title={name}
        className="live-picture block rounded-box border border-line px-1.5 py-2 leading-5 text-ink hover:border-edge"
        style={{ background: `color-mix(in srgb, var(--${hue}) ${shade}%, var(--surface))` }}
      >
        <span className="block truncate text-sm font-semibold max-lg:text-xs max-lg:leading-5 max-lg:tracking-tight">
          {symbol}
        </span>
        <span className="live-number block truncate text-sm">{isHalted ? 'Halted' : moneyText(price)}</span>
        {/* As high without its arrow: otherwise a row whose changes come to zero would move what is below it. */}
        <Change value={changePercent} kind="percent" className="live-number flex! h-5 text-sm font-medium text-ink!" />
      </Link>
    </li>
  );
});

const changeNow = (stock: Stock): number => (quoteOf(stock.symbol) ?? stock).changePercent;

/** Looked at every two seconds: an average that flickers with every tick of one stock tells nobody anything. */
function useNow<Value>(look: () => Value): Value {
  const [value, setValue] = useState(look);
  useEffect(() => {
    setValue(look);
    const timer = setInterval(() => setValue(look), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [look]);
  return value;
}

function Sector({ name, stocks, full }: { name: string; stocks: readonly Stock[]; full: number }) {
  const average = useNow(useMemo(() => () => averageOf(stocks.map(changeNow)), [stocks]));
  return (
    <section className="mb-3 break-inside-avoid rounded-box border border-line bg-surface p-3">
      <h2 className="mb-2 flex items-baseline justify-between gap-2 text-sm font-semibold">
        <span className="truncate">{name}</span>
        {average !== null && <Change value={average} kind="percent" className="live-number" />}
      </h2>
      <ul aria-label={name} className="grid grid-cols-[repeat(auto-fill,minmax(6.4rem,1fr))] gap-2">
        {stocks.map((stock) => (
          <Tile key={stock.symbol} stock={stock} full={full} />
        ))}
      </ul>
    </section>
  );
}

export function StockMap({ stocks }: { stocks: readonly Stock[] }) {
  const full = useNow(useMemo(() => () => fullChange(stocks.map(changeNow)), [stocks]));
  const sectors = useMemo(
    () => sectorsOf(stocks).map((name) => ({ name, stocks: stocks.filter(({ sector }) => sector === name) })),
    [stocks],
  );
  return (
    <div>
      <div className="columns-1 gap-3 sm:columns-2 lg:columns-3">
        {sectors.map((sector) => (
          <Sector key={sector.name} {...sector} full={full} />
        ))}
      </div>
      {/* A column that is followed by another ends without the margin of its last sector. */}
      <p className="text-sm text-muted sm:mt-3">
        The stronger the colour, the larger the change since the previous close; it is strongest from{' '}
        {percentText(full).replace('+', '')} on. A sector has the average of its stocks.
      </p>
    </div>
  );
}
