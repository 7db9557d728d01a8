// The profit report of some days: the gains of the diary's own closed trades, with dividends and rewards beside them.
import { profitMessages } from '../../../contract/messages/diary.ts';
import type { GainFigures as WireFigures, GainTerm, Income, ProfitReport } from '../../../contract/trade/profit.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { dayText } from '../../../core/market/day.ts';
import { grossGain, netGain, reportGains, termOf } from '../../../core/trade/diary/gains.ts';
import type { Gain, GainFigures, StockGains, Term } from '../../../core/trade/diary/gains.ts';
import type { Queryable } from '../../db/open.ts';
import type { Caller } from '../../handler.ts';
import { isInSpan } from '../day-span.ts';
import type { DaySpan } from '../day-span.ts';
import { paidEntitlements } from '../entitlements.ts';
import { instantText } from '../present.ts';
import type { Mine } from '../mine.ts';
import type { TradeHistories } from './history.ts';
import type { DiaryContext } from './reader.ts';
import { flowsOf } from './worth.ts';

export interface ProfitAsked {
  readonly mine: Mine;
  readonly user: Caller;
  readonly span: DaySpan;
}

export async function profitReport(
  context: DiaryContext,
  histories: TradeHistories,
  { mine, user, span }: ProfitAsked,
): Promise<ProfitReport> {
  const [income, names] = await Promise.all([incomeOf(context, mine, span), namesOf(context)]);
  // Read last and used without waiting for anything else: the history grows whenever another call reads it.
  const { gains } = await histories.of(mine);
  const report = reportGains(gains.all.filter(({ soldDay }) => isInSpan(span, soldDay)));
  return {
    from: span.fromDay === null ? null : dayText(span.fromDay),
    to: span.toDay === null ? null : dayText(span.toDay),
    trader: { name: user.name, email: user.email, account: String(user.accountNo) },
    issuedAt: instantText(context.now()),
    total: presentFigures(report.total),
    sameDay: presentFigures(report.terms['same-day']),
    shortTerm: presentFigures(report.terms.short),
    longTerm: presentFigures(report.terms.long),
    stocks: report.stocks.map((stock) => presentStock(stock, names.get(stock.symbol) ?? stock.symbol)),
    lines: report.gains.map(presentLine),
    income: income.map(({ day, amount, ...one }) => ({ date: dayText(day), ...one, amount: toRupees(amount) })),
    dividends: totalOf(income, 'DIVIDEND'),
    fractions: totalOf(income, 'FRACTION'),
    rewards: totalOf(income, 'REWARD'),
  };
}

interface DayIncome extends Pick<Income, 'kind' | 'symbol' | 'text'> {
  readonly day: number;
  /** Paise. */
  readonly amount: number;
}

/** Cash from corporate actions and rewards, the oldest first. */
async function incomeOf({ db }: DiaryContext, mine: Mine, span: DaySpan): Promise<DayIncome[]> {
  const [paid, flows, rewards] = await Promise.all([
    paidEntitlements(db, mine, span),
    flowsOf(db, mine),
    rewardKinds(db, mine),
  ]);
  const ofCompanies = paid.map(({ day, symbol, isDividend, text, cash }): DayIncome => {
    return { day, kind: isDividend ? 'DIVIDEND' : 'FRACTION', symbol, text, amount: cash };
  });
  const ofRewards = flows
    .filter(({ source, day }) => source === 'rewards' && isInSpan(span, day))
    .map(({ day, amount, reference }): DayIncome => {
      const text = amount < 0 ? profitMessages.takenBack : profitMessages.rewards[rewards.get(reference)!];
      return { day, kind: 'REWARD', symbol: null, text, amount };
    });
  return [...ofCompanies, ...ofRewards].sort((a, b) => a.day - b.day);
}

type RewardKind = keyof typeof profitMessages.rewards;

async function rewardKinds(db: Queryable, { venue, account }: Mine): Promise<Map<number, RewardKind>> {
  const { rows } = await db.query<{ id: number; kind: RewardKind }>(
    'select id, kind from rewards where venue = $1 and account = $2',
    [venue, account],
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

function totalOf(income: readonly DayIncome[], kind: Income['kind']): number {
  return toRupees(income.reduce((sum, one) => (one.kind === kind ? sum + one.amount : sum), 0));
}

function namesOf({ exchange }: DiaryContext): Promise<Map<string, string>> {
  return exchange.read(
    (engine) => new Map([...engine.markets()].map(({ instrument }) => [instrument.symbol, instrument.name])),
  );
}

const wireTerms: Record<Term, GainTerm> = { 'same-day': 'SAME-DAY', short: 'SHORT', long: 'LONG' };

function presentFigures(figures: GainFigures): WireFigures {
  return {
    quantity: figures.quantity,
    cost: toRupees(figures.cost),
    proceeds: toRupees(figures.proceeds),
    profit: toRupees(grossGain(figures)),
    charges: toRupees(figures.charges),
    net: toRupees(netGain(figures)),
  };
}

function presentStock(stock: StockGains, name: string): ProfitReport['stocks'][number] {
  const { symbol, net } = stock;
  return {
    symbol,
    name,
    ...presentFigures(stock),
    sameDay: toRupees(net['same-day']),
    shortTerm: toRupees(net.short),
    longTerm: toRupees(net.long),
  };
}

function presentLine(gain: Gain): ProfitReport['lines'][number] {
  return {
    symbol: gain.symbol,
    term: wireTerms[termOf(gain)],
    boughtOn: dayText(gain.boughtDay),
    soldOn: dayText(gain.soldDay),
    ...presentFigures(gain),
  };
}
