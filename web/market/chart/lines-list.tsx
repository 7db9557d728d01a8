// The lines of a chart in words: average, open orders and drawn lines, each with how far it is and what can be done with it.
import type { LineActions } from '../../chart/line-tags.tsx';
import type { PriceLine } from '../../chart/marks.ts';
import { Button } from '../../ui/button.tsx';
import { percentText, priceText } from '../../ui/number-text.ts';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';

function Actions({ line: { key, kind, text, price, orderId }, actions }: { line: PriceLine; actions: LineActions }) {
  const what = `${text} at ${priceText(price)}`;
  if (kind === 'drawn')
    return (
      <Button size="small" aria-label={`Remove: ${what}`} onClick={() => actions.onRemove(key)}>
        Remove
      </Button>
    );
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

export interface LinesListProps {
  symbol: string;
  lines: readonly PriceLine[];
  /** The newest price; the distance is counted from it. */
  last: number | undefined;
  actions: LineActions;
}

export function LinesList({ symbol, lines, last, actions }: LinesListProps) {
  const away = ({ price }: PriceLine): string => (last ? percentText(100 * (price / last - 1)) : '');
  const columns: Column<PriceLine>[] = [
    { key: 'text', header: 'Line', isRowHeader: true, cell: ({ text }) => text },
    { key: 'price', header: 'Price', align: 'end', cell: ({ price }) => priceText(price) },
    { key: 'away', header: 'From the price now', align: 'end', cell: away },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (line) => <Actions line={line} actions={actions} />,
    },
  ];
  return (
    <Table
      caption={`Lines on the chart of ${symbol}`}
      columns={columns}
      rows={lines.toSorted((one, other) => other.price - one.price)}
      rowKey={({ key }) => key}
      phoneRow={(line) => (
        <span className="flex items-center justify-between gap-3">
          <span>
            <span className="block font-medium">{line.text}</span>
            <span className="text-sm text-muted">{`${priceText(line.price)} (${away(line)})`}</span>
          </span>
          <Actions line={line} actions={actions} />
        </span>
      )}
    />
  );
}
