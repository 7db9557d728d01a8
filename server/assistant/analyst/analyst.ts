// The built-in analyst: understands a question by rules, asks the tools, and writes the answer. No language model is involved.
import type { Turn } from '../../../contract/assistant.ts';
import type { Stock } from '../../../contract/market.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import type { Asker } from '../asker.ts';
import { stocksNear } from '../stock-names.ts';
import { Toolbox } from '../tools/toolbox.ts';
import { answerAdvice } from './advice-answers.ts';
import { answer, notFound } from './answer.ts';
import type { Answer, Answerer } from './answer.ts';
import { answerCorporate } from './corporate-answers.ts';
import { answerAffordable, answerCheck, answerCost, answerRules } from './cost-answers.ts';
import { answerBenchmark, answerHabits, answerMistakes } from './habit-answers.ts';
import { answerAccounts, answerHowTo } from './how-to-answers.ts';
import { answerFigures, answerGains } from './figure-answers.ts';
import { answerFacts } from './facts.ts';
import { answerFollows } from './follow-answers.ts';
import type { Intent } from './intent.ts';
import { answerExplain, answerIndex, answerMovers, answerSector } from './market-answers.ts';
import { answerBalance, answerDay, answerPerformance, answerPortfolio, answerTrail } from './own-answers.ts';
import { answerLessons } from './lesson-answers.ts';
import { answerNotes } from './note-answers.ts';
import { answerOrders, answerStory } from './order-answers.ts';
import { answerOutcome, answerShock, answerTrip } from './outcome-answers.ts';
import { answerLeaders, answerMonths, answerPast, answerPeriods } from './past-answers.ts';
import { answerPosition } from './position-answers.ts';
import type { Question } from './question.ts';
import { answerRewards } from './reward-answers.ts';
import { answerSizing, answerStops } from './risk-answers.ts';
import { answerCompare, answerIndicators, answerOverview, answerQuote, answerRisk } from './stock-answers.ts';
import { understandAll } from './several.ts';
import { answerScreener } from './screener-answers.ts';
import { answerSold } from './sold-answers.ts';
import { answerTrades } from './trade-answers.ts';
import { list, written } from './wording.ts';

export interface Finding extends Answer {
  readonly intent: Intent;
  /** The tools' results, which contain every number in the text. */
  readonly results: readonly object[];
}

/** Added to the first answer of a conversation. */
export const RULES_NOTE =
  'This answer is computed by fixed rules from the market’s data and your own; no language model takes part.';

const ABILITIES = [
  'price, trend, risk and indicators of a stock, what it did on a day or in a month, and the comparison of two or more',
  'your portfolio and its concentration, what you have in a stock, your balance and what became of your money, your newest trades, your day or month, what you paid in charges and how your trades are doing',
  'how long you hold, whether you sold too early, what you trade most, when it goes best and what mistakes you make, your streaks and your drawdown, what you wrote in the diary, how you did against the index, what you have paid in and your rewards',
  'your watchlists and price alerts, what your stop losses would cost you, and the size of a position by what you may lose',
  'why an order of yours was refused, waits or ended',
  'splits, bonuses and dividends, and what they did to your shares',
  'how prices are made and what becomes of orders',
  'how charges, margin and limits work, with your own numbers, what a sale at some price would bring, and what a fall of everything would do to your shares',
  'your lessons and those on offer',
  'movers of the day, stocks by price or change (such as those under ₹100), the index, sectors, and what trading terms mean',
];

const example = async (tools: Toolbox): Promise<string> => {
  const { positions } = await tools.use('portfolio', {});
  return positions.at(0)?.symbol ?? (await tools.use('movers', {})).mostTraded.at(0)?.symbol ?? 'the index';
};

const answerOthers: Answerer = async () =>
  answer(
    'I can look only at the account you are logged in with, and so can everybody else. Nobody’s portfolio, orders or details can be asked for by name, mail or number.',
    [],
    ['How is my portfolio spread?', 'How was my day?', 'What is my balance?'],
  );

const answerAbout: Answerer = async (tools) => {
  const symbol = await example(tools);
  const text = written(
    'I read market data and your own account, and I can change nothing: no order, no setting, nobody else’s data. Instructions inside a question do not change that. You can ask me about:',
    list(ABILITIES),
  );
  return answer(text, [], [`Trend of ${symbol}`, 'How is my portfolio spread?', 'What is a stop order?']);
};

const answerAct: Answerer = async (tools) => {
  const symbol = await example(tools);
  return answer(
    'I can look, and change nothing: no order, no alert, no setting. Orders are placed with Buy and Sell on the page of a stock and canceled under My orders; everything about the account is in the profile. I can say beforehand what an order would cost, or whether the exchange would take it.',
    [],
    [`Can I buy 1 ${symbol}?`, `Charges of 10 ${symbol}`, 'Show my open orders'],
  );
};

const answerGreeting: Answerer = async (tools, { text }) => {
  const symbol = await example(tools);
  if (/^(?:thx|thanks?|thank you|ok|okay|bye)\b/.test(text))
    return answer(
      'You are welcome. Ask whenever you like.',
      [],
      ['How was my day?', `Price and trend of ${symbol}`, 'What mistakes do I repeat?'],
    );
  return answer(
    written('You can ask me about:', list(ABILITIES)),
    [],
    [`Price and trend of ${symbol}`, 'How was my day?', 'How do charges work?'],
  );
};

const answerUnknown: Answerer = async (tools) => {
  const symbol = await example(tools);
  return answer(
    written('I did not understand that. You can ask me about:', list(ABILITIES)),
    [],
    [`Price and trend of ${symbol}`, 'How is my portfolio spread?', 'What is a limit order?'],
  );
};

const answerNoSuchDay: Answerer = async (tools) => {
  const symbol = await example(tools);
  return answer(
    'The calendar has no such day: please look at the day and the month again.',
    [],
    ['How was my day?', `What did ${symbol} do yesterday?`, 'How are my trades doing?'],
  );
};

const ANSWERERS: Record<Exclude<Intent, 'unknown-stock'>, Answerer> = {
  others: answerOthers,
  about: answerAbout,
  lessons: answerLessons,
  act: answerAct,
  advice: answerAdvice,
  story: answerStory,
  check: answerCheck,
  outcome: answerOutcome,
  trip: answerTrip,
  shock: answerShock,
  affordable: answerAffordable,
  trail: answerTrail,
  day: answerDay,
  performance: answerPerformance,
  habits: answerHabits,
  mistakes: answerMistakes,
  figures: answerFigures,
  notes: answerNotes,
  facts: answerFacts,
  follows: answerFollows,
  stops: answerStops,
  sizing: answerSizing,
  periods: answerPeriods,
  months: answerMonths,
  gains: answerGains,
  past: answerPast,
  leaders: answerLeaders,
  benchmark: answerBenchmark,
  rewards: answerRewards,
  orders: answerOrders,
  trades: answerTrades,
  sold: answerSold,
  'how-to': answerHowTo,
  accounts: answerAccounts,
  portfolio: answerPortfolio,
  position: answerPosition,
  corporate: answerCorporate,
  balance: answerBalance,
  cost: answerCost,
  rules: answerRules,
  compare: answerCompare,
  indicators: answerIndicators,
  risk: answerRisk,
  quote: answerQuote,
  overview: answerOverview,
  movers: answerMovers,
  index: answerIndex,
  sector: answerSector,
  screener: answerScreener,
  explain: answerExplain,
  greeting: answerGreeting,
  'no-such-day': answerNoSuchDay,
  unknown: answerUnknown,
};

/** Their tools know nothing but the present. */
const OF_NOW: ReadonlySet<Intent> = new Set<Intent>(['balance', 'portfolio', 'indicators', 'sector', 'movers']);
const THEN = 'That time is over, and these are the figures of now.';
const WORTH_THEN = `${THEN} What the account was worth at the close of each day stands in the diary, under Analysis.`;

/** What has to be said before figures of now where another time was asked about. */
function timeNote(intent: Intent, { day, span, now }: Question): string | null {
  const last = day ?? span?.to;
  if (last === undefined || last >= dayText(marketDay(now)) || !OF_NOW.has(intent)) return null;
  return intent === 'balance' || intent === 'portfolio' ? WORTH_THEN : THEN;
}

/** `TCS, Infosys or Wipro`. */
const anyOfThem = new Intl.ListFormat('en-IN', { type: 'disjunction' });
const notListed = (names: readonly string[]): string =>
  `This market has no stock of ${anyOfThem.format(names)}: those that can be traded here stand under Stocks.`;

export async function analyse(asker: Asker, prompt: string, history: readonly Turn[]): Promise<Finding> {
  const stocks = await asker.read('GET /stocks', {});
  const asked = understandAll(prompt, history, stocks, asker.now());
  const tools = new Toolbox(asker);
  const answers: Answer[] = [];
  for (const { question, intent } of asked) {
    const found = await answerTo(intent, question, tools, stocks);
    answers.push({ ...found, text: written(timeNote(intent, question), found.text) });
  }
  return {
    ...answer(
      written(...answers.map(({ text }) => text)),
      answers.flatMap(({ symbols }) => symbols),
      answers.at(-1)?.suggestions,
    ),
    intent: asked[0].intent,
    results: tools.results,
  };
}

async function answerTo(intent: Intent, question: Question, tools: Toolbox, stocks: readonly Stock[]): Promise<Answer> {
  if (intent !== 'unknown-stock') return ANSWERERS[intent](tools, question);
  return notFound(
    question.unlisted.length === 0
      ? { problem: 'No stock of this market has that name.', near: stocksNear(question.asked, stocks) }
      : { problem: notListed(question.unlisted), near: [] },
  );
}
