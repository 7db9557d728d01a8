// One breakdown of the trades - by stock, weekday, hour, tag, mood: the result of each part, as a bar and in figures.
import type { ReactNode } from 'react';
import type { DiaryGroup } from '../../../contract/trade/diary.ts';
import { classList } from '../../ui/class-list.ts';
import { Change } from '../../ui/money.tsx';
import { countText } from '../../ui/number-text.ts';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { heldText, isFew, profitFactorText, rateText, tradesText } from './figure-words.ts';

export interface BreakdownTableProps {
  caption: string;
  /** What the parts are, above their names. */
  header: string;
  groups: readonly DiaryGroup[] | undefined;
  name: (key: string) => ReactNode;
  /** The parts are stocks, named by their symbols. */
  isByStock?: boolean;
  empty: ReactNode;
}

/** From the middle to the right for profit, to the left for loss; the longest fills its half. */
function Bar({ net, most }: { net: number; most: number }) {
  const share = most === 0 ? 0 : Math.max(1, Math.round((Math.abs(net) / most) * 50));
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full min-w-24">
      <rect x={49.6} y={0} width={0.8} height={8} className="fill-edge" />
      {net !== 0 && (
        <rect
          x={net < 0 ? 50 - share : 50}
          y={0}
          width={share}
          height={8}
          className={net < 0 ? 'fill-down' : 'fill-up'}
        />
      )}
    </svg>
  );
}

function Sample({ trades }: { trades: number }) {
  return (
    <span className={classList(isFew(trades) && 'text-muted')}>
      {countText(trades)}
      {isFew(trades) && <span className="text-xs text-faint"> few</span>}
    </span>
  );
}

function columnsOf({ header, name }: BreakdownTableProps, most: number): Column<DiaryGroup>[] {
  return [
    { key: 'name', header, isRowHeader: true, cell: ({ key }) => name(key) },
    { key: 'trades', header: 'Trades', align: 'end', cell: ({ trades }) => <Sample trades={trades} /> },
    { key: 'net', header: 'Net P&L', align: 'end', cell: ({ netPL }) => <Change value={netPL} /> },
    {
      key: 'bar',
      header: <span className="sr-only">Bar</span>,
      from: 'md',
      className: 'w-1/4',
      cell: ({ netPL }) => <Bar net={netPL} most={most} />,
    },
    { key: 'rate', header: 'Win rate', align: 'end', cell: ({ winRate }) => rateText(winRate) },
    {
      key: 'expectancy',
      header: 'Per trade',
      align: 'end',
      from: 'md',
      cell: ({ expectancy }) => expectancy !== null && <Change value={expectancy} arrow={false} />,
    },
    { key: 'factor', header: 'Profit factor', align: 'end', from: 'lg', cell: profitFactorText },
    { key: 'held', header: 'Held', align: 'end', from: 'lg', cell: (group) => heldText(group.averageHeldSeconds) },
  ];
}

function PhoneGroup({ group, name, most }: { group: DiaryGroup; name: ReactNode; most: number }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium">{name}</span>
        <Change value={group.netPL} className="font-semibold" />
      </div>
      <Bar net={group.netPL} most={most} />
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>
          {tradesText(group.trades)}
          {isFew(group.trades) && ', few'}
        </span>
        <span>{`${rateText(group.winRate)} won`}</span>
      </div>
    </div>
  );
}

export function BreakdownTable(props: BreakdownTableProps) {
  const { caption, groups, name, isByStock = false, empty } = props;
  const most = groups?.reduce((known, { netPL }) => Math.max(known, Math.abs(netPL)), 0) ?? 0;
  return (
    <Table
      caption={caption}
      columns={columnsOf(props, most)}
      rows={groups}
      rowKey={({ key }) => key}
      rowSymbol={isByStock ? ({ key }) => key : undefined}
      skeletonRows={4}
      phoneRow={(group) => <PhoneGroup group={group} name={name(group.key)} most={most} />}
      empty={empty}
    />
  );
}
