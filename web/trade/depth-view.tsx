// The order book's best five levels side by side, with bars for their size; a level can be chosen as the price of an order.
import type { DepthData } from '../../contract/market.ts';
import { classList } from '../ui/class-list.ts';
import { countText, priceText } from '../ui/number-text.ts';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';

type Level = DepthData['bids'][number];

interface SideProps {
  kind: 'bid' | 'offer';
  levels: readonly (Level | undefined)[] | undefined;
  /** Quantity that fills the whole width of a bar. */
  most: number;
  onChoose?: (price: number, level: HTMLElement) => void;
}

const looks = {
  bid: {
    heading: 'Bid',
    order: 'flex-row',
    bar: 'right-0 bg-accent-soft',
    text: 'text-accent-text',
    choose: 'Use bid price',
  },
  offer: {
    heading: 'Offer',
    order: 'flex-row-reverse',
    bar: 'left-0 bg-sell-soft',
    text: 'text-sell-text',
    choose: 'Use offer price',
  },
} as const;

function LevelRow({ kind, level, most, onChoose }: Omit<SideProps, 'levels'> & { level: Level | undefined }) {
  const look = looks[kind];
  const content = (
    <>
      <span
        aria-hidden="true"
        className={classList('absolute inset-y-0.5 rounded-[3px]', look.bar)}
        style={{ width: level ? `${(level.quantity / most) * 100}%` : 0 }}
      />
      <span className="live-number relative hidden w-11 text-left text-faint group-data-[kind=offer]:text-right @min-[20rem]:block">
        {level ? countText(level.orders) : '\u2013'}
      </span>
      <span className="live-number relative flex-1 text-right group-data-[kind=offer]:text-left">
        {level ? countText(level.quantity) : '\u2013'}
      </span>
      <span
        className={classList(
          'live-number relative shrink-0 font-medium',
          look.text,
          kind === 'bid' ? 'text-right' : 'text-left',
        )}
      >
        {level ? priceText(level.price) : '\u2013'}
      </span>
    </>
  );
  const rowLook = classList('relative flex h-7 w-full items-center gap-2 px-1 text-sm', look.order);
  if (!onChoose || !level) return <div className={rowLook}>{content}</div>;
  return (
    <button
      type="button"
      className={classList(rowLook, 'rounded-[3px] hover:bg-sunken')}
      title={look.choose}
      onClick={({ currentTarget }) => onChoose(level.price, currentTarget)}
    >
      {content}
    </button>
  );
}

function DepthSide({ kind, levels, most, onChoose }: SideProps) {
  const look = looks[kind];
  return (
    <div data-kind={kind} className="group min-w-0 flex-1">
      <div className={classList('flex h-7 items-center gap-2 px-1 text-sm text-faint', look.order)}>
        <span className={classList('hidden w-11 @min-[20rem]:block', kind === 'bid' ? 'text-left' : 'text-right')}>
          Orders
        </span>
        <span className={classList('flex-1', kind === 'bid' ? 'text-right' : 'text-left')}>Qty</span>
        <span className={classList('shrink-0', kind === 'bid' ? 'text-right' : 'text-left')}>{look.heading}</span>
      </div>
      <ol aria-label={kind === 'bid' ? 'Bids, best first' : 'Offers, best first'}>
        {Array.from({ length: 5 }, (_, index) => (
          <li key={index}>
            {levels ? (
              <LevelRow kind={kind} level={levels[index]} most={most} onChoose={onChoose} />
            ) : (
              <div className="flex h-7 items-center">
                <Skeleton className="w-full" />
              </div>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

export interface DepthViewProps {
  depth: DepthData | undefined;
  symbol: string;
  onChoose?: (price: number, level: HTMLElement) => void;
}

/** Five rows each side always, so that nothing moves when a level comes or goes. */
export function DepthView({ depth, symbol, onChoose }: DepthViewProps) {
  const most = Math.max(1, ...[...(depth?.bids ?? []), ...(depth?.asks ?? [])].map((level) => level.quantity));
  const isEmpty = depth !== undefined && depth.bids.length + depth.asks.length === 0;
  return (
    <div role="group" className="@container" data-symbol={symbol} aria-label={`Order book of ${symbol}`}>
      {!depth && <LoadingNote what="order book" />}
      <div className="relative">
        {/* Keeps its room, so that nothing moves when the first order comes. */}
        <div className={classList('flex gap-4', isEmpty && 'invisible')}>
          <DepthSide kind="bid" levels={depth?.bids} most={most} onChoose={onChoose} />
          <DepthSide kind="offer" levels={depth?.asks} most={most} onChoose={onChoose} />
        </div>
        {isEmpty && (
          <p className="absolute inset-0 grid place-items-center px-4 text-center text-sm text-muted">
            Nobody bids or offers now. The book fills when the market trades.
          </p>
        )}
      </div>
      <div className="mt-1 flex justify-between border-t border-line px-1 pt-2 text-sm text-muted">
        <span>
          Total bid <span className="live-number text-ink">{depth ? countText(depth.totalBidQuantity) : '\u2013'}</span>
        </span>
        <span>
          Total offer{' '}
          <span className="live-number text-ink">{depth ? countText(depth.totalAskQuantity) : '\u2013'}</span>
        </span>
      </div>
    </div>
  );
}
