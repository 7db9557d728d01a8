// The trader's lines and fills on a stock's chart: an order's line can be moved, edited or canceled, a drawn one moved or removed.
import { Suspense, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Order } from '../../../contract/trade.ts';
import type { LineActions } from '../../chart/line-tags.tsx';
import { leftOutText } from '../../chart/marks.ts';
import type { OwnFill, PriceLine } from '../../chart/marks.ts';
import { lazyPart, useFetchLater } from '../../lazy-part.ts';
import type { Move } from '../../trade/move-order.tsx';
import { useOwnInStock } from '../../trade/own-in-stock.ts';
import { Coming } from '../../ui/coming.tsx';
import { useChartDrawing } from './use-chart-drawing.ts';
import type { OwnDrawing } from './use-chart-drawing.ts';

const loadDialogs = () => import('./order-dialogs.tsx');
const OrderDialogs = lazyPart(async () => ({ default: (await loadDialogs()).OrderDialogs }));

const DRAWN = 'drawn ';
const noLines: readonly PriceLine[] = [];

/** The id of the drawn line with this key; NaN for any other line. */
export function drawnId(key: string): number {
  return key.startsWith(DRAWN) ? Number(key.slice(DRAWN.length)) : Number.NaN;
}

export interface ChartLines {
  lines: readonly PriceLine[];
  fills: readonly OwnFill[];
  /** A note about fills that are not marked; empty if all are. */
  leftOut: string;
  actions: LineActions;
  drawing: OwnDrawing;
  /** What has just been done, in words. */
  said: string;
  /** The dialogs of the orders. */
  dialogs: ReactNode;
}

/** An order's line that is being moved, and whether it was dropped and awaits confirmation. */
interface MovingLine {
  key: string;
  price: number;
  isAsked: boolean;
}

/** `isPast`: the current average and current orders say nothing about a trade that is over. */
export function useChartLines(symbol: string, tick: number, isPast: boolean): ChartLines {
  const own = useOwnInStock(symbol);
  const [asked, setAsked] = useState<{ edit?: Order | null; cancel?: Order | null }>({});
  const [moving, setMoving] = useState<MovingLine | null>(null);
  const [said, setSaid] = useState('');
  const drawing = useChartDrawing(symbol, tick, setSaid);
  const { levels } = drawing;
  const priceOf = (key: string) => own.lines.find((line) => line.key === key)?.price;
  const orderOf = (id: string | undefined) => own.openOrders.find(({ _id }) => _id === id) ?? null;

  const lines = useMemo(() => {
    const made = levels.map(({ id, price }): PriceLine => ({
      key: DRAWN + id,
      kind: 'drawn',
      price,
      text: 'Drawn line',
    }));
    const orders = own.lines.map((line) =>
      line.key === moving?.key ? { ...line, price: moving.price, isMoved: true } : line,
    );
    return [...(isPast ? noLines : orders), ...made];
  }, [own.lines, levels, isPast, moving]);

  const move = ((): Move | null => {
    const line = moving?.isAsked ? own.lines.find(({ key }) => key === moving.key) : undefined;
    const order = orderOf(line?.orderId);
    if (!moving || !line?.field || !order || line.price === moving.price) return null;
    return { order, field: line.field, what: line.text, price: moving.price };
  })();

  useFetchLater(loadDialogs);
  /** One that has ended meanwhile stays in its dialog, or what was typed there would vanish without a word. */
  const newest = (order: Order | null = null) => orderOf(order?._id) ?? order;
  const [edited, canceled] = [newest(asked.edit), newest(asked.cancel)];
  const isAsked = edited !== null || canceled !== null || move !== null;
  // Once opened, they stay mounted, so that they can close properly and give the focus back.
  const [wasAsked, setWasAsked] = useState(false);
  if (isAsked && !wasAsked) setWasAsked(true);

  return {
    lines,
    fills: own.fills,
    leftOut: leftOutText(own.fills.length, own.fillCount),
    actions: {
      onEditOrder: (id) => setAsked({ edit: orderOf(id) }),
      onCancelOrder: (id) => setAsked({ cancel: orderOf(id) }),
      onDragOrder: (key, price) => setMoving({ key, price, isAsked: false }),
      onDropOrder: () => setMoving((now) => (now && priceOf(now.key) !== now.price ? { ...now, isAsked: true } : null)),
      onLeaveOrder: () => setMoving((now) => (now?.isAsked ? now : null)),
      onMove: (key, price) => drawing.moveLevel(drawnId(key), price),
      onSettle: drawing.chart.onSettle,
      onRemove: (key) => drawing.chart.onRemove(drawnId(key)),
    },
    drawing,
    said,
    dialogs: wasAsked && (
      <Suspense fallback={<Coming />}>
        <OrderDialogs
          edited={edited}
          canceled={canceled}
          move={move}
          onDone={(sentence) => {
            setAsked({});
            setSaid(sentence ?? '');
          }}
          onMoved={(sentence) => {
            setMoving(null);
            setSaid(sentence ?? '');
          }}
        />
      </Suspense>
    ),
  };
}
