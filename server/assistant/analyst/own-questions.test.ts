// What questions about alerts, notes, figures, stops, sizes and lessons are about, by the words in them.
import { expect, test } from 'vitest';
import type { Stock } from '../../../contract/market.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { intentOf } from './intents.ts';
import type { Intent } from './intent.ts';
import { readQuestion } from './question.ts';
import { sizeAsked } from './size-asked.ts';
import type { SizeAsked } from './size-asked.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
const NOW = Date.parse('2026-11-20T09:00:00Z');

const asked: Partial<Record<Intent, string[]>> = {
  follows: [
    'do I have any alerts',
    'show my price alerts',
    "what's in my watchlist",
    'which stocks are on my watchlist?',
    'my watchlists',
  ],
  notes: [
    'what did I write about my trade in MERIT',
    'show notes of yesterday',
    'which tags do I use',
    'which setup works best for me',
    'did I follow my plan',
    'my notes from last week',
    'show trades tagged fomo',
    'how did my breakout trades do',
  ],
  figures: [
    'my sharpe ratio',
    'what is my risk reward',
    'longest losing streak',
    'largest drawdown',
    'how many losses did I have in a row',
    'my max drawdown this month',
    'did I follow my stop losses',
    'how many trades had a stop',
    'what is my average R',
  ],
  stops: [
    'how much would I lose if my stops are hit',
    'how much do I have at risk',
    'which holdings have no stop loss',
    'what if all my stop losses are triggered',
    'is my stop loss active',
    'do I have a stop on MERIT',
    "what's my target",
  ],
  sizing: [
    'position size for MERIT',
    'position size for 1% risk in MERIT with stop at 5% below',
    'what quantity for 2% risk MERIT stop 45',
    'how many MERIT can I buy if I risk 2% with a stop at 300',
    'what is a good stop loss for TAMRAVATI',
    'where should I put my stop loss for MERIT?',
  ],
  lessons: [
    'when is my next class',
    'which classes are coming up',
    'can I get a refund for a class',
    'how do I join a live class',
    'who is my instructor',
    'how do I rate a lesson',
    'how much does a lesson cost',
    'how many seats left',
    'what does Anand teach',
    'is there homework',
  ],
  habits: [
    'do I cut winners short',
    'how long do I hold my winners versus losers',
    'am I holding losers too long',
    'which stock lost me the most money',
    'my most profitable stock',
    'my worst stock this month',
    'how often do I trade',
    'which stock gave me the best return',
    'do I trade better in the morning',
    'am I worse on mondays',
    'how did I do on fridays',
  ],
  rewards: ['what is a referral bonus', 'have I any bonus left', 'when does my bonus expire', 'what is loyalty reward'],
  'how-to': [
    'how do I download my trades',
    'how do I contact support',
    'tax on my profits',
    'capital gains of my sales',
    "what happens if I don't have enough money when my stop triggers",
    'how do I set a price alert',
    'how do I set a stop loss',
    'how do I add MERIT to my watchlist',
    'how do I see my contract note',
    'can I export to excel',
    'how do I report someone',
    'can I trade crypto',
    'where do I see my P&L report',
    'my payment failed',
    'where is my refund',
    'how do I change my photo',
    'how do I turn off notifications',
    'who can see my portfolio',
    'how do I share my diary with my instructor',
    'what is the maximum I can add',
    'why did the price drop after I bought',
    'why does my stock always fall after i buy it',
    'what is my tax liability this year',
    'how much short term gain do I have',
    'how do I control my emotions',
    'do I revenge trade',
    'how do I reset my account',
    'can I start over',
    'are these real companies',
    'who sees my diary',
    'how do I become an instructor',
    'how do I change language',
    'how do I add RSI to the chart',
    'can others see my trades',
    'what data do you store about me',
    'can I change the quantity of my order',
    'notify me when MERIT hits 50',
    'explain my last contract note',
  ],
  act: [
    'add MERIT to watchlist',
    'please remove MERIT from my watchlist',
    'set an alert for MERIT at 500',
    'set a stop loss at 5% below for MERIT',
  ],
  performance: [
    'show my biggest winner',
    'biggest loser',
    'how many trades did I make in october',
    'my best trade',
    'how many winning trades this week',
    'what am I doing wrong',
    'total charges in october',
    'worst day ever',
    'best day this month',
    'profit this quarter',
    'how many losing days did I have',
    'what is my average profit per trade',
    'give me a summary of my week',
    'summarise my trading',
    'am I a good trader',
    'what was my most expensive mistake',
  ],
  trades: ['show trades from october', 'transactions this month', 'my last 5 trades', 'what was my first trade'],
  day: ['how many shares did I sell yesterday', 'what did I sell on 5 november'],
  orders: [
    'list my completed orders',
    'show cancelled orders',
    'how many orders did I place today',
    'is any order of mine still open',
  ],
  accounts: ['market cap of MERIT', 'any news today', 'who owns MERIT'],
  index: ['what happened to the market this week'],
  sector: ['best sector this week', 'list all banks'],
  movers: ['top 10 stocks'],
  portfolio: [
    'my unrealised profit',
    'show my losers',
    'what percent of my portfolio is in banks',
    'if I sell everything now',
  ],
  balance: ['how much margin do I have', 'my available margin', 'how much money is blocked'],
  rules: [
    'what happens if I buy more than the limit',
    'how many shares can I sell at once',
    'what happens at 15:20',
    'why does the market never close',
  ],
  about: ['what model are you', 'who made Istock', 'what can you not do', 'explain it simpler', 'why'],
  outcome: ['at what price should I sell MERIT to make 500', 'how much must MERIT rise to earn ₹1,000'],
  'no-such-day': [
    'what did I do on 31 feb',
    'price of MERIT on 2026-02-31',
    'my trades from 1 june to 31 june',
    'orders of 29 february 2026',
  ],
  quote: [
    'order book of MERIT',
    'depth of MERIT',
    'why is MERIT halted',
    'how liquid is MERIT',
    'who is selling MERIT',
  ],
  past: ['what did MERIT do in october', 'price of MERIT on 5 october', 'what was the price of MERIT yesterday'],
  leaders: [
    'which stocks rose this week',
    'top gainers this month',
    'which stock fell the most this year',
    'best performing stock this year',
    'worst IT stocks last month',
  ],
  periods: [
    'compare my performance this month vs last month',
    'did I do better in october than in september',
    'compare my october and november',
    'am I getting better',
    'have I improved',
  ],
  months: ['what is my best month', 'how did I do in each month', 'profit by month', 'my monthly results'],
  shock: ['what would happen to my portfolio in a crash', 'how much can I lose tomorrow'],
  benchmark: ['did I beat the market this month', 'what is my total return', "what's my return this month"],
  trail: ['how much would I have without charges'],
  position: ['how many times did I trade MERIT'],
  overview: [
    'highest price MERIT ever had',
    'when did MERIT last rise 5% in a day',
    'How has MERIT done over the past month',
    'price of MERIT 3 months ago',
  ],
  cost: ['why was I charged 5 rupees', 'what discount do I get', 'is there a promo code'],
  greeting: ['good night', "what's up"],
  // What the words above are in other questions.
  explain: [
    'what is a stop loss',
    'what is a watchlist',
    'what is drawdown',
    'what is an asset class',
    'what is short term capital gain',
    'what is a doji',
    'what is hedging',
    'what is margin',
    'what is the 1 percent rule',
    'what is revenge trading',
  ],
  story: [
    'what is order 123',
    'why did my stop loss hit',
    'why was my stop triggered',
    'why did my order of 31 feb fail',
  ],
  corporate: ['is any bonus issue coming', 'bonus of MERIT'],
  screener: [
    'most volatile stocks',
    'list all stocks',
    'how many stocks are there',
    'stocks near their all time high',
    'which stock hit a new low',
  ],
  advice: [
    'should I sell my losers',
    'should I average down',
    'is trading gambling',
    'I am scared of losing money',
    'best stocks to buy this month',
    'which stocks will rise this week',
  ],
};

const examples = Object.entries(asked).flatMap(([intent, texts]) => texts.map((text) => [text, intent] as const));

test.each(examples)('%j is about %s', (text, intent) =>
  expect(intentOf(readQuestion(text, [], stocks, NOW))).toBe(intent),
);

test.each<[string, SizeAsked]>([
  ['position size for 1% risk in merit with stop at 5% below', { riskPercent: 1, stopPercent: 5 }],
  ['how many merit if i risk 2% with a stop at 300', { riskPercent: 2, stopPrice: 300 }],
  ['risking only 0.5 percent of my capital, stop loss ₹1,250.50', { riskPercent: 0.5, stopPrice: 1250.5 }],
  ['position size for merit', {}],
  ['position size for merit with stop at 0', {}],
])('%s', (text, { riskPercent, stopPrice, stopPercent }) =>
  expect(sizeAsked(text)).toEqual({ riskPercent, stopPrice, stopPercent }),
);

test.each(['1', '1,', '1.1 ', 'stop ', 'risk 1', 'stop at 1'])('a question full of %j takes no time', (part) => {
  const text = `position size for MERIT stop ${part.repeat(1900 / part.length)}`;
  const before = process.cpuUsage();
  sizeAsked(text);
  intentOf(readQuestion(text, [], stocks, NOW));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(150);
});
