// Answers about how this market works: always the same, so each stands beside the words by which its question is known.
import { anyOf } from './any-of.ts';
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';

interface Fact {
  readonly when: RegExp | readonly RegExp[];
  readonly unless?: RegExp;
  /** Figures belong to tools: there is none in here. */
  readonly text: string;
  readonly next: readonly string[];
}

/** The first that fits. */
export const FACTS: readonly Fact[] = [
  {
    when: [/\bwhat (?:does|do|is|are)\b|\b(?:mean\w*|explain|difference)\b/, /\b(?:completed|failed|pending)\b/],
    unless: /\b(?:why|my|mine|payments?|lessons?|refunds?|top[ -]?up|trades?|limit|bracket|stop)\b/,
    text: 'An order is PENDING while it waits, in whole or for the rest of it. It is COMPLETED when it has filled, also if only a part had filled when it ended, and FAILED when it ended with nothing filled. Under My Orders each order says in words why it ended, and its story shows every step.',
    next: ['Show my open orders', 'Why was my last order refused?', 'What is a partial fill?'],
  },
  {
    when: anyOf(
      /\b(?:someone|somebody|others?|another)\b.{0,40}\b(?:before|ahead of) me\b/,
      /\bat the same price\b/,
      /\bprice[ -]time\b/,
      /\bwho (?:gets|is) (?:filled|served) first\b/,
      /\b(?:order|orders)\b.{0,20}\bvisible\b/,
      /\b(?:see|know)\b.{0,12}\bmy orders?\b.{0,20}\b(?:others?|people|traders?|book)\b/,
    ),
    text: 'The book serves the best price first, and at one price the order that came first. Everybody sees how many shares and orders wait at a price, and nobody whose they are. The story of a waiting order says what stands before it; a change that makes an order larger or moves its price puts it behind the others.',
    next: ['Where is my order in the queue?', 'What is the order book?', 'What is a limit order?'],
  },
  {
    when: /\b(?:demat|pan card|kyc|aadhaar|bank account|broker account|is (?:it|this) legal)\b/,
    text: 'None of that is needed here: this is practice, with practice money and invented companies, so there is no demat account, no PAN, no KYC and no bank. What you learn is meant for the real thing: the order types, the book, the charges and the diary work as they do there.',
    next: ['How is a price made?', 'What is a limit order?', 'How do charges work?'],
  },
  {
    when: anyOf(
      /\b(?:convert|turn|change|move)\b.{0,24}\bintraday\b.{0,30}\b(?:delivery|holding|overnight)\b/,
      /\b(?:carry|roll)\b.{0,16}\bintraday\b/,
      /\bintraday\b.{0,20}\b(?:carry|carried|to delivery|into delivery)\b/,
    ),
    text: 'Intraday shares stay intraday: they cannot be turned into delivery, and what you have not sold by the closing time of its day is sold by the exchange. To keep the stock, sell the intraday shares and buy it again without the Intraday box; both orders pay their charges.',
    next: ['What is intraday?', 'What are the trading limits?', 'How do charges work?'],
  },
  {
    when: /\b(?:basket orders?|baskets?|sips?|systematic investment|pledg\w*|(?:gift|donate)\b.{0,12}\bshares?|transfer (?:my )?shares)\b/,
    text: 'That does not exist here: an order is for one stock, and shares change hands only by a trade in the order book. There are no baskets and no savings plans, and shares cannot be pledged, given away or moved to another account.',
    next: ['What is a limit order?', 'What do I hold?', 'How do charges work?'],
  },
  {
    when: anyOf(
      /\b(?:lose|loss|losses)\b.{0,12}\bmore (?:money )?than (?:i|my|what i|the)\b/,
      /\b(?:go|get|fall|be|end up|land) (?:in|into) debt\b/,
      /\bowe\b.{0,20}\b(?:money|anything|you|broker|exchange)\b/,
      /\b(?:balance|account|money|cash|wallet)\b.{0,20}\b(?:negative|below zero|minus)\b/,
      /\b(?:lose|losing) (?:any )?real money\b/,
      /\b(?:run|ran|am) out of (?:money|cash|funds|balance)\b/,
    ),
    text: 'You cannot lose more than what is in the account, and no real money by trading: the balance never goes below zero, shares that you do not hold cannot be sold, and an order for which the money is missing is refused. Intraday shares bought on margin are sold by the exchange before their loss has used up what you put in, and if the market moves too fast for that, the house bears the rest. When the practice money is used up, add some under Add money.',
    next: ['What is margin?', 'What is my balance?', 'How much may I lose on a trade?'],
  },
  {
    when: anyOf(
      /\bfraction\w*\b/,
      /\b(?:minimum|smallest|least|min) (?:order |buy )?(?:quantity|order size|number of shares|shares?)\b/,
      /\bone single share\b/,
    ),
    text: 'Shares are traded whole: one share is the smallest order, and there are no lots and no fractions.',
    next: ['What is a lot?', 'How do charges work?', 'Which stocks are cheapest?'],
  },
  {
    when: anyOf(
      /\b(?:who|what) (?:sets?|makes?|decides?|controls?|fixes|moves)\b.{0,20}\b(?:prices?|markets?)\b/,
      /\bhow (?:are|is|do|does)\b.{0,20}\b(?:stock )?prices?\b.{0,10}\b(?:made|set|decided|determined|calculated|formed|move|change|work)\b/,
      /\bprices? (?:\w+ )?random\b/,
      /\border book (?:real|fake)\b/,
      /\b(?:do|does|can|will|could) my (?:own )?(?:orders?|trades?) (?:move|change|affect|influence|push)\b/,
      /\bwho (?:do|am) i (?:trade|trading|buy|buying|sell|selling) (?:with|against|from|to)\b/,
      /\b(?:are there|trading against) (?:any )?bots\b/,
      /\bwhy (?:do|does|are|is) (?:the )?(?:stock )?(?:prices?|markets?) (?:mov(?:e|es|ing)|chang(?:e|es|ing)|go(?:es|ing)? up and down)\b/,
      /\bsimulated (?:traders?|people|market)\b/,
      /^who are (?:the |all )?other (?:traders|people|users)\b/,
      /\bother (?:traders|people|users) (?:here )?(?:real|bots?|robots?|human|simulated|fake)\b/,
    ),
    unless: /\b(?:average|avg|break[ -]?even|different)\b/,
    text: 'A price is made by a trade in the order book and by nothing else. Beside people, simulated traders quote and trade there day after day, each with a view of its own of what a company is worth, so prices move even when nobody else is here. Your orders stand in the same book: a large one takes several levels and moves the price, and what you leave waiting is what others trade with.',
    next: ['What is market depth?', 'What is slippage?', 'What moves today?'],
  },
  {
    when: anyOf(
      /\b(?:server|site|website|app|internet|connection|network|power|browser|laptop|computer|phone|battery|wifi|tab)\b.{0,24}\b(?:go(?:es)? (?:down|off)|crash(?:es|ed)?|fails?|failed|breaks?|is down|dies|off(?:line)?|disconnect\w*|restart\w*|clos(?:e|es|ed)|lost|drops?)\b/,
      /\b(?:lose|lost|close|closed) (?:my |the )?(?:internet|connection|browser|tab)\b/,
      /\b(?:orders?|stops?|stop[ -]?loss|targets?|positions?)\b.{0,40}\b(?:log(?:ged)? ?out|sign(?:ed)? ?out|off ?line|asleep|sleep(?:ing)?|not (?:here|logged in|online))\b/,
    ),
    text: 'An order is confirmed only after it has been stored, so nothing that was confirmed is lost when a server, a line or a browser fails. Open orders wait without you, stops and targets as well, and after a restart the books are proven before trading goes on. If you saw no confirmation, look at My Orders before you order again.',
    next: ['Show my open orders', 'What is my balance?', 'What is a stop order?'],
  },
  {
    when: anyOf(
      /\b(?:detect|catch|stop|prevent|find|punish|what happens)\b.{0,30}\b(?:cheat\w*|manipulat\w*|fraud\w*|wash trad\w*|spoof\w*)\b/,
      /\b(?:can|could|may) (?:someone|somebody|people|anyone|anybody|others|traders|i|one) (?:cheat|manipulate|spoof)\b/,
      /\b(?:is|are) (?:insider trading|manipulation|wash trading|spoofing|cheating)\b.{0,20}\b(?:possible|allowed|legal|here)\b/,
    ),
    text: 'The exchange looks for trades with oneself or between linked accounts, for large orders that are canceled before they fill, and for prices that are driven up to be sold into. Who does so is told what was seen, under Market conduct, and the administrators see it as well. There are no insiders: the companies are invented. Two orders of one person never trade with each other: the older one is canceled.',
    next: ['What is wash trading?', 'What is spoofing?', 'What is insider trading?'],
  },
  {
    when: /\bleader ?boards?\b|\bmy rank(?:ing)?\b|\b(?:best|top|richest) traders?\b|\branked?\b|\branking\b/,
    text: 'There is no ranking: nobody sees what anybody else has made. What you can compare yourself with is the index, and what you did in the months before.',
    next: ['How did I do against the index?', 'Am I getting better?', 'How are my trades doing?'],
  },
  {
    when: [
      /\b(?:what happens|what becomes|what will happen|how long|happens)\b/,
      anyOf(
        /\border\b.*\b(?:at night|overnight|tomorrow|end of (?:the |a )?day|market closes|valid|stay|last|live|wait)\b/,
        /\borders\b.*\b(?:at night|overnight|tonight|end of (?:the |a )?day|market closes|valid|stay open|last|live|wait)\b/,
      ),
    ],
    unless: /\b(?:why|will the|price)\b/,
    text: 'An order with validity DAY waits until the day of the market ends: what has not filled by then is canceled, and the money or shares set aside for it are free again. GTC waits over days, until it fills or you cancel it. IOC takes what is there at once and never waits. While the market is closed nothing trades: what waits goes on at the opening.',
    next: ['Show my open orders', 'When does the market open?', 'What is GTC?'],
  },
  {
    when: anyOf(
      /\b(?:how|what)\b.{0,30}\b(?:profit|loss|p&l|pnl|average price|average cost|returns?)\b.{0,12}\b(?:calculated|computed|worked out|counted|measured|calculate)\b/,
      /\bwhy\b.{0,20}\b(?:profit|loss|p&l|pnl|average)\b.{0,12}\b(?:different|wrong|not (?:match\w*|correct|right))\b/,
    ),
    text: 'Shares bought first are sold first. The average price is what the shares that are left have cost, divided by their number. The overall profit of a holding is its value at the last price less that cost, before charges. A closed trade is gross the sale less what those very shares had cost, and net also less the charges of both sides: brokerage, the flat fee, and what the law takes where that is turned on. Profits of a day compare with the close before.',
    next: ['How are my trades doing?', 'How do charges work?', 'What is FIFO?'],
  },
  {
    when: [
      /\b(?:why|how come)\b/,
      anyOf(
        /\b(?:different|other|worse|higher|lower|wrong) price\b/,
        /\bprice (?:was |is |got )?(?:different|changed|not (?:the )?(?:same|what))\b/,
      ),
    ],
    unless: /\bsplit\b/,
    text: 'The ticket shows what the book held at that moment. A market order trades with what the book holds when it arrives: others may have taken the offer before, and an order larger than the best offer takes dearer ones as well, so its price is an average. The story of the order shows every fill. A limit order never pays more than its price.',
    next: ['What is slippage?', 'What happened to my last order?', 'What is a limit order?'],
  },
  {
    when: anyOf(
      /^(?:please )?(?:can you |could you )?(?:teach me|help me learn|i want to learn|how (?:do|can|to|should) (?:i )?learn)\b(?: (?:about|how to|to))? ?(?:trad\w*|invest\w*|stocks?|the (?:basics|market|stock market)|everything|basics)?[?.! ]*$/,
      /\b(?:i am|i'm|im) (?:new|a beginner|a newbie)\b/,
      /\b(?:how|where) (?:do|should|can) i (?:start|begin)(?=[?.! ]*$)/,
      /\bwhere (?:do|should) i (?:start|begin)\b/,
      /^how to (?:start|begin)(?: trading)?[?.! ]*$/,
      /\b(?:first|next) steps?\b/,
      /\bwhat should (?:i|we|an?|the)\b.{0,20}\b(?:do|learn|try) first\b/,
    ),
    text: 'Begin with one stock and few shares: open Stocks, press Buy, and read the ticket before you place the order, since it shows the book, the expected price and every charge. Follow the order in its story, then sell and look at the trade in the diary: what it brought, and what it cost. After that try a limit order, and a buy with target and stop loss. Replay on the chart lets you practise on days that are over, and lessons with instructors stand under Courses. Ask me what any word means.',
    next: ['What is a limit order?', 'How do charges work?', 'Which lessons are there?'],
  },
  {
    when: /\b(?:what|which) (?:type of order|order type|kind of order|orders?)\b.{0,20}\b(?:beginner|best|should|use|start|recommend\w*|new)\b/,
    text: 'A market order trades at once at the best prices in the book: you can be sure of the trade, but not of the price. A limit order names your price: it never pays more, but it may wait, and it may wait for ever. For first steps a limit order near the last price holds no surprise. Stop and bracket orders limit what a holding can cost you; most people who trade for long use them with every buy.',
    next: ['What is a limit order?', 'What is a bracket order?', 'What is slippage?'],
  },
];

const fits = ({ when, unless }: Fact, text: string): boolean =>
  [when].flat().every((part) => part.test(text)) && !(unless?.test(text) ?? false);

/** Asked about some stock, a question is about that. */
export const factOf = (text: string): Fact | undefined => FACTS.find((fact) => fits(fact, text));

export const answerFacts: Answerer = async (_tools, { text }) => {
  // No other question gets here.
  const fact = factOf(text)!;
  return answer(fact.text, [], fact.next);
};
