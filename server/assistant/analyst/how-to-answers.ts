// Answers to how something is done on the screens, and to what this market does not have.
import { anyOf } from './any-of.ts';
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import { SCHOOL_WAYS } from './school-ways.ts';
import type { Way } from './school-ways.ts';
import { list, money, written } from './wording.ts';

const FROM_TICKET = 'The ticket shows the order book, the expected price and every charge before you place the order.';

/** What has to do with screens and with no order. */
const SCREENS: readonly Way[] = [
  {
    when: anyOf(
      /\b(?:install|home ?screen|app)\b/,
      /^(?!.*\b(?:buy|sell|place|invest)\b).*\bon (?:my |a |an |the )?(?:phone|mobile|tablet|i ?pad|i ?phone|android)\b/,
    ),
    text: 'Istock runs in the browser, and can be put on the home screen like an app: in Chrome or Edge open the menu and choose Install or Add to Home screen, on an iPhone press Share and then Add to Home Screen.',
    next: ['What moves today?', 'How was my day?', 'What is a limit order?'],
  },
  {
    when: /\bapi\b/,
    text: 'Everything that the screens do is a call of the server, and all of them are described under /docs on this site: fields, answers and refusals. A program logs in as you do, and may do no more than you.',
    next: ['How do charges work?', 'What are the trading limits?', 'What moves today?'],
  },
  {
    when: /\bshortcuts?\b|\bhot ?keys?\b/,
    text: 'Ctrl and K together (on a Mac, Cmd and K) open the search for stocks, screens and actions. Over a stock, B opens the ticket to buy and S the one to sell. Esc closes what is open.',
    next: ['How do I set a stop loss?', 'How do I set an alert?', 'What moves today?'],
  },
  {
    when: /\b(?:map|tiles?)\b/,
    text: 'On Stocks, Map shows the whole market at once: a tile for each stock, sector by sector, coloured by the change of the day. A press on a tile opens the stock.',
    next: ['What moves today?', 'Which sectors are there?', 'Which stocks rose most this week?'],
  },
  {
    when: /\bafter i\b|\b(?:when|once|as soon as) i (?:buy|bought|purchase|place|enter)/,
    text: 'A buy begins with a loss even if nothing moves: you pay the offer, the last price is often nearer to the bid, and the charges are paid. An order larger than the best offer takes dearer ones as well, so the price rises for the moment and comes back. After that, the price does not know who holds the stock: the orders of all others move it, up as often as down. What one remembers is the falls.',
    next: ['What is the spread?', 'What is slippage?', 'How do charges work?'],
  },
  {
    when: anyOf(
      /\bemotions?\b/,
      /\bfeelings?\b/,
      /\bfear\b/,
      /\bgreed\b/,
      /\banger\b/,
      /\bfomo\b/,
      /\btilt\b/,
      /\brevenge\b/,
      /\b(?:quit|give up|lost everything|motivat\w*|bored)\b/,
      /\bover-?trading\b/,
      /\bdisciplined\b/,
    ),
    text: 'Decide before the order, while you are calm: the reason, the price at which you are wrong, and how much that may cost. Put the stop loss in with the buy, so that no feeling has to decide later. Choose a loss for the day at which you stop. In the diary, give each trade a mood: the analysis there shows what calm and angry trades have brought, and what those begun after a loss have.',
    next: ['How did my moods do?', 'Do I trade worse after a loss?', 'What is risk per trade?'],
  },
  {
    when: /\b(?:reset|restart|clear|wipe|start (?:over|again|afresh|from scratch))\b/,
    text: 'An account cannot be emptied: its trades stay in its books, as with a broker. To judge yourself from some day on, choose the days in Diary, Analysis, or ask me about a period, such as this month.',
    next: ['How did I do this month?', 'What is my balance?', 'How are my trades doing?'],
  },
  {
    when: /\bdelete\b.*\b(?:account|data)\b|^what (?:data|information|details)\b|\b(?:my|own)(?: \w+)? data\b(?!.*\b(?:safe|private|secure)\b)|\bcopy of (?:all )?my account\b/,
    text: 'Open your profile: Save a copy gives you what is kept about you, and Delete account ends it. What the books of the exchange consist of stays there without your name.',
    next: ['What is my balance?', 'What do I hold?', 'How was my day?'],
  },
  {
    when: anyOf(
      /\bwho (?:can|may|could|sees|reads)\b/,
      /\b(?:others?(?: people)?|anybody|anyone|strangers|people|someone)\b.*\b(?:see|read|look)\b/,
      /\b(?:safe|private|secure)\b/,
      /\bdiary\b.*\b(?:with|to|for)\b/,
      /\bshar(?:e|ing) my diary\b/,
      /\bteachers? (?:see|read)\b/,
      /\binstructors?\b/,
    ),
    text: 'Your portfolio, orders and diary are seen by you alone, and by the administrators of this site, who answer for it. An instructor of one of your lessons can read your diary if you allow it: open Diary, press Open to instructor, and choose for how many days. You can end that at any time.',
    next: ['How was my day?', 'What do I hold?', 'When is my next lesson?'],
  },
  {
    when: /\b(?:payment|refunds?|money back|top[ -]?up|deposit)\b|\bmaximum\b|\bhow much\b.{0,20}\b(?:can|could|may) i add\b/,
    text: 'Add money says how much can be added at once, and lists what has arrived. A payment that was made counts even if the page was closed: the provider is asked again until it is known, and a notification tells you. What was paid for a lesson that is canceled goes back by itself, and what you paid for a place when you give it back before the door opens; My lessons under Courses says whether it has.',
    next: ['How much have I paid in?', 'What is my balance?', 'When is my next lesson?'],
  },
  {
    when: /\b(?:name|photo|picture|profile)\b/,
    text: 'Open your profile from the menu behind your picture or initials: name and photo are changed there.',
    next: ['How was my day?', 'What do I hold?', 'What moves today?'],
  },
  {
    when: /\bnotifications?\b|\bdid i miss\b/,
    text: 'The bell shows how many notifications are unread, and opens them all: fills, alerts, lessons and whatever else concerns you. Under Settings there you choose for each kind whether it is shown and whether a mail is sent.',
    next: ['Do I have any alerts?', 'How was my day?', 'What moves today?'],
  },
  {
    when: /\b(?:logged|signed) in\b|\b(?:log|sign)(?:ged)?[ -]?out\b.{0,30}\b(?:everywhere|all|other|another|devices?)\b|\b(?:my|other|active) (?:logins|devices|sessions)\b/,
    text: 'Open your profile: it lists where you are logged in, ends one login or all others at once, and changes the password. Nothing of your orders changes by that.',
    next: ['I forgot my password', 'Who can see my portfolio?', 'How was my day?'],
  },
  {
    when: /\b(?:two|2)[ -]?(?:factor|step)\b|\b(?:2fa|mfa|authenticator|second factor)\b/,
    text: 'A second factor exists for the administrators of this site only. Traders and instructors log in with a password or with Google. Your profile lists where you are logged in, and ends what is not yours.',
    next: ['Where am I logged in?', 'I forgot my password', 'Who can see my portfolio?'],
  },
  {
    when: /\bcompar\w+\b.{0,30}\b(?:charts?|stocks?)\b/,
    text: 'Open Chart and choose a stock: Compare draws the index or another stock over it, both in percent from the left edge. Asked about two stocks, I put their figures side by side.',
    next: ['What moves today?', 'How is the index doing?', 'What is volatility?'],
  },
  {
    when: /\b(?:dark|light|theme|mode)\b|\blog[ -]?out\b/,
    text: 'Press your picture or initials in the corner: the menu has the dark and the light theme, your profile, Add money, and Log out.',
    next: ['How was my day?', 'What do I hold?', 'What moves today?'],
  },
  {
    when: /\be-?mail\b/,
    text: 'An account keeps the e-mail address with which it was opened. Which notifications come to it as mails is chosen under Notifications, Settings.',
    next: ['How was my day?', 'What do I hold?', 'What moves today?'],
  },
  {
    when: /\bpassword\b/,
    text: 'If you have forgotten it, press "Forgot password?" on the login screen: a code comes by e-mail, and with it you choose a new password. If you know it, open your profile and choose Change password.',
    next: ['How was my day?', 'What do I hold?', 'What moves today?'],
  },
  {
    when: /\btax|\bcapital gains?\b|\b(?:short|long)[ -]?term\b/,
    text: 'No tax is taken from practice money. Diary, Profit report adds up what your sales have brought in a period, apart for shares held up to a year and longer, as tax rules tell short-term from long-term gains.',
    next: ['How are my trades doing?', 'How do charges work?', 'How much did I make this year?'],
  },
  {
    when: /\b(?:support|help ?desk|admin\w*|team|customer|block)\b|\breport (?:some|an?)/,
    text: 'There is no help desk inside the app: ask me how something is done, or write to the people who run this site. What somebody says in a call can be reported there.',
    next: ['How do I cancel an order?', 'How do I add money?', 'What is a limit order?'],
  },
  {
    when: anyOf(
      /\b(?:trade|buy|sell|invest) (?:in )?(?:options?|futures?|f&o|crypto|bitcoin|forex|currenc|commodit|gold|mutual|etf|bond|ipo|nifty|sensex)/,
      /\b(?:real|invented|fake|fictional|game|simulat\w+)\b/,
      /\b(?:gold|silver|crude|oil|bitcoin|btc|ethereum|crypto\w*|usd|dollar|forex)\b/,
    ),
    text: 'This market has shares of its own, invented companies, and nothing else: no futures and options, no funds, no currencies and no crypto. Real stocks are not traded here.',
    next: ['What moves today?', 'Which sectors are there?', 'How is the index doing?'],
  },
  {
    when: /\benough\b/,
    text: 'The money for an order is set aside when it is placed, for a stop as well: at the worst price that it may trade at, with its charges. So it is there when the trigger is reached, and nothing else can spend it meanwhile. A market order trades only as many shares as the money set aside pays for.',
    next: ['What is my balance?', 'What is a stop order?', 'Show my open orders'],
  },
  {
    when: /\breplay\b|\bpractic(?:e|ing)\b(?! (?:money|cash|funds|rupees|account|market))/,
    text: 'Open Chart, choose a stock, press Replay and choose the bar to begin with. The chart then goes on bar by bar, and what you buy and sell on the way is practice beside your account.',
    next: ['What is a limit order?', 'What moves today?', 'How am I doing?'],
  },
  {
    when: /\b(?:rsi|macd|indicators?|moving averages?|sma|ema|bollinger|vwap|candles?|timeframe)\b/,
    text: 'Open Chart and choose a stock: Indicators adds averages, bands, RSI, MACD and others, each with its own length, and the buttons from 1m to 1W choose how long a bar is.',
    next: ['What is RSI?', 'What is a moving average?', 'What moves today?'],
  },
  {
    when: /\btime ?zones?\b/,
    text: 'There is nothing to set: what the market does is told in India’s time, with IST where your device keeps another, and lessons are told in the time of your device.',
    next: ['When does the market open?', 'When is my next lesson?', 'How was my day?'],
  },
  {
    when: /\blanguages?\b|\b(?:hindi|english|tamil|telugu|marathi|bengali|gujarati|kannada)\b/,
    text: 'The screens are in English. You can ask me in Hindi, in Latin or in Devanagari letters; I answer in English.',
    next: ['How was my day?', 'What do I hold?', 'What moves today?'],
  },
  {
    when: /\b(?:trend|drawn) ?lines?\b|\bdraw\b/,
    text: 'Open Chart, choose a stock, press Draw, choose Trend line, and press on the chart where it begins and where it ends. It stays on your account until you remove it.',
    next: ['What is volatility?', 'What moves today?', 'How is the index doing?'],
  },
  {
    when: /\b(?:contract notes?|statements?|reports?$|(?:profit|p&l|year's) report|excel|csv|(?:download|export|print|get)\b.{0,20}\b(?:trades|transactions|fills|orders))\b/,
    text: 'Open Diary: Print shows the contract note of a day, with every fill and charge, and Profit report what a period has earned. Export gives both lists of the diary as files, and on Transactions the CSV button gives every fill. Add money says how your balance came about.',
    next: ['How was my day?', 'How am I doing?', 'How do charges work?'],
  },
  {
    when: /\bdiary\b|\b(?:add|write|make|put|edit|change|delete|remove)\b.{0,10}\b(?:tags?|notes?)\b/,
    text: 'Open Diary: it writes itself from your orders and fills, with the result of each day and each trade. Press a trade to read its story and to add notes and tags of your own.',
    next: ['How was my day?', 'How am I doing?', 'My best trade'],
  },
];

/** The first that fits. */
const WAYS: readonly Way[] = [
  {
    when: /\b(?:exit|sell|close)\b.*\b(?:all|everything)\b/,
    text: 'Open Portfolio and press Exit all: after one question every holding is sold at the market, and orders that hold shares are canceled first. Exit beside a stock does the same for that stock alone.',
    next: ['What do I hold?', 'What is a market order?', 'How do charges work?'],
  },
  {
    when: /\bshort\b|(?:\bnot|n't) (?:own|have|hold)\b/,
    text: 'Shares can be sold only by who holds them: there is no short selling on this practice market. With an intraday buy you can hold more than your cash pays for, but nothing can be sold before it was bought.',
    next: ['What is short selling?', 'How does margin work?', 'What do I hold?'],
  },
  {
    when: /\b(?:cancel|change|modify|move|edit|remove)\b.{0,30}\b(?:targets?|stops?|stop[ -]?loss|brackets?)\b/,
    text: 'Open My Orders: target and stop of a bracket that waits are changed there, and canceling the order removes both. They only sell shares that you hold, so without it the shares stay yours.',
    next: ['Show my open orders', 'What is a bracket order?', 'What would my stop losses cost me?'],
  },
  {
    when: /\b(?:targets?|stop[ -]?loss(?:es)?|stops?|brackets?|take[ -]?profits?|exits?)\b/,
    text: 'When you buy, turn on "Target and stop loss" in the ticket and name both prices: as soon as the shares are yours, one order waits for both, and whichever price comes first sells them. For shares that you hold already, open the ticket with Sell and choose Bracket, or Stop for a stop loss alone.',
    next: ['What is a bracket order?', 'What is a stop loss?', 'Show my open orders'],
  },
  {
    when: /\b(?:cancel|change|modify|move|edit)\b|\bremove\b.{0,20}\borders?\b/,
    text: 'Open My Orders: an order that still waits can be changed or canceled there. What has filled already stays as it is, and money or shares set aside for the rest are free again at once.',
    next: ['Show my open orders', 'What is a limit order?', 'What is my balance?'],
  },
  {
    when: /\b(?:intraday|margin|leverage)\b/,
    text: 'In the ticket of a buy, turn on Intraday: you then pay in only a part of the value, and the exchange lends the rest until the shares are sold. Sell them before the closing time of intraday trading; what is left is sold by the exchange, and so is what has lost most of what you paid in.',
    next: ['What is intraday?', 'How does margin work?', 'What are the trading limits?'],
  },
  {
    when: /\b(?:withdraw\w*|cash out|(?:take|pay) out|payouts?)\b/,
    text: 'Nothing can be paid out: what is earned here stays in the account, to be traded with. A lesson that was paid for and is canceled is paid back by itself.',
    next: ['What is my balance?', 'How are my trades doing?', 'How do I add money?'],
  },
  {
    when: /\b(?:money|cash|funds|wallet|balance|minimum|top[ -]?up|deposit)\b/,
    text: 'Press Add money on the home screen or in the menu of your profile. The page says how much can be added at once; nothing can be paid out.',
    next: ['What is my balance?', 'How do charges work?', 'What moves today?'],
  },
  {
    when: /\balerts?\b|\b(?:notify|tell|remind|warn|ping|message|inform) me\b/,
    text: 'Open the page of a stock and set a price alert there: a notification comes when the price gets to it. Those that are set stand under Watchlist, each beside the price now. Nothing is bought or sold by an alert.',
    next: ['What is a stop order?', 'What moves today?', 'How was my day?'],
  },
  {
    when: /\bwatch ?lists?\b/,
    text: 'Use the star of a stock, on its card or its page, to add it to a watchlist. The watchlist beside the screens keeps the stocks you follow, with their live prices.',
    next: ['What moves today?', 'How is the index doing?', 'What is volume?'],
  },
  {
    when: /\b(?:sell|selling|sold)\b/,
    text: `Open Portfolio or the page of the stock and press Sell, or the S key. ${FROM_TICKET} A market order sells at once at the best bids; a limit order waits for your price.`,
    next: ['What do I hold?', 'What is a limit order?', 'How do charges work?'],
  },
  {
    when: /\b(?:buy\w*|bought|purchas\w*|invest\w*|trad(?:e|es|ing)|orders?|shares?|stocks?|(?:start|begin)(?:[?.! ]*$))\b/,
    text: `Open Stocks, choose one and press Buy, or the B key over it. ${FROM_TICKET} A market order buys at once at the best offers; a limit order waits for your price.`,
    next: ['What moves today?', 'What is a limit order?', 'How do charges work?'],
  },
];

const BUYING = WAYS[WAYS.length - 1];

/** Whether it is known how that is done. */
export const isWayKnown = (asked: string): boolean =>
  [...SCHOOL_WAYS, ...SCREENS, ...WAYS].some(({ when }) => when.test(asked));

export const answerHowTo: Answerer = async (tools, { text: asked }) => {
  const screen = [...SCHOOL_WAYS, ...SCREENS].find(({ when }) => when.test(asked));
  if (screen !== undefined) return answer(screen.text, [], screen.next);
  const { text, next } = WAYS.find(({ when }) => when.test(asked)) ?? BUYING;
  const { balance } = await tools.use('balance', {});
  return answer(
    written(text, `You can spend ${money(balance)} now. It is practice money: nothing real can be lost here.`),
    [],
    next,
  );
};

export const answerAccounts: Answerer = async (_tools, { stocks: [stock] }) => {
  const text = written(
    'The companies of this market are invented: there is no news about them and no list of their owners, and no accounts are kept, so there are no earnings, no P/E ratio, no book value and no balance sheet of any stock. On a real exchange, the P/E ratio is the price of a share divided by the yearly earnings per share: what is paid for each rupee of earnings.',
    'What can be looked at here is what prices have done:',
    list([
      'trend and past returns',
      'risk: usual moves and the deepest fall',
      'indicators such as RSI and moving averages',
    ]),
  );
  const name = stock ?? 'the index';
  return answer(
    text,
    stock === undefined ? [] : [stock],
    stock === undefined
      ? ['What moves today?', 'How is the index doing?', 'What is volatility?']
      : [`Trend of ${name}`, `How risky is ${name}?`, `Indicators of ${name} now`],
  );
};
