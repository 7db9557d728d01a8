// The order book, bids beside asks, with bars for size: the best five levels, or twenty with running totals. A level can be picked as a price.
import type { DepthData, FullDepthData } from '../../contract/market.ts';
import { FULL_DEPTH } from '../../contract/market/depth.ts';
import { useMarketPhase } from '../market-phase.ts';
import { dayWord } from '../phase-words.ts';
import { Button } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { countOf, countText, moneyText, NO_NUMBER, priceText, threeDigitText } from '../ui/number-text.ts';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { bandName, bandOf } from './band-name.ts';
import type { DepthBand } from './band-name.ts';
import type { Depth } from './use-depth.ts';

type Level = DepthData['bids'][number] & Partial<FullDepthData['bids'][number]>;

const BEST_LEVELS = 5;

interface SideProps {
  kind: 'bid' | 'offer';
  levels: readonly (Level | undefined)[] | undefined;
  isFull: boolean;
  /** The quantity that fills a bar's whole width. */
  most: number;
  /** The classes that show the order counts and the running totals where there is room for them. */
  orders: string;
  totals: string;
  onChoose: (price: number, level: HTMLElement) => void;
}

const looks = {
  bid: {
    heading: 'Bid',
    order: 'flex-row',
    /** Everything is aligned towards the middle, where the prices stand, except the order counts at the outer edge. */
    inner: 'text-right',
    outer: 'text-left',
    bar: 'right-0 bg-accent-soft',
    text: 'text-accent-text',
    choose: 'Use bid price',
    none: 'No more bids',
  },
  offer: {
    heading: 'Offer',
    order: 'flex-row-reverse',
    inner: 'text-left',
    outer: 'text-right',
    bar: 'left-0 bg-sell-soft',
    text: 'text-sell-text',
    choose: 'Use offer price',
    none: 'No more offers',
  },
} as const;

/** Beside prices of five digits the order counts need more room, and with twenty levels beside one more column. */
const ordersFrom = { best: '@min-[19.5rem]:block', long: '@min-[23rem]:block', full: '@min-[32rem]:block' };
/** The running totals need room as well, and more of it beside long prices; where there is none, the bars still show them. */
const totalsFrom = { short: '@min-[17.5rem]:block', long: '@min-[19.5rem]:block' };
const LONG_PRICE = 1000;
const FIVE_DIGITS = 10_000;

const LONG = 10_000;

/** Exact where there is room; otherwise long numbers are cut to three digits. */
function Count({ of }: { of: number | undefined }) {
  if (of === undefined) return NO_NUMBER;
  return of < LONG ? (
    countText(of)
  ) : (
    <>
      <span className="@min-[32rem]:hidden">{threeDigitText(of)}</span>
      <span className="hidden @min-[32rem]:inline">{countText(of)}</span>
    </>
  );
}

/** A level as read aloud, where its figures have no headings. */
function spoken(heading: string, { price, quantity, orders, total }: Level): string {
  const upTo = total === undefined ? '' : `, ${countText(total)} shares up to here`;
  return `${heading} ${moneyText(price)}, ${countOf(quantity, 'share')}, ${countOf(orders, 'order')}${upTo}`;
}

/** A finger needs more height to hit the level that it means. */
const rowHeight = (isFull: boolean): string => (isFull ? 'h-6 pointer-coarse:h-8' : 'h-7 pointer-coarse:h-10');

/** What a bar shows: the level itself, or everything up to its price. */
function barOf(level: Level): number {
  return level.total ?? level.quantity;
}

function LevelRow({
  kind,
  level,
  isFull,
  most,
  orders,
  totals,
  onChoose,
}: Omit<SideProps, 'levels'> & { level: Level | undefined }) {
  const look = looks[kind];
  const content = (
    <span aria-hidden="true" className="contents">
      <span
        className={classList('absolute inset-y-0.5 rounded-[3px]', look.bar)}
        style={{ width: level ? `${(barOf(level) / most) * 100}%` : 0 }}
      />
      <span className={classList('live-number relative hidden w-11 text-faint', orders, look.outer)}>
        {level ? countText(level.orders) : NO_NUMBER}
      </span>
      {isFull && (
        <span className={classList('live-number relative hidden flex-1 text-muted', totals, look.inner)}>
          <Count of={level?.total} />
        </span>
      )}
      <span className={classList('live-number relative flex-1', look.inner)}>
        {isFull ? <Count of={level?.quantity} /> : level ? countText(level.quantity) : NO_NUMBER}
      </span>
      <span
        className={classList('live-number relative shrink-0 font-medium', isFull && 'min-w-12', look.text, look.inner)}
      >
        {level ? priceText(level.price) : NO_NUMBER}
      </span>
    </span>
  );
  const rowLook = classList(
    'relative flex w-full items-center px-1',
    isFull ? 'gap-1 text-xs @min-[24rem]:text-sm' : 'gap-2 text-sm',
    rowHeight(isFull),
    look.order,
  );
  if (!level)
    return (
      <div className={rowLook}>
        {content}
        <span className="sr-only">{look.none}</span>
      </div>
    );
  return (
    <button
      type="button"
      className={classList(rowLook, 'rounded-[3px] hover:bg-sunken')}
      title={look.choose}
      onClick={({ currentTarget }) => onChoose(level.price, currentTarget)}
    >
      {content}
      <span className="sr-only">{spoken(look.heading, level)}</span>
    </button>
  );
}

function DepthSide({ kind, levels, ...shown }: SideProps) {
  const { isFull, orders, totals } = shown;
  const look = looks[kind];
  const longest = levels?.reduce((known, level) => Math.max(known, level?.price ?? 0), 0) ?? 0;
  return (
    <div className="min-w-0 flex-1">
      <div
        className={classList('flex h-7 items-center px-1 text-sm text-faint', isFull ? 'gap-1' : 'gap-2', look.order)}
      >
        <span className={classList('hidden w-11', orders, look.outer)}>Orders</span>
        {isFull && <span className={classList('hidden flex-1', totals, look.inner)}>Total</span>}
        <span className={classList('flex-1', look.inner)}>Qty</span>
        {/* As wide as the prices below, so that the other headings line up with their figures. */}
        <span className={classList('shrink-0', isFull && 'min-w-12', look.inner)}>
          {look.heading}
          <span
            aria-hidden="true"
            className={classList('invisible block h-0 font-medium', isFull && 'text-xs @min-[24rem]:text-sm')}
          >
            {longest > 0 && priceText(longest)}
          </span>
        </span>
      </div>
      <ol aria-label={kind === 'bid' ? 'Bids, best first' : 'Offers, best first'}>
        {Array.from({ length: isFull ? FULL_DEPTH : BEST_LEVELS }, (_, index) => (
          <li key={index}>
            {levels ? (
              <LevelRow kind={kind} level={levels[index]} {...shown} />
            ) : (
              <div className={classList('flex items-center', rowHeight(isFull))}>
                <Skeleton className="w-full" />
              </div>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Totals({ depth }: { depth: DepthData | undefined }) {
  return (
    <div className="mt-1 flex justify-between border-t border-line px-1 pt-2 text-sm text-muted">
      <span>
        Total bid <span className="live-number text-ink">{depth ? countText(depth.totalBidQuantity) : NO_NUMBER}</span>
      </span>
      <span>
        Total offer{' '}
        <span className="live-number text-ink">{depth ? countText(depth.totalAskQuantity) : NO_NUMBER}</span>
      </span>
    </div>
  );
}

function Band({ depth }: { depth: DepthBand | undefined }) {
  // A night's orders are checked against it, too; the next band is known when the next day begins.
  const day = dayWord(useMarketPhase());
  // An exchange from before an upgrade does not report it.
  const isKnown = depth?.lowestPrice !== undefined;
  return (
    <p className="flex flex-wrap justify-between gap-x-2 px-1 text-sm text-muted">
      {isKnown ? bandName(depth, day) : bandOf(day)}
      <span className="text-ink tabular-nums">
        {isKnown ? `${priceText(depth.lowestPrice)} \u2013 ${priceText(depth.highestPrice)}` : NO_NUMBER}
      </span>
    </p>
  );
}

export interface DepthViewProps {
  book: Depth;
  symbol: string;
  onChoose: (price: number, level: HTMLElement) => void;
}

/** Always the same number of rows on each side, so that nothing moves when a level comes or goes. */
export function DepthView({ book: { depth, isFull, setFull }, symbol, onChoose }: DepthViewProps) {
  const most = Math.max(1, ...[...(depth?.bids ?? []), ...(depth?.asks ?? [])].map(barOf));
  const isEmpty = depth !== undefined && depth.bids.length + depth.asks.length === 0;
  const best = depth?.asks[0]?.price ?? depth?.bids[0]?.price ?? 0;
  const orders = ordersFrom[isFull ? 'full' : best < FIVE_DIGITS ? 'best' : 'long'];
  const totals = best < LONG_PRICE ? totalsFrom.short : totalsFrom.long;
  const side = { isFull, most, orders, totals, onChoose };
  return (
    <div role="group" className="@container" data-symbol={symbol} aria-label={`Order book of ${symbol}`}>
      {!depth && <LoadingNote what="order book" />}
      <div className="relative">
        {/* Keeps its space, so that nothing moves when the first order arrives. */}
        <div className={classList('flex gap-4', isEmpty && 'invisible')}>
          <DepthSide kind="bid" levels={depth?.bids} {...side} />
          <DepthSide kind="offer" levels={depth?.asks} {...side} />
        </div>
        {isEmpty && (
          <p className="absolute inset-0 grid place-items-center px-4 text-center text-sm text-muted">
            Nobody bids or offers now. The book fills when the market trades.
          </p>
        )}
      </div>
      <Totals depth={depth} />
      <Band depth={depth} />
      <Button size="small" tone="quiet" aria-expanded={isFull} className="mt-1 -ml-2" onClick={() => setFull(!isFull)}>
        {isFull ? 'Show 5 levels' : 'Show 20 levels'}
      </Button>
    </div>
  );
}
