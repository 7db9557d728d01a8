// The summary of a practice, at any time and before leaving the replay: its result, its largest drawdown, and each trade.
import { useState } from 'react';
import type { Interval } from '../../../../contract/market.ts';
import { toRupees } from '../../../../contract/wire/sums.ts';
import { dayText, marketDay } from '../../../../core/market/day.ts';
import { mean } from '../../../../core/money.ts';
import type { Paise } from '../../../../core/money.ts';
import { barTimeText } from '../../../chart/chart-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FigureList } from '../../../ui/figure-list.tsx';
import { Change } from '../../../ui/money.tsx';
import { now } from '../../../ui/now.ts';
import { countOf, countText, moneyText, priceText } from '../../../ui/number-text.ts';
import { Table } from '../../../ui/table.tsx';
import type { Column } from '../../../ui/table.tsx';
import { copyToDiary } from './copy-to-diary.ts';
import { PRACTICE_PURSE } from './practice.ts';
import { diaryText } from './practice-note.ts';
import type { PracticeSpan } from './practice-note.ts';
import type { PracticeSummary, PracticeTrade } from './practice-summary.ts';

/** What happens when the practice ends. */
export interface PracticeEnd {
  label: string;
  act: () => void;
}

export interface PracticeReportProps {
  summary: PracticeSummary;
  span: PracticeSpan;
  /** Null while it is only being viewed. */
  end: PracticeEnd | null;
  onClose: () => void;
}

const sum = (paise: Paise) => <Change value={toRupees(paise)} />;
const price = (value: Paise, quantity: number): string => priceText(toRupees(mean(value, quantity)));
const endings = { order: 'Sold', stop: 'Stop loss', target: 'Target' } as const;

function columnsAt(interval: Interval): Column<PracticeTrade>[] {
  const time = (at: number): string => barTimeText(at / 1000, interval);
  return [
    { key: 'opened', header: 'Bought', cell: ({ openedAt }) => time(openedAt), isRowHeader: true },
    { key: 'closed', header: 'Sold', cell: ({ closedAt }) => time(closedAt) },
    { key: 'how', header: 'By', cell: ({ sale }) => endings[sale.reason] },
    { key: 'shares', header: 'Shares', align: 'end', cell: ({ quantity }) => countText(quantity) },
    { key: 'cost', header: 'Bought at', align: 'end', cell: ({ cost, quantity }) => price(cost, quantity) },
    { key: 'sale', header: 'Sold at', align: 'end', cell: ({ proceeds, quantity }) => price(proceeds, quantity) },
    { key: 'charges', header: 'Charges', align: 'end', cell: ({ charges }) => priceText(toRupees(charges)) },
    { key: 'net', header: 'Profit', align: 'end', cell: ({ net }) => sum(net) },
  ];
}

function PhoneTrade({ trade, interval }: { trade: PracticeTrade; interval: Interval }) {
  const { quantity, cost, proceeds, charges, net, sale, closedAt } = trade;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex justify-between gap-3">
        <span>{`${countText(quantity)}: ${price(cost, quantity)} to ${price(proceeds, quantity)}`}</span>
        {sum(net)}
      </p>
      <p className="flex justify-between gap-3 text-sm text-muted">
        <span>{`${endings[sale.reason]} ${barTimeText(closedAt / 1000, interval)}`}</span>
        <span>{`charges ${priceText(toRupees(charges))}`}</span>
      </p>
    </div>
  );
}

function Figures({ summary: { figures, open, profit, fall, holding } }: { summary: PracticeSummary }) {
  return (
    <FigureList
      figures={[
        {
          name: 'Closed trades',
          value: `${countText(figures.trades)}: ${countText(figures.wins)} won, ${countText(figures.losses)} lost`,
        },
        { name: 'Their profit after charges', value: sum(figures.net) },
        open !== null && {
          name: `${countOf(open.quantity, 'share')} still held, if sold now`,
          value: sum(open.profit),
        },
        { name: `Profit on ${moneyText(toRupees(PRACTICE_PURSE))}`, value: sum(profit), isTotal: true },
        { name: 'Biggest fall of the purse, from close to close', value: moneyText(toRupees(fall)) },
        { name: 'Buy and hold: all in shares from the first order until now', value: sum(holding) },
      ]}
    />
  );
}

type Copying = 'not yet' | 'under way' | 'done' | { refusal: string };

/** Saved to today's note, since today is when it was practised. If the figures have changed since, it can be copied again. */
function CopyButton({ text }: { text: string }) {
  const [copying, setCopying] = useState<Copying>('not yet');
  const copy = async (): Promise<void> => {
    setCopying('under way');
    const refusal = await copyToDiary(dayText(marketDay(now())), text);
    setCopying(refusal === null ? 'done' : { refusal });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      {copying !== 'done' && (
        <Button size="small" busy={copying === 'under way'} onClick={() => void copy()}>
          Copy to diary
        </Button>
      )}
      <p role="status" className={typeof copying === 'object' ? 'text-down' : 'text-muted'}>
        {copying === 'done' && 'It is in today\u2019s note in your diary.'}
        {typeof copying === 'object' && copying.refusal}
      </p>
    </div>
  );
}

export function PracticeReport({ summary, span, end, onClose }: PracticeReportProps) {
  const { interval } = span;
  return (
    <Dialog
      title={end ? 'The practice ends' : 'Practice so far'}
      size="large"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Go on practising</Button>
          {end && (
            <Button tone="primary" onClick={end.act}>
              {end.label}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {end && <p>No order was placed, and no money moved. Nothing is kept but what you copy.</p>}
        <Figures summary={summary} />
        {summary.trades.length > 0 && (
          <Table
            caption="Trades of the practice"
            columns={columnsAt(interval)}
            rows={summary.trades}
            rowKey={({ orderId }) => String(orderId)}
            phoneRow={(trade) => <PhoneTrade trade={trade} interval={interval} />}
            className="-mx-4 sm:-mx-6"
          />
        )}
        <CopyButton text={diaryText(summary, span)} />
        <p className="text-sm text-muted">
          Charges are those of a real order today, for shares paid in full and kept overnight. Prices are in the shares
          of today, as on the chart.
        </p>
      </div>
    </Dialog>
  );
}
