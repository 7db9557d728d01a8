// The lines of a chart in words: average, open orders and drawn lines, each with its distance from the price and its actions.
import type { ReactNode } from 'react';
import type { Interval } from '../../../contract/market.ts';
import { kindNames } from '../../chart/chart-drawing.ts';
import type { ChartDrawing } from '../../chart/chart-drawing.ts';
import { barTimeText } from '../../chart/chart-time.ts';
import type { SlopedLine } from '../../chart/drawn-lines.ts';
import type { LineActions } from '../../chart/line-tags.tsx';
import type { PriceLine } from '../../chart/marks.ts';
import { Button } from '../../ui/button.tsx';
import { percentText, priceText } from '../../ui/number-text.ts';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';

/** A line at one price, or one with two points. */
interface LineRow {
  key: string;
  text: string;
  prices: string;
  /** The distance from the current price; with two points there is no single figure. */
  away: string;
  /** Rows are sorted by it, highest first. */
  highest: number;
  actions: ReactNode;
}

function LevelActions({
  line: { key, kind, text, price, orderId },
  actions,
}: {
  line: PriceLine;
  actions: LineActions;
}) {
  const what = `${text} at ${priceText(price)}`;
  if (kind === 'drawn') return <RemoveButton what={what} onRemove={() => actions.onRemove(key)} />;
  if (orderId === undefined) return null;
  return (
    <span className="inline-flex gap-1">
      <Button size="small" aria-label={`Edit: ${what}`} onClick={() => actions.onEditOrder(orderId)}>
        Edit
      </Button>
      <Button size="small" tone="danger" aria-label={`Cancel: ${what}`} onClick={() => actions.onCancelOrder(orderId)}>
        Cancel
      </Button>
    </span>
  );
}

function RemoveButton({ what, onRemove }: { what: string; onRemove: () => void }) {
  return (
    <Button size="small" aria-label={`Remove: ${what}`} onClick={onRemove}>
      Remove
    </Button>
  );
}

function slopedRow(line: SlopedLine, interval: Interval, onRemove: (id: number) => void): LineRow {
  const { id, kind, from, to } = line;
  const text = `${kindNames[kind]}, ${barTimeText(from.second, interval)} to ${barTimeText(to.second, interval)}`;
  const prices = `${priceText(from.price)} to ${priceText(to.price)}`;
  return {
    key: `sloped ${id}`,
    text,
    prices,
    away: '',
    highest: Math.max(from.price, to.price),
    actions: <RemoveButton what={`${kindNames[kind]} from ${prices}`} onRemove={() => onRemove(id)} />,
  };
}

export interface LinesListProps {
  symbol: string;
  interval: Interval;
  lines: readonly PriceLine[];
  drawing: ChartDrawing;
  /** The newest price, from which distances are counted. */
  last: number | undefined;
  actions: LineActions;
}

const columns: Column<LineRow>[] = [
  { key: 'text', header: 'Line', isRowHeader: true, cell: ({ text }) => text },
  { key: 'price', header: 'Price', align: 'end', cell: ({ prices }) => prices },
  { key: 'away', header: 'From the price now', align: 'end', cell: ({ away }) => away },
  {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'end',
    cell: ({ actions }) => actions,
  },
];

export function LinesList({ symbol, interval, lines, drawing, last, actions }: LinesListProps) {
  const levelRow = (line: PriceLine): LineRow => ({
    key: line.key,
    text: line.text,
    prices: priceText(line.price),
    away: last ? percentText(100 * (line.price / last - 1)) : '',
    highest: line.price,
    actions: <LevelActions line={line} actions={actions} />,
  });
  const rows = [...lines.map(levelRow), ...drawing.sloped.map((line) => slopedRow(line, interval, drawing.onRemove))];
  return (
    <Table
      caption={`Lines on the chart of ${symbol}`}
      columns={columns}
      rows={rows.toSorted((one, other) => other.highest - one.highest)}
      rowKey={({ key }) => key}
      phoneRow={(row) => (
        <span className="flex items-center justify-between gap-3">
          <span>
            <span className="block font-medium">{row.text}</span>
            <span className="text-sm text-muted">{row.away ? `${row.prices} (${row.away})` : row.prices}</span>
          </span>
          {row.actions}
        </span>
      )}
    />
  );
}
