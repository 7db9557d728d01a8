// What the demo's traders write in their diaries about some of their trades and days.
import type { DiaryWords, Noted, Trader } from './trader.ts';

type Line = readonly [notes: string, tags: readonly string[], mood: Noted['mood']];

function sayOf(trader: Trader, lines: readonly Line[]): Noted {
  const [notes, tags, mood] = trader.pick(lines);
  return { notes, tags, mood };
}

/** Her stops follow six percent below the highest price, short of the target at ten: none of them brings this much. */
const ON_TARGET = 1.05;

const SWING_WON: readonly Line[] = [
  ['Bought the dip in a rising trend, target reached. Nothing to add.', ['trend', 'target'], 'calm'],
  ['Followed the plan from entry to exit. The wait was the hard part.', ['trend', 'plan'], 'confident'],
];
const SWING_TRAILED: readonly Line[] = [
  ['Stop moved up after six percent, so the rest was free.', ['trend', 'trailing'], 'calm'],
];
const SWING_LOST: readonly Line[] = [
  ['Stopped out. Size was right, so it is one unit of risk and no more.', ['stop', 'plan'], 'calm'],
  ['The dip was the beginning of a fall. The stop did its work.', ['stop'], 'unsure'],
  ['Entered before the dip had ended. Wait for one green day next time.', ['stop', 'too-early'], 'frustrated'],
];
const SWING_TIRED: readonly Line[] = [
  ['It went nowhere for weeks. Time is a stop, too.', ['time-stop'], 'calm'],
  ['Money was needed elsewhere; the trade had had its chance.', ['time-stop', 'plan'], 'unsure'],
];
/** Written on Saturdays. */
const SWING_DAYS: readonly Line[] = [
  ['Two looks at the market a day this week, no more. Rules kept.', ['rules-kept'], 'calm'],
  ['Reviewed open risk: below six percent of the account in all.', ['review'], 'confident'],
];

export const swingWords: DiaryWords = {
  trade(trader, trade) {
    if (!trader.random.chance(0.75)) return null;
    if (trader.hasSold(trade)) return sayOf(trader, SWING_TIRED);
    if (trade.pnl <= 0) return sayOf(trader, SWING_LOST);
    return sayOf(trader, trade.exit > trade.entry * ON_TARGET ? SWING_WON : SWING_TRAILED);
  },
  day: (trader) => (trader.random.chance(0.35) ? sayOf(trader, SWING_DAYS) : null),
};

/** Rupees: as much as he puts into a trade only after a loss. */
const LARGE = 13_000;
/** Trades in a day. */
const ENOUGH = 3;

const DAY_WON: readonly Line[] = [
  ['Quick one. In and out on the breakout.', ['breakout', 'scalp'], 'confident'],
  ['Caught the move this time. Should have had double the size.', ['breakout'], 'greedy'],
];
const DAY_EATEN: readonly Line[] = [
  ['Green before charges. After them not so much.', ['scalp', 'charges'], 'unsure'],
  ['Right direction, and the charges were larger than the move.', ['charges', 'scalp'], 'anxious'],
];
const DAY_LOST: readonly Line[] = [
  ['Bought the top of the candle again.', ['fomo', 'chasing'], 'frustrated'],
  ['No plan for this one, only a green candle.', ['no-plan', 'fomo'], 'anxious'],
];
const DAY_LOST_MORE: readonly Line[] = [
  ['Wanted the last loss back. Bigger size, same mistake.', ['revenge', 'oversize'], 'frustrated'],
];
const DAY_HOPED: readonly Line[] = [
  ['Held and hoped until the exchange closed it.', ['hope', 'square-off'], 'anxious'],
  ['Did not want to take the loss. It took itself at 15:20.', ['hope', 'square-off'], 'frustrated'],
];
const DAY_TOO_MANY: Line = ['Too many trades. Three would have been enough.', ['overtrading'], 'frustrated'];
const DAY_DAYS: readonly Line[] = [
  ['Charges ate the day. Count them before the next one.', ['overtrading', 'charges'], 'anxious'],
  ['Tomorrow: two trades at most, stop with each.', ['resolution'], 'unsure'],
];

export const dayWords: DiaryWords = {
  trade(trader, trade) {
    if (!trader.random.chance(0.4)) return null;
    const { pnl, net, entry, quantity } = trade;
    if (!trader.hasSold(trade)) return pnl > 0 ? null : sayOf(trader, DAY_HOPED);
    if (pnl > 0) return sayOf(trader, net > 0 ? DAY_WON : DAY_EATEN);
    return sayOf(trader, entry * quantity > LARGE ? DAY_LOST_MORE : DAY_LOST);
  },
  day(trader, trades) {
    const net = trades.reduce((sum, trade) => sum + trade.net, 0);
    if (net >= 0 || !trader.random.chance(0.5)) return null;
    return sayOf(trader, trades.length > ENOUGH ? [DAY_TOO_MANY, ...DAY_DAYS] : DAY_DAYS);
  },
};

const INVESTOR_WON: readonly Line[] = [
  ['It had grown to too large a part. The rest stays for years.', ['rebalance'], 'calm'],
  ['Sold a third into strength; the business is as good as ever.', ['rebalance', 'partial'], 'confident'],
];
const INVESTOR_LOST: readonly Line[] = [
  ['The reason I bought it for is gone, so am I.', ['thesis-broken'], 'unsure'],
  ['A small mistake, written down so that it stays a small one.', ['thesis-broken', 'lesson'], 'calm'],
];
const INVESTOR_DAYS: readonly Line[] = [['Few decisions this week, and slow ones. Good.', ['patience'], 'calm']];

export const investorWords: DiaryWords = {
  trade: (trader, { net }) => sayOf(trader, net > 0 ? INVESTOR_WON : INVESTOR_LOST),
  day: (trader) => (trader.random.chance(0.6) ? sayOf(trader, INVESTOR_DAYS) : null),
};
