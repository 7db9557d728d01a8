// The figures of the trades in view, each with what it is made of.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DiaryAnalytics } from '../../../contract/trade/diary.ts';
import type { SharedAnalysis } from '../../../contract/user/shared-diary.ts';
import { Card } from '../../ui/card.tsx';
import { Change, Money } from '../../ui/money.tsx';
import { countText, moneyText, NO_NUMBER } from '../../ui/number-text.ts';
import { StatRow } from '../../ui/stat.tsx';
import type { Stat } from '../../ui/stat.tsx';
import { dayWords, monthOf } from './calendar.ts';
import { heldText, profitFactorText, rateText, ratioText, riskText, sampleText, tradesText } from './figure-words.ts';

const columns = 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-4';

function change(value: number | null): ReactNode {
  return value === null ? NO_NUMBER : <Change value={value} />;
}

function Notable({ trade, isOwn }: { trade: DiaryAnalytics['best']; isOwn: boolean }) {
  if (!trade) return <span className="block text-faint">{NO_NUMBER}</span>;
  const words = `${countText(trade.quantity)} ${trade.symbol}, ${dayWords(trade.date)}`;
  if (!isOwn) return <span data-symbol={trade.symbol}>{words}</span>;
  return (
    <Link
      data-symbol={trade.symbol}
      to="/tradediary"
      search={{ month: monthOf(trade.date), day: trade.date, trade: trade.id }}
      className="underline-offset-2 hover:underline"
    >
      {words}
    </Link>
  );
}

function resultStats(data: SharedAnalysis, isOwn: boolean): Stat[] {
  const decided = `${countText(data.wins)} won, ${countText(data.losses)} lost${data.scratches > 0 ? `, ${countText(data.scratches)} even` : ''}`;
  const run = data.current;
  return [
    {
      name: 'Net P&L',
      value: <Change value={data.netPL} />,
      note: `${moneyText(data.grossPL)} before ${moneyText(data.charges)} charges`,
    },
    { name: 'Win rate', value: rateText(data.winRate), note: data.trades === 0 ? 'No trades' : decided },
    {
      name: 'Profit factor',
      value: profitFactorText(data),
      note: data.losses === 0 && data.wins > 0 ? 'No losing trade yet' : 'Won against lost',
    },
    { name: 'Expectancy', value: change(data.expectancy), note: `A trade on average, of ${tradesText(data.trades)}` },
    { name: 'Average win', value: change(data.averageWin), note: `Of ${tradesText(data.wins)}` },
    { name: 'Average loss', value: change(data.averageLoss), note: `Of ${tradesText(data.losses)}` },
    { name: 'Payoff', value: ratioText(data.payoff), note: 'Average win against average loss' },
    { name: 'Kelly', value: rateText(data.kelly === null ? null : data.kelly * 100), note: 'A formula, not advice' },
    {
      name: 'Held on average',
      value: heldText(data.averageHeldSeconds),
      note: `The middle one ${heldText(data.medianHeldSeconds)}`,
    },
    {
      name: 'Longest run',
      value: `${countText(data.longestWins)} won`,
      note: `${countText(data.longestLosses)} lost${run ? `; now ${countText(run.length)} ${run.kind === 'win' ? 'won' : 'lost'}` : ''}`,
    },
    { name: 'Best trade', value: change(data.best?.net ?? null), note: <Notable trade={data.best} isOwn={isOwn} /> },
    { name: 'Worst trade', value: change(data.worst?.net ?? null), note: <Notable trade={data.worst} isOwn={isOwn} /> },
  ];
}

function wayStats({ ways, stopped, trades, expectancyR, sqn }: SharedAnalysis): Stat[] {
  const partly = `${countText(ways.exact)} trade by trade, the others with the help of bars`;
  const source = ways.exact === ways.known ? 'trade by trade' : ways.exact === 0 ? 'with the help of bars' : partly;
  const seen = ways.known === 0 ? 'No trade whose way is known' : `Of ${tradesText(ways.known)}, seen ${source}`;
  const withStop =
    stopped === 0 ? 'No trade had a stop' : `Of ${countText(stopped)} of ${tradesText(trades)} with a stop`;
  return [
    { name: 'Worst point (MAE)', value: change(ways.averageMae), note: seen },
    { name: 'Best point (MFE)', value: change(ways.averageMfe), note: 'Both before charges, on average' },
    {
      name: 'Efficiency',
      value: rateText(ways.averageEfficiency === null ? null : ways.averageEfficiency * 100),
      note: 'How much of the best points the sales kept',
    },
    { name: 'R on average', value: riskText(expectancyR), note: withStop },
    { name: 'System quality', value: ratioText(sqn), note: 'How steady these results are' },
  ];
}

/** An exchange from before an upgrade does not say what the index did. */
function ReturnNote({ ofIndex }: { ofIndex: number | null | undefined }) {
  if (ofIndex === null || ofIndex === undefined) return 'Time-weighted: deposits do not count';
  return (
    <>
      The index: <Change value={ofIndex} kind="percent" arrow={false} />. Deposits do not count
    </>
  );
}

function riskStats({ account }: DiaryAnalytics): Stat[] {
  const { days, daysNeeded, daysOfYear } = account;
  const missing = days < daysNeeded;
  const note = missing
    ? `Needs ${daysNeeded} days, has ${days}`
    : `Of ${countText(days)} days, ${daysOfYear} to a year`;
  return [
    {
      name: 'Worth at the end',
      value: <Money rupees={account.endEquity} />,
      note: `${moneyText(account.startEquity)} at the start`,
    },
    { name: 'Made', value: <Change value={account.profit} />, note: `${moneyText(account.flows)} came in` },
    {
      name: 'Return',
      value: <Change value={account.returnPercent} kind="percent" />,
      note: <ReturnNote ofIndex={account.indexReturnPercent} />,
    },
    {
      name: 'Deepest drawdown',
      value:
        account.maxDrawdown === 0 ? (
          '0.00%'
        ) : (
          <Change value={account.maxDrawdownPercent} kind="percent" arrow={false} />
        ),
      note: account.maxDrawdown === 0 ? 'Never below its peak' : `${moneyText(account.maxDrawdown)} from the peak`,
    },
    { name: 'Recovery', value: ratioText(account.recovery), note: 'What was made, over the deepest drawdown' },
    { name: 'Sharpe', value: ratioText(account.sharpe), note },
    { name: 'Sortino', value: ratioText(account.sortino), note },
    { name: 'Volatility', value: rateText(account.volatilityPercent), note: missing ? note : 'Of a year' },
  ];
}

export interface TradeFiguresProps {
  data: SharedAnalysis;
  /** Who looks is whose trades they are, and can open them in the diary. */
  isOwn?: boolean;
  /** Left out where what is still held is not shown. */
  openCharges?: number;
}

export function TradeFigures({ data, isOwn = true, openCharges = 0 }: TradeFiguresProps) {
  const sample = sampleText(data.trades);
  return (
    <Card title="Closed trades" actions={<span className="text-sm text-muted">after charges of both sides</span>}>
      {sample && <p className="mb-4 rounded-box bg-warn-soft px-3 py-2 text-warn">{sample}</p>}
      <StatRow stats={resultStats(data, isOwn)} className={columns} />
      {openCharges > 0 && (
        <p className="mt-4 text-sm text-muted">
          {`${moneyText(openCharges)} of charges were paid for shares still held; they count when the shares are sold.`}
        </p>
      )}
    </Card>
  );
}

export function WayFigures({ data }: { data: SharedAnalysis }) {
  return (
    <Card title="While held">
      <StatRow stats={wayStats(data)} className="grid-cols-2 sm:grid-cols-3 lg:grid-cols-5" />
    </Card>
  );
}

export function RiskFigures({ data }: { data: DiaryAnalytics }) {
  return <StatRow stats={riskStats(data)} className={columns} />;
}
