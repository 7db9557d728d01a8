// Questions about the asker’s result, orders, holdings and money, and about the rules of the market.
import { PAID_CHARGES } from './charges-words.ts';
import type { Rule } from '../intent.ts';

export const ACCOUNT_RULES: readonly Rule[] = [
  {
    intent: 'performance',
    when: PAID_CHARGES,
    unless: /\b(?:rates?|lower|reduce|save|cheaper|will|would)\b/,
    isOfAll: true,
  },
  { intent: 'position', when: PAID_CHARGES, unless: /\b(?:today|yesterday|will|would|be|if)\b/, stocks: 1 },
  {
    intent: 'performance',
    when: /^(?:(?:what|were|was|are|the|total|all|show) )*(?:charges?|brokerage|fees?|commissions?)\b/,
    isOfSpan: true,
    isOfAll: true,
  },
  { intent: 'day', when: [PAID_CHARGES, /\b(?:today|yesterday|20\d\d)\b/] },
  {
    intent: 'performance',
    when: /\b(?:did|have|had|am|do) i\b.{0,40}\b(?:ma[dk]e|making|lose|lost|losing|earn(?:ed|ing)?|gain(?:ed)?)\b|\bmy (?:\w+ )?(?:total|biggest|largest|highest) (?:profits?|loss(?:es)?|wins?|gains?)\b|\bhow many (?:(?:winning|losing|good|bad|profitable) )?trades\b|\bwhat am i doing wrong\b|\bimprove my trading\b|\bover-?trad(?:e|ing)\b.{0,10}$/,
    unless: /\bhow many trades (?:can|may|should)\b|^(?:what|explain|define)\b.*\bover-?trading\b/,
    isOfAll: true,
  },
  { intent: 'performance', when: /\bhow (?:are|did|have) my trades (?:doing|do|done|been)\b/ },
  { intent: 'performance', when: /\b(?:profits?|loss(?:es)?|pnl|p&l)\b/, isOfSpan: true, isOfAll: true },
  {
    intent: 'performance',
    when: /\b(?:charges?|brokerage|fees?)\b.{0,20}\b(?:percent|%|share|part) of my\b|\b(?:profits?|results?|earnings) after (?:all )?(?:fees|charges|brokerage|costs)\b/,
    isOfAll: true,
  },
  {
    intent: 'performance',
    when: /\b(?:my|i|me)\b.*\b(?:profits?|loss(?:es)?|pnl|p&l|gains?|made?|make|earn(?:ed)?|los[et]|realised|realized|charges?|brokerage|fees?|paid|pay|trades?|traded|did|do|done)\b/,
    isOfSpan: true,
  },
  {
    intent: 'performance',
    when: /\bam i an? (?:good|bad|profitable|successful|terrible) trader\b|\bmy (?:\w+ ){0,2}mistakes?\b|\bmy (?:net |gross |total )?(?:realised|realized) (?:profits?|loss(?:es)?|pnl|p&l|gains?)\b/,
  },
  {
    intent: 'performance',
    when: /\bmy (?:net|gross) (?:profits?|loss(?:es)?|pnl|p&l|gains?|results?)\b/,
    isOfAll: true,
  },
  {
    intent: 'performance',
    when: /^(?:show |what are |what is |my |the )*total (?:charges|brokerage|fees|commissions?)\b/,
    isOfAll: true,
  },
  {
    intent: 'day',
    when: /\bhow did i (?:do|trade|perform|fare)\b.*\b(?:today|yesterday|(?:sun|mon|tues|wednes|thurs|fri|satur)day|\d)/,
  },
  {
    intent: 'day',
    when: /\b(?:my|today's|todays|yesterday's|yesterdays) (?:trading )?(?:day|trades?|pnl|p&l|profit(?! factor)|loss|result|results|fills?)\b(?!.*\b(?:overall|total|all)\b)|\bhow (?:was|is|did) my (?:trading )?day\b|\b(?:today's|todays|yesterday's|yesterdays) summary\b|\bsummary of (?:today|yesterday|the day)\b|\bhow (?:did|'d|have) i (?:do|done)\b.*\b(?:today|yesterday)\b|\bhow'd i do\b|\b(?:today|yesterday) (?:better|worse) than (?:today|yesterday)\b|\bwhat (?:did i|have i) (?:do|done|trade|traded|buy|bought|sell|sold)\b|\bhow many (?:shares|stocks) (?:did|have) i (?:buy|bought|sell|sold|trade|traded)\b|\b(?:did|have|am) i (?:made?|make|lose|lost|earn(?:ed)?|up|down|in profit|in loss)\b|\bhow much (?:did|have|am) i (?:made?|make|lose|lost|earn(?:ed)?|up|down)\b|\b(?:profit|loss|pnl|p&l|trades?|realised|realized)\b.*\b(?:today|yesterday|20\d\d-\d\d-\d\d)\b/,
  },
  {
    intent: 'day',
    when: [
      /\b(?:my|i|me)\b/,
      /\b(?:today|yesterday)\b/,
      /\b(?:profit|loss|pnl|p&l|trades?|made|lost|earned|realised|realized)\b/,
    ],
  },
  {
    intent: 'performance',
    when: /\b(?:my|am i|have i|do i|i)\b.*\b(?:win ?rate|profit factor|expectancy|performance|track record|record|statistics|stats|diary|average (?:win|loss)|best trade|worst trade|profitable|trading results)\b|\bhow (?:am i|have i been|do i) (?:doing|trad\w*|perform\w*)\b|\b(?:win ?rate|profit factor|expectancy)\b.*\b(?:mine|so far|i have)\b/,
  },
  {
    intent: 'orders',
    when: /\b(?:what|which) orders (?:did|have) i\b|^(?:(?:my|all|the|show|list) )*orders (?:of|from|on|in|since|between)\b|\bhow many (?:\w+ )?orders (?:did|have|has|were|was|are|got|failed|filled)\b|\b(?:any|which|what)\b.{0,12}\borders?\b.{0,20}\b(?:open|pending|waiting|left)\b|\b(?:my|list|show|open|pending|recent)\b.*\borders\b|\borders\b.*\b(?:open|pending|waiting|unfilled)\b|\bmy (?:last|latest|recent) order\b|\b(?:price|limit|trigger)\b.*\bof my orders?\b/,
  },
  {
    intent: 'portfolio',
    // What the screens call the overall profit is that of the stocks held.
    when: /\bprofit am i sitting on\b|\bwhich (?:holding|position)s?\b|\bif i (?:sell|sold|exit(?:ed)?|close|liquidate) (?:everything|all)\b|\bmy (?:\w+ )?unreali[sz]ed\b|\bunreali[sz]ed\b.*\b(?:i|my)\b|\bportfolio\b|\boverall (?:profit|loss|pnl|p&l)\b|\bmy (?:\w+ )?(?:holdings?|positions?|stocks?|shares|investments?|sectors?|concentration|diversification|allocation|exposure|risk)\b|\bwhat (?:do|am) i (?:own|hold|have|holding|invested)\b|\bam i (?:\w+ )?(?:diversified|concentrated|spread|exposed)\b|\bhow (?:diversified|concentrated|spread|exposed) am i\b|\btoo much in\b|\b(?:largest|biggest|top) (?:holding|position)\b|\bdo i (?:own|hold|have)(?! (?:to\b|(?:enough |any )?(?:money|cash|balance|funds)))\b/,
    unless:
      /\bwhat (?:is|are|does) (?:a |an |the )?(?:portfolio|diversification|concentration)\b|\bovernight\b|\bintraday\b.{0,40}\b(?:clos\w+|squared?|forget|sold)\b|\b(?:money|cash|funds|balance|margin|coupons?|promo\w*|discounts?)\b/,
  },
  {
    intent: 'balance',
    when: /\bhow (?:much|many)\b.{0,20}\bcan i (?:buy|trade)\b.{0,20}\b(?:intraday|on margin|with (?:leverage|margin))\b|\breal money\b|\bmy (?:available |free |remaining )?margin\b(?!.*\b(?:call|mean)\b)|\bmargin (?:do i|can i|i) (?:have|use)\b|\bmargin (?:available|left)\b|\b(?:cash|money|funds)\b.*\b(?:my|i)\b|\b(?:my|i|me)\b.*\b(?:balance|wallet|buying power|cash|money|funds|net worth|worth|spend|blocked|held|set aside)\b|\bhow much (?:of (?:my|the) )?(?:money |cash )?is (?:blocked|held|locked|reserved|set aside|on hold)\b|\b(?:balance|wallet|buying power|free cash|available (?:cash|funds|money))\b(?!.*\bvolume\b)/,
    unless:
      /\bwhat (?:is|are|does) (?:a |an |the )(?:balance|wallet|hold)\b|\b(?:charge|fee|brokerage|commission|cost)s?\b|\bon[ -]balance\b/,
  },
  {
    intent: 'cost',
    when: /\b(?:charge[sd]?|brokerage|fees?|commission|costs?|break[ -]?even|margin|leverage|taxe?s?|discounts?|promo\w*|coupons?)\b|\bany offers?\b|\bcheapest way to trade\b/,
    unless: /\b(?:price|quote) of\b/,
  },
  {
    intent: 'rules',
    when: /\b(?:trading|buy|sell|order|position) limits?\b|\b(?:more than|over|above|beyond|exceed\w*|cross\w*) (?:the|my) limits?\b|\bhow many shares can i (?:buy|sell) (?:at once|at a time|in one)\b|\bintraday\b.{0,30}\b(?:clos\w+|end|ends|squared?)\b|\bwhat happens at \d{1,2}[:.]\d\d\b|\bovernight\b|\bcan i trade (?:at|by|during|all|the whole) (?:the )?(?:night|day|weekend)\b|\blimit on (?:the )?(?:number of )?(?:trades|orders)\b|\bnever closes?\b|\bmax(?:imum)?\b|\bat a time\b|\bper order\b|\bprice band|\bcircuit\b|\bholidays?\b|\b(?:till|until|before) (?:the )?market (?:opens?|closes?)\b|\bsquare[ -]?off\b|\b(?:market|trading) (?:hours?|timings?|times?)\b|\bis (?:the )?(?:market|exchange) (?:\w+ )?(?:open|closed?)\b|\b(?:can|may|could) (?:i|we|you|one) (?:trade (?:on|now|today|tonight)|place (?:an |any )?orders? (?:now|today|tonight|at night))\b|\b(?:is|are|was|were|has|have|why|when|who)\b.*\b(?:trading|market|exchange|all stocks)\b.*\b(?:halt\w*|suspend\w*|paused)\b|\b(?:when|what time)\b.*\b(?:open|close|opens|closes)\b|\brules? (?:in force|of (?:the )?(?:market|trading|exchange))\b/,
  },
];
