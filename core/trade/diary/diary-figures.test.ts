// Figures of trades, of their ways and of the account: the known answers, and the edges where a figure means nothing.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { equityCurve, fallsOf, riskOf, yearlyRisk } from './equity.ts';
import { excursionOf, initialRisk } from './excursion.ts';
import { figuresOf } from './trade-figures.ts';

const known = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/diary-known-answers.json', import.meta.url), 'utf8'),
) as {
  trade_list_case: {
    pnl: number[];
    initial_risk_each: number;
    start_equity: number;
    equity: number[];
    expected: Record<string, number>;
  };
  returns_case: { daily_returns: number[]; expected: Record<string, number> };
  mae_mfe_case: {
    qty: number;
    entry: number;
    exit: number;
    planned_stop: number;
    bars_high_low_in_trade: [number, number][];
    expected: Record<string, number>;
  };
};

const result = (net: number, r: number | null = null, heldMs = 0) => ({ net, r, heldMs });

describe('ten trades', () => {
  const { pnl, initial_risk_each: risk, start_equity: start, equity, expected } = known.trade_list_case;
  const figures = figuresOf(pnl.map((rupees) => result(rupees * 100, rupees / risk)));

  test('how often and how much', () => {
    expect(figures).toMatchObject({
      trades: expected.trades,
      wins: expected.wins,
      losses: expected.losses,
      scratches: expected.scratches,
      winRate: expected.win_rate_all,
      net: expected.net * 100,
      grossProfit: expected.gross_profit * 100,
      grossLoss: -expected.gross_loss * 100,
      averageWin: expected.avg_win * 100,
      averageLoss: expected.avg_loss * 100,
      expectancy: expected.expectancy * 100,
      longestWins: expected.max_consec_wins,
      longestLosses: expected.max_consec_losses,
      stopped: 10,
      current: { kind: 'win', length: 2 },
    });
    expect(figures.wins / (figures.wins + figures.losses)).toBeCloseTo(expected.win_rate_ex_scratch, 12);
  });

  test('payoff, profit factor, Kelly, and in units of risk', () => {
    expect(figures.payoff).toBeCloseTo(expected.payoff, 12);
    expect(figures.profitFactor).toBeCloseTo(expected.profit_factor, 12);
    expect(figures.kelly).toBeCloseTo(expected.kelly, 12);
    expect(figures.expectancyR).toBeCloseTo(expected.expectancy_R, 12);
    expect(figures.sqn).toBeCloseTo(expected.sqn, 12);
  });

  test('the curve falls 400 from its peak, 3.587444 %; what was made is 2.75 times that', () => {
    const flows = [{ day: 0, amount: start * 100 }];
    const moves = pnl.map((rupees, index) => ({
      day: index + 1,
      symbol: 'ABC',
      shares: 0,
      cash: rupees * 100,
      price: 1,
    }));
    const points = equityCurve({ days: equity.map((_, day) => day), flows, moves, close: () => undefined });
    expect(points.map((point) => point.equity)).toEqual(equity.map((rupees) => rupees * 100));
    const falls = fallsOf(points, null);
    const deepest = Math.min(...falls.map(({ amount }) => amount));
    expect(deepest).toBe(-expected.max_drawdown_abs * 100);
    expect(Math.min(...falls.map(({ rate }) => rate))).toBeCloseTo(-expected.max_drawdown_pct, 12);
    const made = points[points.length - 1].profit;
    expect(made / -deepest).toBeCloseTo(expected.recovery_factor, 12);
    expect(points[points.length - 1].index - 1).toBeCloseTo(expected.return_on_start, 12);
  });
});

describe('edges', () => {
  test('nothing is known of no trades', () => {
    expect(figuresOf([])).toMatchObject({
      trades: 0,
      winRate: null,
      expectancy: null,
      payoff: null,
      profitFactor: null,
      averageWin: null,
      averageHeldMs: null,
      medianHeldMs: null,
      current: null,
      expectancyR: null,
      sqn: null,
    });
  });

  test('without a loss there is no profit factor; without a win it is zero', () => {
    expect(figuresOf([result(5)]).profitFactor).toBeNull();
    expect(figuresOf([result(-5)]).profitFactor).toBe(0);
    expect(figuresOf([result(-5)]).payoff).toBeNull();
    expect(figuresOf([result(0)])).toMatchObject({ scratches: 1, winRate: 0, profitFactor: null, current: null });
  });

  test('a scratch breaks a run', () => {
    const trades = [result(1), result(1), result(0), result(1)];
    expect(figuresOf(trades)).toMatchObject({ longestWins: 2, current: { kind: 'win', length: 1 } });
  });

  test('the median is the middle one, or between the two', () => {
    expect(figuresOf([result(1, null, 9), result(1, null, 1), result(1, null, 2)]).medianHeldMs).toBe(2);
    expect(figuresOf([result(1, null, 9), result(1, null, 1)]).medianHeldMs).toBe(5);
    expect(figuresOf([result(1, null, 9), result(1, null, 2)]).averageHeldMs).toBe(5.5);
  });

  test('trades without a stop leave the units of risk alone', () => {
    expect(figuresOf([result(100, 2), result(500), result(-100, -1)])).toMatchObject({ stopped: 2, expectancyR: 0.5 });
    // 1.5 / sd(2, -1) = 0.5 / 2.1213; times the root of 2
    expect(figuresOf([result(100, 2), result(-100, -1)]).sqn).toBeCloseTo((0.5 / 2.121320343559643) * Math.SQRT2, 12);
    expect(figuresOf([result(100, 1), result(100, 1)]).sqn).toBeNull();
    // Of more than a hundred the root of a hundred: 10 x 0.5 / sd, whose square is 200 x 1.5 x 1.5 / 199.
    const many = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? result(100, 2) : result(-100, -1)));
    expect(figuresOf(many).sqn).toBeCloseTo(5 / (1.5 * Math.sqrt(200 / 199)), 12);
  });
});

describe('a trade’s way', () => {
  test('the known long: -16, 35, efficiency 0.4286, R 0.75', () => {
    const { qty, entry, exit, planned_stop: stop, bars_high_low_in_trade: bars, expected } = known.mae_mfe_case;
    const high = Math.max(entry, exit, ...bars.map(([top]) => top)) * 100;
    const low = Math.min(entry, exit, ...bars.map(([, bottom]) => bottom)) * 100;
    const way = { quantity: qty, cost: entry * qty * 100, proceeds: exit * qty * 100, high, low };
    const { mae, mfe, efficiency } = excursionOf(way);
    expect([low, high]).toEqual([expected.mae_price * 100, expected.mfe_price * 100]);
    expect([mae, mfe]).toEqual([expected.mae * 100, expected.mfe * 100]);
    expect(mae / way.cost).toBeCloseTo(expected.mae_pct, 12);
    expect(mfe / way.cost).toBeCloseTo(expected.mfe_pct, 12);
    expect(efficiency).toBeCloseTo(expected.exit_efficiency, 12);
    expect(mfe - (way.proceeds - way.cost)).toBe(expected.give_back * 100);
    const risk = initialRisk(way, stop * 100)!;
    expect(risk).toBe(expected.initial_risk * 100);
    expect((way.proceeds - way.cost) / risk).toBe(expected.r_multiple);
    expect([mae / risk, mfe / risk]).toEqual([expected.mae_R, expected.mfe_R]);
  });

  test('a trade that never was above its cost kept nothing of nothing', () => {
    const way = { quantity: 2, cost: 200_00, proceeds: 180_00, high: 99_00, low: 85_00 };
    expect(excursionOf(way)).toEqual({ mae: -30_00, mfe: 0, efficiency: null });
  });

  test('the way reaches at least as far as the sale, where no price was seen on it', () => {
    const way = { quantity: 2, cost: 200_00, high: 100_00, low: 100_00 };
    expect(excursionOf({ ...way, proceeds: 180_00 })).toMatchObject({ mae: -20_00, mfe: 0 });
    expect(excursionOf({ ...way, proceeds: 220_00 })).toMatchObject({ mae: 0, mfe: 20_00 });
  });

  test('a stop at or above the cost risks nothing', () => {
    expect(initialRisk({ quantity: 10, cost: 1000_00 }, 100_00)).toBeNull();
    expect(initialRisk({ quantity: 10, cost: 1000_00 }, 101_00)).toBeNull();
  });
});

describe('the account', () => {
  const { daily_returns: returns, expected } = known.returns_case;

  test('Sharpe, Sortino and volatility of the published returns', () => {
    const { sharpe, sortino, volatility } = yearlyRisk(returns, 252);
    expect(sharpe).toBeCloseTo(expected.sharpe_252_rf0_ddof1, 12);
    expect(sortino).toBeCloseTo(expected.sortino_252_target0_all_n, 12);
    expect(volatility).toBeCloseTo(expected.annual_vol, 12);
  });

  test('eight days are too few to say so, twenty are enough', () => {
    expect(riskOf(returns)).toEqual({ days: 8, sharpe: null, sortino: null, volatility: null });
    expect(riskOf([...returns, ...returns, ...returns.slice(0, 4)]).sharpe).not.toBeNull();
    expect(riskOf(Array.from({ length: 20 }, () => 0)).sharpe).toBeNull();
  });

  test('the published returns as a curve fall by a tenth and make 3.893 %', () => {
    let worth = 1_000_000_00;
    const moves = returns.map((change, index) => {
      const cash = Math.round(worth * change);
      worth += cash;
      return { day: index + 1, symbol: 'ABC', shares: 0, cash, price: 1 };
    });
    const days = [0, ...moves.map(({ day }) => day)];
    const points = equityCurve({ days, flows: [{ day: 0, amount: 1_000_000_00 }], moves, close: () => undefined });
    expect(points[points.length - 1].index - 1).toBeCloseTo(expected.cum_return, 7);
    expect(Math.min(...fallsOf(points, null).map(({ rate }) => rate))).toBeCloseTo(expected.max_drawdown, 7);
  });

  test('a deposit is no profit, and a fall is counted from the peak with the start', () => {
    const points = equityCurve({
      days: [1, 2, 3],
      flows: [
        { day: 1, amount: 100_00 },
        { day: 3, amount: 900_00 },
      ],
      moves: [
        { day: 1, symbol: 'ABC', shares: 1, cash: -101_00, price: 100_00 },
        { day: 3, symbol: 'ABC', shares: -1, cash: 108_00, price: 109_00 },
      ],
      close: (_, day) => ({ 1: 98_00, 2: undefined, 3: 110_00 })[day as 1 | 2 | 3],
    });
    // -1 + 98; the same mark; then 99 + 900 + 9 - 1
    expect(points.map(({ equity, profit }) => [equity, profit])).toEqual([
      [97_00, -3_00],
      [97_00, -3_00],
      [1007_00, 7_00],
    ]);
    expect(points.map(({ change }) => change)).toEqual([
      expect.closeTo(-0.03, 12),
      0,
      expect.closeTo(1007 / 997 - 1, 12),
    ]);
    expect(fallsOf(points, null)).toEqual([
      { amount: -3_00, rate: expect.closeTo(-0.03, 12) },
      { amount: -3_00, rate: expect.closeTo(-0.03, 12) },
      { amount: 0, rate: expect.closeTo((0.97 * 1007) / 997 - 1, 12) },
    ]);
    // Seen from the second day on, the day before is the start.
    expect(fallsOf(points.slice(1), points[0])[0]).toEqual({ amount: 0, rate: 0 });
  });

  test('shares without a close keep the last price known, at first the own', () => {
    const moves = [{ day: 1, symbol: 'ABC', shares: 2, cash: -200_00, price: 100_00 }];
    const flows = [{ day: 1, amount: 200_00 }];
    const points = equityCurve({ days: [1, 2], flows, moves, close: (_, day) => (day === 2 ? 90_00 : undefined) });
    expect(points.map(({ equity }) => equity)).toEqual([200_00, 180_00]);
  });
});
