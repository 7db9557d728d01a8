// All tools by name. Their results are kept, so that every number in a reply can be compared with them.
import { toolInputs } from '../../../contract/assistant.ts';
import type { ToolInput, ToolName } from '../../../contract/assistant.ts';
import type { Asker } from '../asker.ts';
import { corporate } from './corporate-tools.ts';
import { affordable, check, cost, rules } from './cost-tools.ts';
import { figures, gains, months } from './figure-tools.ts';
import { alerts, watchlists } from './follow-tools.ts';
import { benchmark, habits } from './habit-tools.ts';
import { indicators } from './indicator-tools.ts';
import { lessons } from './lesson-tools.ts';
import { compare, quote, risk, trend } from './market-tools.ts';
import { explain, index, movers, sector } from './overview-tools.ts';
import { balance, day, orders, performance, portfolio, story, trail } from './own-tools.ts';
import { notes } from './note-tools.ts';
import { outcome, shock, trip } from './outcome-tools.ts';
import { leaders, past } from './past-tools.ts';
import { position } from './position-tools.ts';
import { rewards } from './reward-tools.ts';
import { screener } from './screener-tools.ts';
import { sizing } from './sizing-tools.ts';
import { sold } from './sold-tools.ts';
import { stops } from './stop-tools.ts';
import { trades } from './trade-tools.ts';

const tools = {
  quote,
  trend,
  past,
  leaders,
  risk,
  indicators,
  compare,
  movers,
  index,
  sector,
  screener,
  explain,
  portfolio,
  position,
  corporate,
  balance,
  trail,
  day,
  performance,
  habits,
  figures,
  months,
  gains,
  notes,
  benchmark,
  watchlists,
  alerts,
  stops,
  lessons,
  rewards,
  orders,
  trades,
  sold,
  story,
  check,
  cost,
  outcome,
  trip,
  shock,
  affordable,
  sizing,
  rules,
} satisfies { [T in ToolName]: (asker: Asker, input: ToolInput<T>) => Promise<object> };

export type ToolResult<T extends ToolName> = Awaited<ReturnType<(typeof tools)[T]>>;

/** The descriptions given to a language model. */
export const TOOL_DESCRIPTIONS: Record<ToolName, string> = {
  quote: 'Price of a stock now: change, day range, price band, volume, best bid and ask, spread.',
  trend:
    'Returns of a stock over a day, week, month and year, distance from the high and low of the year, volatility, volume.',
  past: 'What the price of a stock did on a day that is over, or over some days: close, change, high, low, volume.',
  leaders:
    'Which stocks, of the market or a sector, rose or fell most over some days, how many rose and fell, and what the index did.',
  risk: 'How risky a stock has been over the last year: usual day, worst day, deepest fall, beta, average true range.',
  indicators:
    'Technical indicators of a stock now: moving averages, RSI, MACD, Bollinger Bands, ATR, stochastic, ADX, OBV, VWAP.',
  compare: 'Trend and risk of two to four stocks side by side, and the correlation of two.',
  movers: 'Gainers, losers and most traded stocks of the day, and how many rise and fall.',
  index: 'The market index now and its returns.',
  sector: 'The stocks of one sector with their change today; without a name, all sectors.',
  screener:
    'Stocks of the market, or of one sector, by price in rupees and by change of the day in percent, or by volume, or by how near they are to the high or low of the year, or by how much they scatter, or by the RSI or an average of the last days.',
  explain: 'What a trading term means, from the glossary.',
  portfolio: "The asker's own positions, profits, sectors and concentration.",
  position:
    'What the asker has in one stock: shares, average price, profit, what its sales brought (of all time or of some days), and the last buy.',
  corporate:
    "Splits, bonuses and dividends of a stock, coming and past, and what they did to the asker's own shares and orders. Without a stock, what is coming for all stocks, and what the asker got.",
  balance: "The asker's own cash: free, held by open orders, and the worth of everything.",
  trail:
    "What became of the asker's money: what was paid in and earned as rewards, what everything is worth now, and what made the difference.",
  day: "The asker's own day: fills, realised profit, charges, unrealised change. Today unless a date is given.",
  performance:
    "The asker's own closed trades of all time or of some days: win rate, averages, charges, profit factor, best and worst.",
  habits:
    "How the asker's closed trades of all time or of some days were traded: how long they were held, also apart for those that won and lost, and their results by stock, by sector, by day of the week and hour of the first buy, by what had been closed before on the same day, by place in the day, by size, and with and without a stop, after charges; and what stands out in them beyond chance.",
  figures:
    "The asker's own streaks, payoff, drawdown, Sharpe ratio, results in units of the risk, and how far trades went against and for them, over all time or some days.",
  months:
    'What each month brought the asker: closed trades, result before and after charges, the best and the worst month.',
  gains:
    "What the asker's sales, of all time or of some days, brought against what those shares had cost, in rupees and percent: sold on the day of the buy, within twelve months, and later.",
  notes:
    'What the asker has written in the diary beside trades and days, of one stock or some days if given, and the results of trades by tag and by mood.',
  watchlists: "The asker's own watchlists with prices.",
  alerts: "The asker's own waiting price alerts, and how far away each is.",
  stops: "What would be lost if all the asker's stop losses were reached, and which holdings have none.",
  lessons:
    'Lessons that the asker teaches, with what they have earned and how they are rated, or has a place in and that are still to come, the next ones on offer (up to a price, or the best rated instructors first), and what the asker has paid for lessons so far.',
  benchmark: "The return of the asker's account beside that of the market's index, over all time or some days.",
  rewards:
    'What the asker has paid in, of all time and of some days if given, the rewards earned so far, and what can be earned next.',
  orders: "The asker's own newest orders, of one stock if given, and only those still open if isOpen.",
  trades:
    "The asker's own newest trades (fills), of one stock or one side if given, with their charges, and what the newest brought if it was a sale; with closedWith instead the newest closed trade that won or lost.",
  sold: "What the shares of the asker's newest closed trades, or of those in some days, would be worth now beside what they were sold for: of one stock, or in all and by stock.",
  story:
    "Why one of the asker's own orders was refused, is waiting or ended: its story, the book now, and recent refusals. By order number or stock; without either the newest that did not simply fill, with isFilled the newest that traded, with isNewest the newest of all, with isEnded the newest that was canceled or ran out, with isReached the newest whose trigger, stop loss or target was reached, with isOpen the newest that waits, with isFailed the newest that ended unfilled.",
  check: 'Would the exchange accept this order of the asker now, and if not, why.',
  cost: 'What buying so many shares would cost the asker now: charges, margin, break-even price, cash after.',
  outcome:
    "What the asker's shares of a stock, or some bought now, would bring if sold at a price, or after a change of the price in percent: result before and after charges, and the break-even price.",
  trip: 'What buying shares of any stock at one price and selling them at another would bring, after the charges of both orders.',
  shock: "What a move of every stock by so many percent would do to the asker's portfolio.",
  affordable: "How many shares of a stock the asker's cash, or a sum in rupees, would buy.",
  sizing:
    'How a careful trader works out a position size from own capital, the part of it that may be lost, and a stop or the usual range of a stock. A method, not a tip.',
  rules:
    'Charges, discounts, trading limits, margin, price bands and trading hours in force, whether the market is open, and whether it opens on a day to come.',
};

/** What people have written themselves, and the names of others, are no model's business. */
const NOT_FOR_MODELS: ReadonlySet<string> = new Set<ToolName>(['notes', 'watchlists', 'lessons']);

/** The tools of a language model. */
export const MODEL_TOOLS = (Object.keys(toolInputs) as ToolName[]).filter((name) => !NOT_FOR_MODELS.has(name));

/** The tools of one question. */
export class Toolbox {
  readonly #asker: Asker;
  readonly #results: object[] = [];

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  /** Everything that the tools have answered so far. */
  get results(): readonly object[] {
    return this.#results;
  }

  async use<T extends ToolName>(name: T, input: ToolInput<T>): Promise<ToolResult<T>> {
    // A tool and its input have the same name; the compiler loses the pairing while the name is still a parameter.
    const tool = tools[name] as unknown as (asker: Asker, input: ToolInput<T>) => Promise<ToolResult<T>>;
    const result = await tool(this.#asker, input);
    this.#results.push(result);
    return result;
  }
}
