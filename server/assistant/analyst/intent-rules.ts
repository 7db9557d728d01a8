// The words by which each kind of question is known.
import type { Rule } from './intent.ts';

const BELONGINGS =
  '(?:portfolios?|orders?|balances?|trades?|holdings?|accounts?|passwords?|e-?mails?|data|money|cash|positions?|diar(?:y|ies)|wallets?|transactions?|notes?|details|profits?|info(?:rmation)?)';

/** The bonus for a sign-up; money split between things; an order of known number; and whatever asks for a tip. */
const NOT_CORPORATE =
  /\b(?:sign(?:ed|ing)?[ -]?up|welcome|referr?\w*|loyalty|rewards?|order (?:number |no\.? ?|id )?#?\d+|should|shall|ought|worth|tips?|predict\w*|forecast\w*|targets?|rise|fall|go (?:up|down)|recommend\w*|best|suggest)\b|\bsplit (?:between|among|across|over|by|up)\b|\b(?:portfolio|money|cash|balance|order|charges?|fees?)\b.{0,20}\bsplit\b|#\d/;

/** Charges that were paid, as opposed to those that an order would cost. */
const CHARGES = '(?:charges?|brokerage|fees?|commissions?)';
const PAID_CHARGES = new RegExp(
  `\\b(?:did|have|had) i\\b.{0,40}\\b(?:pay|paid|spen[dt])\\b.{0,40}\\b${CHARGES}\\b|\\b${CHARGES}\\b.{0,40}\\b(?:did|have|had) i\\b.{0,20}\\b(?:pay|paid|spen[dt])\\b|\\bmy (?:total |overall )?${CHARGES}\\b|\\b${CHARGES} (?:so far|until now|i paid|paid)\\b|\\bi (?:have |had |already )*(?:paid|spent)\\b.{0,40}\\b${CHARGES}\\b|\\b${CHARGES}\\b.{0,40}\\b(?:i (?:have |had |already )*(?:paid|spent)|(?:paid|spent) by me)\\b`,
);

const TRADES = '(?:trades?|fills?|transactions?|purchases?|buys?|sales?|sells?)';

/** The first that fits wins, so questions that must never be missed come first. */
export const RULES: readonly Rule[] = [
  { intent: 'others', when: /[^\s@]+@[^\s@]+\.[a-z]{2,}/ },
  {
    intent: 'others',
    when: new RegExp(
      `\\b(?:(?:an)?other|someone|somebody|anyone|anybody|everyone|everybody|all|each|every)(?: else)?(?:'s)?\\s+(?:(?:of )?the )?(?:users?'?s?|persons?'?s?|people'?s?|traders?'?s?|accounts?|customers?'?s?|clients?'?s?|members?'?s?|learners?'?s?)\\b`,
    ),
  },
  {
    intent: 'others',
    when: new RegExp(
      `\\b(?:someone|somebody|anyone|anybody|everyone|everybody|nobody)(?: else)?'?s\\s+${BELONGINGS}\\b|\\b${BELONGINGS}\\s+(?:of|for|from|belonging to)\\s+(?:an)?other\\b|\\b(?:his|her|their)\\s+${BELONGINGS}\\b|\\b(?:d(?:u|oo)sr[aeio]|kisi(?: aur)?|us|un) ?k[aei]\\s+${BELONGINGS}\\b`,
    ),
  },
  {
    intent: 'others',
    when: [
      /\b(?:user|account|customer|client|trader|member)[ _-]?(?:id|no|number|#)?[ _-]?[:=#]? ?[\da-f][\da-f-]*\b/,
      new RegExp(`\\b${BELONGINGS}\\b`),
    ],
  },
  {
    intent: 'others',
    when: [
      new RegExp(`\\b${BELONGINGS}\\b`),
      /\b(?:user|account|customer|client|trader|member)[ _-]?(?:id|no|number|#)?[ _-]?[:=#]? ?\d/,
    ],
  },
  {
    intent: 'others',
    when: /\b(?:list|show|dump|export|give|get|print)\b.*\b(?:users|passwords?|emails|accounts|database|tables?)\b|\bpassword of\b|\badmin(?:istrator)?'?s? (?:password|token|account)\b/,
  },
  {
    intent: 'about',
    when: /\b(?:system|hidden|initial|secret|developer) (?:prompt|instructions?|message|mode)\b|\byour (?:prompt|instructions?|guidelines)\b|\b(?:ignore|disregard|forget|override) (?:all |any |the |your |of |these |those |my )*(?:previous|prior|above|earlier|rules|instructions?)\b|\bapi[ _-]?keys?\b|\benv(?:ironment)? variables?\b|\bjailbreak\b|\bpretend (?:to be|you|that you)\b|\bact as\b|\byou are now\b|\bdrop table\b|\bunion select\b|\bselect \S+ from\b|<\/?\w+[^>]*>|!\[[^\]]*\]\(|\b(?:repeat|print|reveal|show|output) (?:the )?(?:text|words|everything) above\b/,
  },
  {
    intent: 'about',
    when: /\b(?:who|what) are you\b|\bare you (?:an? )?(?:ai|bot|human|robot|model|chatgpt|real)\b|\bhow do you work\b|\bwhich model\b|\byour name\b/,
  },
  {
    intent: 'lessons',
    when: /\b(?:lessons?|courses?|instructors?|tutors?|enrol\w*|live class(?:es)?|certificates?)\b/,
    // The lesson that a trade has taught is not a lesson of an instructor.
    unless: /\bof course\b|\blessons?\b.*\blearn\w*\b|\blessons? (?:from|of)\b/,
  },
  {
    intent: 'accounts',
    when: /\bp ?\/ ?[eb]\b|\bpe(?: ratio)?\b|\bprice[ -](?:to[ -])?(?:earnings|book)\b|\b(?:eps|earnings per share|book value|roe|roce|balance sheets?|quarterly results|fundamentals?|fundamental analysis)\b/,
  },
  {
    intent: 'how-to',
    when: [
      /\b(?:how|where) (?:do|can|could|does|would|to)(?: (?:i|we|you|one|someone|people))? (?:see|find|view|open|read|write|keep|download|get|export|print|draw|reset|change|recover|use|start)\b/,
      /\b(?:diary|replay|contract notes?|statements?|trend ?lines?|password|profit report)\b/,
    ],
  },
  {
    intent: 'how-to',
    when: /\b(?:install|home ?screen)\b|\b(?:is there|have) (?:an? )?(?:mobile |android |iphone |phone )?app\b|^(?:please )?(?:download|export|print|get) (?:my |the |a )?(?:statements?|contract notes?|profit report|diary|trades)\b|\bdelete my (?:account|data)\b|\bchange (?:my )?e-?mail\b|\b(?:show|list|see|what are|where are) (?:all )?my (?:price )?(?:alerts|watch ?lists?)\b|^(?:set|show) (?:an? |my )?(?:price )?(?:alerts?|watch ?lists?)[?.! ]*$|\bminimum (?:amount|balance|deposit|money|investment)\b/,
  },
  {
    intent: 'how-to',
    when: /\bforg[eo]t(?:ten)? (?:my )?password\b|\bwhere (?:is|are) (?:the |my )?(?:diary|contract notes?)\b/,
  },
  {
    intent: 'how-to',
    when: /\b(?:how|where) (?:do|can|could|does|would|to)(?: (?:i|we|you|one|someone|people))? (?:buy|sell|short|purchase|invest|start|begin|place|cancel|change|modify|move|edit|set|put|add|use|enter|exit|top[ -]?up|deposit|withdraw)\b/,
    unless: /\bhow (?:many|much)\b|\b(?:charges?|fees?|costs?|password|name|photo|e-?mail)\b/,
  },
  {
    intent: 'how-to',
    when: /\bcan (?:i|we|you|one) (?:sell|trade)\b.*\b(?:short|(?:not|n't) (?:own|have|hold))\b|\bcan (?:i|we|you|one) short\b/,
  },
  // A request to do something, as opposed to a question about doing it.
  {
    intent: 'act',
    when: /^(?:please |kindly |(?:can|could|would|will) you )*(?:(?:buy|sell|short)(?: me)? (?:\d|all|everything|some|my)|(?:place|cancel|modify|execute|square off|exit|withdraw|transfer|delete|remove)(?: me)? (?:\d+|all|an?|the|my|everything|orders?|it)\b|(?:change|set|reset|close|add|increase|raise) (?:my|an? (?:price )?alert|\d+|money|cash|funds)\b)/,
    unless: /\?\s*$|\b(?:why|how|what|charges?|fees?|costs?|brokerage|commission|margin)\b/,
  },
  {
    intent: 'corporate',
    when: /\b(?:dividends?|corporate actions?|(?:bonus|rights) (?:issues?|shares?)|(?:stock|share|reverse) splits?|ex[ -]?(?:dividend|bonus|split|date)|(?:the|an?|any|next|last) split|splits)\b/,
    unless: NOT_CORPORATE,
  },
  { intent: 'corporate', when: /\b(?:split|bonus)\b/, stocks: 1, unless: NOT_CORPORATE },
  // What somebody asks who has not heard of the split.
  {
    intent: 'corporate',
    when: [
      /\b(?:why|how come)\b/,
      /\b(?:shares|average|avg|quantity|holding)\b/,
      /\b(?:chang\w+|doubl\w+|tripl\w+|halv\w+|multipl\w+|different|suddenly)\b/,
    ],
    stocks: 1,
    unless: NOT_CORPORATE,
  },
  {
    intent: 'story',
    when: [
      /\border\b/,
      /\b\d{2,}\b/,
      /\b(?:why|status|happen\w*|fill\w*|pending|stuck|cancel\w*|refus\w*|reject\w*|fail\w*)\b/,
    ],
  },
  { intent: 'story', when: [/\b(?:why|status|what happened|where is)\b/, /\border\b/, /\d/] },
  { intent: 'story', when: [/\bmy\b/, /\border\b/, /\b(?:fill|execut)\w*\b/, /\b(?:why|how come)\b/] },
  {
    intent: 'story',
    when: [
      /\b(?:why|how come|what happened|reason|explain|status|what's wrong|what is wrong|stuck|when will|still)\b/,
      /\b(?:order|trade|buy|sale|sell|stop|limit)\b/,
      /\b(?:refus\w*|reject\w*|fail\w*|not (?:been )?(?:fill\w*|execut\w*|complet\w*|go\w*|trad\w*|trigger\w*)|n't (?:been )?(?:fill\w*|execut\w*|complet\w*|go\w*|trad\w*|trigger\w*)|unfilled|pending|stuck|cancel\w*|expir\w*|trigger\w*|wait\w*|open|fill\w*|execut\w*|happen\w*|partial\w*)\b/,
    ],
  },
  {
    intent: 'story',
    when: /\bmy (?:last |latest |recent |pending |open |limit |stop |market )*(?:order|trade)\b.*\b(?:refus\w*|reject\w*|fail\w*|not |n't|pending|stuck|cancel\w*|expir\w*|waiting|happen\w*|status)|\bwhat happened (?:to|with) my (?:\w+ )?(?:order|trade|buy|sell|sale)\b|\border (?:was |got |is )?(?:refused|rejected|failed|stuck|not filled|pending|canceled|cancelled)\b|\b(?:refused|rejected|failed|unfilled|stuck) order\b/,
  },
  {
    intent: 'story',
    when: /\b(?:did|is|has|was) my (?:\w+ )?order\b.{0,30}\b(?:go(?:ne)? through|fill\w*|execut\w*|complet\w*|done|accepted)\b/,
  },
  {
    intent: 'story',
    when: /\b(?:why|when|did|has|how)\b.*\bmy (?:\w+ )?(?:stop(?:[ -]?loss)?|sl|target)\b.{0,20}\b(?:hit|reached|triggered|trigger|fired?|executed?)\b/,
    unless: /\b(?:if|will|would|should|not|happens)\b|n't\b/,
  },
  { intent: 'story', when: /\b(?:why|how come|reason)\b.*\b(?:refused?|rejected?|refusal|rejection)\b/ },
  {
    intent: 'check',
    when: /\b(?:why|can't|cannot|can not|couldn't|could not|unable|not able|won't let|not allowed|able to)\b.*\b(?:buy|sell|purchase|order)\b/,
    stocks: 1,
    unless: /\bhow (?:many|much)\b/,
  },
  {
    intent: 'story',
    when: [/\bwhy\b/, /\b(?:can't|cannot|can not|couldn't|could not|unable)\b/, /\b(?:buy|sell|purchase|order)\b/],
  },
  {
    intent: 'benchmark',
    when: /^(?=.*\b(?:i|my|me|mine)\b)(?=.*\b(?:beat\w*|against|vs\.?|versus|compar\w*|better|worse|than|outperform\w*|underperform\w*|ahead|behind)\b).*\b(?:markets?|index|ist ?60|istock 60|benchmark|nifty|sensex)\b/,
    unless: /\b(?:should|shall|will|would|orders?|market order|alerts?|if)\b/,
    isOfAll: true,
  },
  {
    intent: 'shock',
    when: [
      /\b(?:if|when|suppose|supposing|assum(?:e|ing))\b/,
      /\b(?:markets?|everything|index|portfolio|(?:all|my) (?:of )?(?:my |the )?(?:stocks?|shares?|holdings?|positions?))\b/,
    ],
    unless: /\bwhen (?:will|would|does|is)\b|\b(?:should|shall|orders?|alerts?|stop|trigger\w*|why)\b/,
    isSupposed: true,
    isOfAll: true,
  },
  {
    intent: 'outcome',
    when: /\b(?:if|when|suppose|supposing|assum(?:e|ing)|once)\b/,
    unless:
      /\bwhen (?:will|would|does|is)\b|\b(?:should|shall|orders?|alerts?|stop|trigger\w*|why)\b|\bor (?:buy|sell|hold|not)\b/,
    stocks: 1,
    isSupposed: true,
  },
  {
    intent: 'outcome',
    when: /\b(?:my|mine|me|i)\b.*\bbreak[ -]?even\b|\bbreak[ -]?even\b(?:.*\b(?:my|mine|me|i)\b|\D*$)|\bif i (?:sell|exit)\b|\b(?:without|with no|at no|not make|not making|avoid) (?:a |any |making (?:a )?)?loss\b|\b(?:recover|get back|cover) (?:all )?(?:my|the) (?:money|costs?|charges|investment|capital)\b/,
    unless: /\b(?:should|shall)\b/,
    stocks: 1,
  },
  {
    intent: 'affordable',
    when: /\bhow many (?:shares?|stocks?)\b.*\b(?:can|could|may) i\b.*\b(?:buy|afford|get|purchase)\b/,
    unless: /\b(?:orders?|at once|at a time|limits?|maximum|most)\b/,
  },
  {
    intent: 'affordable',
    when: /\bhow (?:many|much)\b.*\b(?:can|could|may) i\b.*\b(?:buy|afford|get|purchase)\b|\bhow (?:many|much)\b.*\bi (?:can|could) (?:buy|afford|get|purchase)\b|\bcan i afford\b/,
    stocks: 1,
  },
  {
    intent: 'check',
    when: /\b(?:can|could|may) i (?:buy|sell|purchase)\b/,
    stocks: 1,
    unless: /\bhow many\b.*\bsell\b/,
  },
  {
    intent: 'habits',
    when: /\b(?:how long|average time|avg time)\b.*\b(?:do i|did i|have i|i|my)\b.*\b(?:hold|held|keep|kept|stay|trades?)\b|\bmy (?:average |usual |typical |median |mean )?(?:holding|hold) (?:time|period)s?\b|\b(?:which|what) (?:stocks?|shares?|company|companies) (?:do|did|have) i (?:traded?|buy|bought|sell|sold)\b.*\b(?:most|often)\b|\bmy (?:most|best|worst) traded (?:stocks?|shares?)\b|\bmy favou?rite stocks?\b|\bmy (?:trading )?habits?\b/,
  },
  {
    intent: 'habits',
    when: /\b(?:when|(?:which|what|on what|at what) (?:days?|weekdays?|hours?|times?)\b.{0,30})\b(?: of (?:the )?(?:day|week))? (?:do|am) i\b.{0,30}\b(?:best|worst|most|profitable|good|bad|win|los[et]\w*|well|badly|successful)\b|\bmy (?:best|worst) (?:trading )?(?:weekdays?|days? of the week|hours?|times?(?: of (?:the )?day)?)\b/,
    unless: /\b(?:should|shall|orders?|can i|market)\b|\bhow (?:much|many)\b/,
    isOfAll: true,
  },
  {
    intent: 'trail',
    when: /\bwhy\b.{0,30}\bmy (?:\w+ )?(?:balance|cash|money|account|funds)\b.{0,20}\b(?:less|lower|low|fall\w*|fell|down|reduc\w*|decreas\w*|shrunk|smaller)\b|\bwhere (?:did|has|have|is) (?:all )?(?:of )?my (?:money|cash|funds)\b.{0,10}\b(?:go|gone)\b|\b(?:what (?:has )?happened to|what became of) (?:all )?my (?:money|cash|balance|funds)\b|\bmy (?:money|cash|balance|funds) (?:is |has |have |are )?(?:missing|gone|disappeared|vanished|less than)\b/,
  },
  {
    intent: 'rewards',
    when: /\b(?:my|i|me)\b.*\b(?:rewards?|referrals?|loyalty|(?:sign[ -]?up|welcome|joining) bonus)\b|\b(?:rewards?|referrals?|loyalty|(?:sign[ -]?up|welcome|joining) bonus)\b.*\b(?:my|i|me)\b|\b(?:refer|invit|bring)\w* (?:a |my |some )?friends?\b/,
    unless: /\brisk\b/,
  },
  {
    intent: 'rewards',
    when: /\bhow much\b.{0,20}\b(?:did|have) i\b.{0,20}\b(?:deposit(?:ed)?|top(?:ped)?[ -]?up|add(?:ed)?|paid in|pay in|put in)\b|\bmy (?:total )?(?:deposits?|top-?ups?)\b/,
    unless: new RegExp(`\\b${CHARGES}\\b`),
  },
  {
    intent: 'performance',
    when: /^(?:(?:please|show|the|my) )*(?:best|worst) trades?(?: ever| so far| of mine)?[?.! ]*$|\bmy (?:best|worst|average) (?:trade|win|loss)|\bmy (?:best|worst) (?:trading )?day\b/,
  },
  {
    intent: 'performance',
    when: /\b(?:when|(?:which|what) (?:days?|dates?)) (?:did|have) i\b.*\b(?:most|best|biggest|worst|least)\b/,
    isOfAll: true,
  },
  {
    intent: 'position',
    when: /\bhow (?:many|much)\b.*\b(?:i (?:have|hold|own)|can i sell)\b|^(?:(?:show|the|total|current|what is|what's|whats) )*(?:profits?|loss(?:es)?|pnl|p&l) (?:in|on|from)\b|^(?:\S+ ){1,3}(?:profit|loss|pnl|p&l)[?.! ]*$|\bmy\b.*\b(?:average|avg|entry|buy(?:ing)? price|purchase|cost price|profits?|loss|pnl|p&l|gains?|returns?|position|holdings?|shares|stake)\b|\bdo i (?:still )?(?:own|hold|have)\b|\b(?:did|have|had) i (?:ever )?(?:buy|bought|pay|paid|sell|sold|made?|lost|lose|earn(?:ed)?|gain(?:ed)?)\b|\bam i (?:up|down|in (?:profit|loss))\b/,
    unless:
      /\b(?:should|shall|worth|why|stop|net|quarterly|company|orders?|charges?|fees?|brokerage|commission|yesterday|enough|risk\w*)\b|\bor (?:buy|sell|hold|not)\b|\btoday\b.*\b(?:trade|traded|buy|bought|sell|sold)\b/,
    stocks: 1,
  },
  {
    intent: 'trades',
    when: new RegExp(
      `\\bmy (?:last|latest|newest|(?:most )?recent|previous) (?:\\d{1,2} )?${TRADES}\\b|^(?:(?:please|show|list|see|give|tell|what|are|me|all) )*my (?:trades|transactions|fills)[?.! ]*$|\\bthe last (?:thing|stock|shares?|trade|one) (?:that )?i (?:buy|bought|sell|sold|trade|traded|made|did)\\b|\\bi last (?:buy|bought|sell|sold|trade|traded)\\b|\\b(?:what|which)\\b.{0,20}\\b(?:did|have) i\\b.{0,10}\\b(?:buy|bought|sell|sold|trade|traded) last[?.! ]*$`,
    ),
  },
  {
    intent: 'portfolio',
    when: /\bmy (?:best|worst|strongest|weakest|losing|winning)(?: performing)? (?:stocks?|shares?|holdings?|positions?)\b|\bmy (?:current |open )?(?:losers|winners|gainers)\b|\bmy (?:average|avg)(?: buy(?:ing)?)?(?: prices?\b|[?.! ]*$)|\bwhich of my (?:stocks?|shares|holdings)\b|\b(?:shares|stocks) i (?:have|hold|own)\b|\bhow much (?:(?:have|did) i|i (?:have |had )?) ?invest\w*|\btotal invest(?:ed|ments?)\b/,
    unless: /\b(?:should|sell|buy)\b/,
  },
  {
    intent: 'screener',
    when: /./,
    unless:
      /\b(?:should|shall|must|ought|why|best|safe\w*|recommend\w*|suggest\w*|tips?|worth|will|would|going to|to (?:buy|sell|invest|hold|pick)|charges?|brokerage|fees?|commissions?|margin|orders?|limits?|alerts?|balance|portfolio|yesterday|stop(?:[ -]?loss)?)\b/,
    isSought: true,
  },
  {
    intent: 'sector',
    when: /\b(?:which|what|list|show|all|every|how many|name|the)\b.{0,20}\bsectors\b|\b(?:which|what) sector\b.*\b(?:up|down|ris\w*|rose|fall\w*|fell|most|best|worst|gain\w*|los\w*|doing|perform\w*|leading)\b/,
    unless: /\b(?:should|shall|my|mine|i|will|would|tomorrow|buy|sell|invest|mean\w*)\b/,
  },
  {
    intent: 'advice',
    when: /\b(?:should|shall|must|ought) (?:i|we|one|you|my)\b|\bwhat (?:should|shall|do|would) (?:i|we|you) (?:buy|sell|do|trade|invest|pick)\b|\bdo i (?:(?:buy|sell)\b|hold (?:on|or)\b)|\bwould you (?:buy|sell|hold|invest|pick|recommend)\b|\bhow (?:do|can|should) i (?:choose|pick|decide|select)\b/,
    unless: /\bshould i (?:know|understand|learn|read)\b/,
  },
  {
    intent: 'advice',
    when: /\b(?:tips?|recommend\w*|multi-?baggers?|sure[ -]?shots?|jackpot|forecasts?|predict\w*|price targets?|target prices?|targets? (?:of|for|price)|undervalued|overvalued|advi[cs]e\w*|guarantee\w*|double my money|get rich|make me rich)\b/,
  },
  {
    intent: 'advice',
    when: /\b(?:which|what|any|good|hot|cheap|best|next|one|some)(?: \w+)? (?:stocks?|shares?|trades?|picks?|bets?|company|companies)\b.*\b(?:to (?:buy|sell|hold|invest|pick|watch|trade|own)|should|will|worth|buy|invest|good)\b|\bbest (?:stocks?|shares?|trades?|time|buys?|picks?|investments?)\b|\bsuggest\b.*\b(?:stocks?|shares?|trades?|buy|sell)\b|\b(?:buy|sell) (?:or|and|vs|\/) ?(?:buy|sell|hold|wait)\b|\bworth (?:buying|selling|holding|it)\b|\b(?:good|bad|right|best|safe) (?:time|idea|moment|buy|investment|bet|entry|stock) (?:to|for|now)?\b|\btime to (?:buy|sell|enter|exit|get)\b|\b(?:buy|sell) (?:signal|call|rating|recommendation)s?\b/,
    unless: /\bmost (?:traded|active)\b/,
  },
  {
    intent: 'advice',
    when: /\b(?:will|would|going to|gonna|can|could|might)\b.{0,60}\b(?:rise|fall|go (?:up|down|higher|lower)|reach|hit|crash|drop|touch|double|recover|climb|rally|jump|increase|decrease|gain|lose|bounce|moon|skyrocket|be (?:up|down|higher|lower))\b|\bwhere (?:will|is)\b.{0,60}\b(?:be|going|heading|headed)\b|\b(?:price|value|worth|market) (?:in|by|of|for|on) (?:tomorrow|next|one|a|the next|\d+ (?:days?|weeks?|months?|years?)|20\d\d)\b|\btomorrow'?s? (?:price|move|market|close|open)\b|\b(?:price|market|do|be|happen\w*|open|close)\b.{0,20}\b(?:tomorrow|next (?:week|month|year))\b|\bgoing (?:to the moon|up tomorrow|down tomorrow)\b/,
    unless: /\bmy order\b|\b(?:can|could|would|will|might) i\b/,
  },
  { intent: 'performance', when: PAID_CHARGES, isOfAll: true },
  { intent: 'day', when: [PAID_CHARGES, /\b(?:today|yesterday|20\d\d)\b/] },
  {
    intent: 'performance',
    when: /\b(?:did|have|had|am|do) i\b.{0,40}\b(?:ma[dk]e|making|lose|lost|losing|earn(?:ed|ing)?|gain(?:ed)?)\b|\bmy (?:\w+ )?(?:total|biggest|largest|highest) (?:profits?|loss(?:es)?|wins?|gains?)\b|\bhow many trades\b|\bover-?trad(?:e|ing)\b.{0,10}$/,
    unless: /\bhow many trades (?:can|may|should)\b|^(?:what|explain|define)\b.*\bover-?trading\b/,
    isOfAll: true,
  },
  { intent: 'performance', when: /\bhow (?:are|did|have) my trades (?:doing|do|done|been)\b/ },
  { intent: 'performance', when: /\b(?:profits?|loss(?:es)?|pnl|p&l)\b/, isOfSpan: true, isOfAll: true },
  {
    intent: 'performance',
    when: /\b(?:my|i|me)\b.*\b(?:profits?|loss(?:es)?|pnl|p&l|gains?|made?|make|earn(?:ed)?|los[et]|realised|realized|charges?|brokerage|fees?|paid|pay|trades?|traded|did|do|done)\b/,
    isOfSpan: true,
  },
  {
    intent: 'performance',
    when: /\bmy (?:net |gross |total )?(?:realised|realized) (?:profits?|loss(?:es)?|pnl|p&l|gains?)\b/,
  },
  {
    intent: 'day',
    when: /\b(?:my|today's|todays|yesterday's|yesterdays) (?:trading )?(?:day|trades?|pnl|p&l|profit(?! factor)|loss|result|results|fills?)\b(?!.*\b(?:overall|total|all)\b)|\bhow (?:was|is|did) my (?:trading )?day\b|\bwhat (?:did i|have i) (?:do|done|trade|traded|buy|bought|sell|sold)\b|\b(?:did|have|am) i (?:made?|make|lose|lost|earn(?:ed)?|up|down|in profit|in loss)\b|\bhow much (?:did|have|am) i (?:made?|make|lose|lost|earn(?:ed)?|up|down)\b|\b(?:profit|loss|pnl|p&l|trades?|realised|realized)\b.*\b(?:today|yesterday|20\d\d-\d\d-\d\d)\b/,
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
    when: /\b(?:my|list|show|open|pending|recent)\b.*\borders\b|\bmy (?:last|latest|recent) order\b|\b(?:price|limit|trigger)\b.*\bof my orders?\b/,
  },
  {
    intent: 'portfolio',
    // What the screens call the overall profit is that of the stocks held.
    when: /\bportfolio\b|\boverall (?:profit|loss|pnl|p&l)\b|\bmy (?:\w+ )?(?:holdings?|positions?|stocks?|shares|investments?|sectors?|concentration|diversification|allocation|exposure|risk)\b|\bwhat (?:do|am) i (?:own|hold|have|holding|invested)\b|\bam i (?:\w+ )?(?:diversified|concentrated|spread|exposed)\b|\btoo much in\b|\b(?:largest|biggest|top) (?:holding|position)\b|\bdo i (?:own|hold|have)(?! (?:to\b|(?:enough |any )?(?:money|cash|balance|funds)))\b/,
    unless:
      /\bwhat (?:is|are|does) (?:a |an |the )?(?:portfolio|diversification|concentration)\b|\b(?:money|cash|funds|balance)\b/,
  },
  {
    intent: 'balance',
    when: /\breal money\b|\b(?:cash|money|funds)\b.*\b(?:my|i)\b|\b(?:my|i|me)\b.*\b(?:balance|wallet|buying power|cash|money|funds|net worth|worth|spend|blocked|held|set aside)\b|\b(?:balance|wallet|buying power|free cash|available (?:cash|funds|money))\b(?!.*\bvolume\b)/,
    unless:
      /\bwhat (?:is|are|does) (?:a |an |the )(?:balance|wallet|hold)\b|\b(?:charge|fee|brokerage|commission|cost)s?\b|\bon[ -]balance\b/,
  },
  {
    intent: 'cost',
    when: /\b(?:charges?|brokerage|fees?|commission|costs?|break[ -]?even|margin|leverage|taxe?s?)\b/,
    unless: /\b(?:price|quote) of\b/,
  },
  {
    intent: 'rules',
    when: /\b(?:trading|buy|sell|order|position) limits?\b|\bmax(?:imum)?\b|\bat a time\b|\bper order\b|\bprice band|\bcircuit\b|\bholidays?\b|\bsquare[ -]?off\b|\b(?:market|trading) hours?\b|\bis (?:the )?(?:market|exchange) (?:\w+ )?(?:open|closed?)\b|\b(?:can|may|could) (?:i|we|you|one) trade on\b|\b(?:when|what time)\b.*\b(?:open|close|opens|closes)\b|\brules? (?:in force|of (?:the )?(?:market|trading|exchange))\b/,
  },
  { intent: 'compare', when: /./, stocks: 2 },
  {
    intent: 'compare',
    when: /^compare\b|\b(?:vs\.?|versus)|\b(?:better|worse|stronger|weaker|riskier|safer|cheaper|costlier) than\b|\bdifference between\b/,
    unless: /\b(?:index|ist ?60|market|sectors?|average|usual|yesterday|last|before|it was)\b/,
    stocks: 1,
  },
  {
    intent: 'indicators',
    when: /\b(?:rsi|macd|bollinger|bands?|indicators?|technicals?|moving averages?|sma|ema|dma|atr|adx|stochastics?|obv|vwap|overbought|oversold|momentum|support|resistance|true range|signals?)\b/,
    stocks: 1,
  },
  {
    intent: 'risk',
    when: /\b(?:risk\w*|volatil\w*|beta|drawdown|safe\w*|swings?|worst|dangerous|stable)\b/,
    stocks: 1,
  },
  {
    intent: 'overview',
    when: /\b(?:trend\w*|history|historical|return\w*|perform\w*|past|last|years?|months?|weeks?|ago|52|high|low|chart|analy\w*|overview|summary|about|doing|done|moved?|average volume)\b/,
    stocks: 1,
  },
  {
    intent: 'quote',
    when: /\b(?:price|quote|trading at|how much|ltp|bids?|asks?|offers?|spread|volume|depth|rate|value|cost)\b/,
    stocks: 1,
  },
  { intent: 'overview', when: /./, stocks: 1 },
  {
    intent: 'index',
    when: /\b(?:index|nifty|sensex|ist ?60|istock 60|benchmark|market level)\b/,
    unless: /\bherfindahl\b/,
  },
  {
    intent: 'movers',
    when: /\b(?:gainers?|losers?|movers?|most (?:active|traded)|top (?:stocks?|shares?|gain\w*|los\w*)|breadth|(?:what|which|who)\b.*\b(?:moves|moving|rising|falling|up|down|gained|lost|rose|fell|active)|market (?:today|now|doing|summary|overview|update|mood)|(?:how|what)(?:'s| is| was| are| did)? (?:the )?markets?)\b/,
    unless: /\bmarket (?:order|maker|cap\w*)\b/,
  },
  {
    intent: 'greeting',
    when: /^(?:hi|hello|hey|namaste|good (?:morning|afternoon|evening)|thanks?|thank you|ok|okay|bye|help|what can you do|how can you help|what can i ask)\b/,
  },
  {
    intent: 'unknown-stock',
    when: /\b(?:price|quote|trend|rsi|macd|chart|indicators?|compare|risk|volume|history|analy\w+) (?:of|for|in|on) (?:the )?(?!a\b|an\b|stock|share|order|market|trad)[a-z][a-z0-9&.-]{2,}/,
  },
];
