// What the demo's traders write in their diaries about some of their trades and days.
import type { DiaryWords, Noted, Trader } from './trader.ts';

type Line = readonly [notes: string, tags: readonly string[], mood: Noted['mood']];

function sayOf(trader: Trader, lines: readonly Line[]): Noted {
  const [notes, tags, mood] = trader.pick(lines);
  return { notes, tags, mood };
}

const HOUR_SECONDS = 3600;

const SWING_WON: readonly Line[] = [
  ['Bought the dip in a rising trend, target reached. Nothing to add.', ['trend', 'target'], 'calm'],
  ['Followed the plan from entry to exit. The wait was the hard part.', ['trend', 'plan'], 'confident'],
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
const SWING_DAYS: readonly Line[] = [
  ['Two looks at the market today, no more. Rules kept.', ['rules-kept'], 'calm'],
  ['Reviewed open risk: below five percent of the account in all.', ['review'], 'confident'],
];

export const swingWords: DiaryWords = {
  trade(trader, { net, heldSeconds }) {
    if (!trader.random.chance(0.75)) return null;
    if (net > 0) return sayOf(trader, SWING_WON);
    return sayOf(trader, heldSeconds > 22 * 24 * HOUR_SECONDS ? SWING_TIRED : SWING_LOST);
  },
  day: (trader) => (trader.random.chance(0.35) ? sayOf(trader, SWING_DAYS) : null),
};

const DAY_WON: readonly Line[] = [
  ['Quick one. In and out on the breakout.', ['breakout', 'scalp'], 'confident'],
  ['Caught the move this time. Should have had double the size.', ['breakout'], 'greedy'],
  ['Green before charges. After them not so much.', ['scalp', 'charges'], 'unsure'],
];
const DAY_LOST: readonly Line[] = [
  ['Bought the top of the candle again.', ['fomo', 'chasing'], 'frustrated'],
  ['Wanted the last loss back. Bigger size, same mistake.', ['revenge', 'oversize'], 'frustrated'],
  ['Right direction, and the charges were larger than the move.', ['charges', 'scalp'], 'anxious'],
  ['No plan for this one, only a green candle.', ['no-plan', 'fomo'], 'anxious'],
];
const DAY_HOPED: readonly Line[] = [
  ['Held and hoped until the exchange closed it.', ['hope', 'square-off'], 'anxious'],
  ['Did not want to take the loss. It took itself at 15:20.', ['hope', 'square-off'], 'frustrated'],
];
const DAY_DAYS: readonly Line[] = [
  ['Too many trades. Three would have been enough.', ['overtrading'], 'frustrated'],
  ['Charges ate the day. Count them before the next one.', ['overtrading', 'charges'], 'anxious'],
  ['Tomorrow: two trades at most, stop with each.', ['resolution'], 'unsure'],
];

export const dayWords: DiaryWords = {
  trade(trader, { pnl, heldSeconds }) {
    if (!trader.random.chance(0.4)) return null;
    if (pnl > 0) return sayOf(trader, DAY_WON);
    return sayOf(trader, heldSeconds > 2.5 * HOUR_SECONDS ? DAY_HOPED : DAY_LOST);
  },
  day: (trader) => (trader.random.chance(0.4) ? sayOf(trader, DAY_DAYS) : null),
};

const INVESTOR_WON: readonly Line[] = [
  ['It had grown to too large a part. The rest stays for years.', ['rebalance'], 'calm'],
  ['Sold a third into strength; the business is as good as ever.', ['rebalance', 'partial'], 'confident'],
];
const INVESTOR_LOST: readonly Line[] = [
  ['The reason I bought it for is gone, so am I.', ['thesis-broken'], 'unsure'],
  ['A small mistake, written down so that it stays a small one.', ['thesis-broken', 'lesson'], 'calm'],
];
const INVESTOR_DAYS: readonly Line[] = [['One decision this week, and a slow one. Good.', ['patience'], 'calm']];

export const investorWords: DiaryWords = {
  trade: (trader, { net }) => sayOf(trader, net > 0 ? INVESTOR_WON : INVESTOR_LOST),
  day: (trader) => (trader.random.chance(0.6) ? sayOf(trader, INVESTOR_DAYS) : null),
};
