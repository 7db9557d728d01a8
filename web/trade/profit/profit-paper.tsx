// The profit report on paper: terms, stocks, every pair of days by lot, dividends and rewards, and how all of it is counted.
import type { ReactNode } from 'react';
import type { GainFigures, ProfitReport } from '../../../contract/trade/profit.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { Button } from '../../ui/button.tsx';
import { classList } from '../../ui/class-list.ts';
import { dateTimeText, dateWords } from '../../ui/date-time.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { Change } from '../../ui/money.tsx';
import { countText, moneyText, priceText } from '../../ui/number-text.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { incomeWords, termWords } from './profit-csv.ts';

const number = 'px-2 py-1 text-right whitespace-nowrap max-sm:px-1';
const word = 'px-2 py-1 text-left max-sm:px-1';
const row = 'break-inside-avoid border-t border-line align-top';

/** Columns that a phone leaves out, to keep the results visible; paper and the lots have them all. */
const spare = 'max-sm:hidden print:table-cell';
/** Columns that a tablet leaves out, too: how the shares were bought and sold, which the profit sums up. */
const spareTwo = 'max-lg:hidden print:table-cell';

const FIGURES = ['Shares', 'Bought for', 'Sold for', 'Profit', 'Charges', 'Net profit'];

/** A result with its sign, which the colour only repeats. */
function Result({ rupees }: { rupees: number }) {
  return <Change value={rupees} kind="price" arrow={false} />;
}

interface FigureCellsProps {
  of: GainFigures;
  isShort?: boolean;
  isTotal?: boolean;
}

function FigureCells({ of, isShort = false, isTotal = false }: FigureCellsProps) {
  const { quantity, cost, proceeds, profit, charges, net } = of;
  const spared = classList(number, isShort && spare);
  const sparedTwo = classList(number, isShort && spareTwo);
  return (
    <>
      <td className={spared}>{countText(quantity)}</td>
      <td className={sparedTwo}>{priceText(cost)}</td>
      <td className={sparedTwo}>{priceText(proceeds)}</td>
      <td className={number}>
        <Result rupees={profit} />
      </td>
      <td className={spared}>{priceText(charges)}</td>
      <td className={classList(number, !isTotal && 'font-medium')}>
        <Result rupees={net} />
      </td>
    </>
  );
}

interface PartProps {
  title: string;
  /** The line below the title. */
  lead: string;
  /** The headings of the text columns, before those of figures. */
  words: readonly string[];
  figures?: readonly string[];
  /** On a phone only the results are shown. */
  isShort?: boolean;
  children: ReactNode;
}

const sparedHeads: Record<string, string> = {
  Shares: spare,
  'Bought for': spareTwo,
  'Sold for': spareTwo,
  Charges: spare,
};

function Part({ title, lead, words, figures = FIGURES, isShort = false, children }: PartProps) {
  return (
    <section className="flex flex-col gap-1">
      <h2 className="text-base font-semibold">{title}</h2>
      {/* Not the caption: as wide as the table, it would be cut off where the table scrolls. */}
      <p className="text-sm text-muted">{lead}</p>
      <Sideways label={title} className="print:overflow-visible">
        <table className="w-full border-collapse">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-sm text-muted">
              {words.map((name) => (
                <th key={name} scope="col" className={`${word} font-medium`}>
                  {name}
                </th>
              ))}
              {figures.map((name) => (
                <th key={name} scope="col" className={classList(number, 'font-medium', isShort && sparedHeads[name])}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </Sideways>
    </section>
  );
}

interface TermRowProps {
  name: string;
  /** Which shares these are. */
  note?: string;
  of: GainFigures;
  isTotal?: boolean;
}

function TermRow({ name, note, of, isTotal = false }: TermRowProps) {
  return (
    <tr className={isTotal ? `${row} font-semibold` : row}>
      <th scope="row" className={`${word} ${isTotal ? 'font-semibold' : 'font-medium'}`}>
        {name}
        {note && <span className="block text-sm font-normal text-muted">{note}</span>}
      </th>
      <FigureCells of={of} isShort isTotal={isTotal} />
    </tr>
  );
}

function Terms({ report }: { report: ProfitReport }) {
  return (
    <Part
      title="Realised profit"
      lead="Shares sold in these days, by how long they had been held. Sums in rupees."
      words={['Held']}
      isShort
    >
      <tbody>
        <TermRow name={termWords['SAME-DAY']} note="Speculative" of={report.sameDay} />
        <TermRow name={termWords.SHORT} note="Up to twelve months" of={report.shortTerm} />
        <TermRow name={termWords.LONG} note="More than twelve months" of={report.longTerm} />
      </tbody>
      <tfoot>
        <TermRow name="Total" of={report.total} isTotal />
      </tfoot>
    </Part>
  );
}

function Stocks({ stocks }: Pick<ProfitReport, 'stocks'>) {
  return (
    <Part title="By stock" lead="The same shares, by company." words={['Stock']} isShort>
      <tbody>
        {stocks.map((stock) => (
          <tr key={stock.symbol} data-symbol={stock.symbol} className={row}>
            <th scope="row" className={`${word} font-medium`}>
              {stock.symbol}
              <span className="block text-sm font-normal text-muted">{stock.name}</span>
            </th>
            <FigureCells of={stock} isShort />
          </tr>
        ))}
      </tbody>
    </Part>
  );
}

/** Rows drawn at first: a year of day trading has thousands. */
const MOST_LINES = 100;

interface LinesProps extends Pick<ProfitReport, 'lines'> {
  isWhole: boolean;
  onWhole: () => void;
}

function Lines({ lines, isWhole, onWhole }: LinesProps) {
  const shown = isWhole ? lines : lines.slice(0, MOST_LINES);
  return (
    <div className="flex flex-col gap-2">
      <Part
        title="By lot"
        lead="First in, first out: one line for each stock, day of buying and day of selling, the oldest sale first."
        words={['Stock', 'Term', 'Bought', 'Sold']}
      >
        <tbody>
          {shown.map((line) => (
            <tr key={`${line.symbol} ${line.boughtOn} ${line.soldOn}`} data-symbol={line.symbol} className={row}>
              <th scope="row" className={`${word} font-medium`}>
                {line.symbol}
              </th>
              <td className={`${word} whitespace-nowrap`}>{termWords[line.term]}</td>
              <td className={`${word} whitespace-nowrap`}>{dateWords(line.boughtOn)}</td>
              <td className={`${word} whitespace-nowrap`}>{dateWords(line.soldOn)}</td>
              <FigureCells of={line} />
            </tr>
          ))}
        </tbody>
      </Part>
      {shown.length < lines.length && (
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {`The first ${countText(shown.length)} of ${countText(lines.length)} lines.`}
          <Button className="print:hidden" onClick={onWhole}>
            Show all lines
          </Button>
        </p>
      )}
    </div>
  );
}

function OtherIncome({ report }: { report: ProfitReport }) {
  const { income, dividends, fractions, rewards } = report;
  return (
    <div className="flex flex-col gap-2">
      <Part
        title="Dividends and rewards"
        lead="Cash that came without a sale. It is not part of the profit above."
        words={['Day', 'Kind', 'What for']}
        figures={['Amount']}
      >
        <tbody>
          {income.map(({ date, kind, symbol, text, amount }, index) => (
            <tr key={index} data-symbol={symbol ?? undefined} className={row}>
              <td className={`${word} whitespace-nowrap`}>{dateWords(date)}</td>
              <td className={word}>{incomeWords[kind]}</td>
              <td className={word}>{symbol === null ? text : `${symbol}: ${text}`}</td>
              <td className={number}>
                <Result rupees={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </Part>
      <FigureList
        className="ml-auto w-full max-w-sm break-inside-avoid"
        figures={[
          { name: 'Dividends', value: moneyText(dividends) },
          { name: 'Cash for parts of shares', value: moneyText(fractions) },
          { name: 'Rewards', value: moneyText(rewards) },
        ]}
      />
    </div>
  );
}

/** Whose report it is, for people who are handed the paper. */
function Trader({ report }: { report: ProfitReport }) {
  const { name, email, account } = report.trader;
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {`${isolated(name)}, ${email}, account ${account}. Made out ${dateTimeText(report.issuedAt)} IST.`}
    </p>
  );
}

const notes = [
  'Shares are sold first in, first out; intraday shares before the others. Sold on the day of the buy counts as speculative, whatever the order said. Long term begins after twelve months.',
  'Charges are those of buying the shares that were sold, and of selling them. The diary counts charges on the day they are paid, so its net profit of the same days can differ; its analysis counts as this report does.',
  'After a split or a bonus the new shares keep the day and, together, the cost of the old ones.',
  'Practice money is not income, and nothing here has to be declared. The report shows how such a statement reads; it is no advice on tax.',
];

export interface ProfitPaperProps {
  report: ProfitReport;
  /** All lines are shown, however many there are. */
  isWhole: boolean;
  onWhole: () => void;
}

export function ProfitPaper({ report, isWhole, onWhole }: ProfitPaperProps) {
  return (
    <article className="flex flex-col gap-6 rounded-box border border-line bg-surface p-3 sm:p-6 lg:p-8 print:border-0 print:p-0">
      <p className="rounded-box border border-edge px-3 py-2 text-center font-semibold">
        Practice market. No security was bought or sold, and no money was moved.
      </p>
      <Trader report={report} />
      {report.lines.length === 0 ? (
        <EmptyState
          title="Nothing was sold in these days"
          text="Profit is realised when shares are sold. What is still held is not part of this report."
        />
      ) : (
        <>
          <Terms report={report} />
          <Stocks stocks={report.stocks} />
          <Lines lines={report.lines} isWhole={isWhole} onWhole={onWhole} />
        </>
      )}
      {report.income.length > 0 && <OtherIncome report={report} />}
      <section className="flex flex-col gap-1 text-sm text-muted">
        <h2 className="font-semibold">How it is counted</h2>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </article>
  );
}
