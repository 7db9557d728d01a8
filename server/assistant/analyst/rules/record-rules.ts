// Questions about what the asker has done so far.
import { anyOf } from '../any-of.ts';
import { CHARGES } from './charges-words.ts';
import type { Rule } from '../intent.ts';

const TRADES = '(?:trades?|fills?|transactions?|purchases?|buys?|sales?|sells?)';

/** `How long have I been trading?`: the first trade answers it. */
export const SINCE_WHEN = anyOf(
  /\bhow long (?:have|am|has) i (?:been )?(?:trad\w+|investing|here|on istock|with istock|using|a (?:member|trader|customer))\b/,
  /\b(?:when|which day|what day) (?:did|have) i (?:first )?(?:join\w*|start\w*|sign\w*|regist\w*|begin|open)\b/,
  /\bsince when\b.{0,20}\bi\b/,
  /\bhow (?:old is my|long have i had (?:my|this|an)) account\b/,
);

/** By what was paid for the shares, not by what they brought. */
export const LARGEST =
  /(?:\bmy|\bthe|^) ?(?:biggest|largest|most expensive) (?:ever )?(?:trades?|orders?|buys?|purchases?)\b/;

const NEWEST = '(?:last|latest|newest|(?:most )?recent|previous)';

/** `my last losing trade`, `why did my last trade lose money`. */
export const LAST_LOSS = new RegExp(
  `\\b(?:my|the) ${NEWEST} (?:losing|lost|bad|red|unprofitable) trade\\b|\\bmy ${NEWEST} (?:loss|loser)\\b|\\b(?:did|has|was) my ${NEWEST} trade\\b.{0,20}\\b(?:los[es]|lost|losing|bad|red)\\b`,
);
export const LAST_WIN = new RegExp(
  `\\b(?:my|the) ${NEWEST} (?:winning|won|good|green|profitable) trade\\b|\\bmy ${NEWEST} (?:win|winner|gain|profit)\\b|\\b(?:did|has|was) my ${NEWEST} trade\\b.{0,20}\\b(?:win|won|profit\\w*)\\b`,
);

const OUTCOME =
  '(?:profits?|loss(?:es)?|p&l|pnl|results?|returns?|win rate|wins?|trad(?:es?|ed|ing)|earn(?:ed|ings)?|ma[dk]e|los[et]|lost|do|did|done|perform\\w*|gain(?:ed|s)?)';
/** Questions about what is held, about prices, or about what would be. */
const NOT_OF_RESULTS =
  /\b(?:should|shall|can|could|would|will|if|hold\w*|holdings?|own|invest\w*|portfolio|my money|cash|weight|percent\w*|exposure|index|market|buy|bought|sell|sold|orders?)\b|%/;
const SECTORS = '(?:sectors?|industr(?:y|ies))';

export const RECORD_RULES: readonly Rule[] = [
  {
    intent: 'habits',
    when: anyOf(
      new RegExp(`\\b(?:which|what) ${SECTORS}\\b.{0,16}\\b(?:i|me|my)\\b.*\\b(?:${OUTCOME}|best|worst)\\b`),
      new RegExp(`\\b(?:which|what) ${SECTORS}\\b.{0,16}\\b${OUTCOME}\\b.{0,16}\\b(?:me|my)\\b`),
      new RegExp(
        `\\b(?:my|i)\\b.*\\b${OUTCOME}\\b.*\\b(?:by|per|in|from|of|for) (?:each |every |which |what )?${SECTORS}\\b`,
      ),
      new RegExp(`\\bmy (?:most profitable|least profitable|best|worst|strongest|weakest) ${SECTORS}\\b`),
    ),
    unless: NOT_OF_RESULTS,
    isOfAll: true,
  },
  {
    intent: 'habits',
    when: new RegExp(`\\b(?:my|i)\\b.*\\b${OUTCOME}\\b`),
    unless: NOT_OF_RESULTS,
    isOfSector: true,
    isOfAll: true,
  },
  {
    intent: 'sold',
    when: anyOf(
      /\b(?:am|was|did|do|have|had) i\b.{0,20}\b(?:sell|selling|sold|exit(?:ed|ing)?|clos(?:e|ed|ing)|g[eo]t(?:ting)? out)\b.{0,40}\btoo (?:early|soon|late|quickly|fast)\b/,
      /\bafter (?:i (?:sold|sell|exit(?:ed)?)|my (?:sales?|exits?)|selling)\b/,
      /\bi (?:have |had )?sold\b.{0,40}\b(?:afterwards?|since|later|(?:be )?worth|go(?:ne)? up|went up|r[io]sen?)\b/,
      /\bregret\w* (?:selling|sold|my sales?)\b|\bi regret\b.{0,20}\bs(?:elling|old)\b/,
      /\bif i (?:had|have) (?:not|never) sold\b|\bif i (?:had|have)n't sold\b|\b(?:held|kept|keeping|holding)\b.{0,20}\binstead of s(?:elling|old)\b/,
      /\bmy sold (?:shares|stocks)\b/,
    ),
    unless: /\b(?:should|shall|charges?|fees?|tax\w*|orders?|diary|notes?)\b/,
  },
  {
    intent: 'mistakes',
    when: anyOf(
      /\bwhat am i doing wrong\b/,
      /\b(?:my|me)\b.{0,24}\b(?:mistakes?|errors?|weakness(?:es)?|weak points?|bad habits?|strengths?)\b/,
      /\b(?:mistakes?|errors?) (?:do|did|am|have) i\b/,
      /\bi\b.{0,20}\b(?:same )?mistakes?\b/,
      /\b(?:improve|get better at|work on)\b.{0,12}\bmy trad(?:ing|es)\b/,
      /\bwhat (?:should|can|could|must) i (?:improve|do better|work on)\b/,
      /\bwhat (?:stands out|do you (?:notice|see)|patterns?)\b.{0,20}\b(?:my|me)\b/,
      /\b(?:do|am|did) i (?:over-?trad\w+|revenge[ -]?trad\w+)/,
      /\b(?:i|my)\b.{0,30}\bafter (?:a|an|my|each|every|the) (?:big |last )?(?:loss|win|losing|winning)\b/,
      /\b(?:i|my)\b.{0,30}\btrad\w* with(?:out)? (?:a |an |my )?stop/,
      /\b(?:do|am|did) i\b.{0,20}\b(?:better|worse)\b.{0,20}\bstops?\b/,
      /\b(?:do|am|did) i trad(?:e|ing) (?:too (?:much|often)|often enough)\b/,
    ),
    unless:
      /\b(?:most expensive|biggest|worst|costliest|largest)\b|\b(?:should i|can i|may i) (?:buy|sell|trade|stop|wait)\b/,
    isOfAll: true,
  },
  { intent: 'trades', when: anyOf(LAST_LOSS, LAST_WIN), unless: /\b(?:should|since|after|before)\b/ },
  {
    intent: 'habits',
    when: anyOf(
      /\b(?:how long|average time|avg time)\b.*\b(?:do i|did i|have i|i|my)\b.*\b(?:hold|held|keep|kept|stay|trades?)\b/,
      /\bmy (?:average |usual |typical |median |mean )?(?:holding|hold) (?:time|period)s?\b/,
      /\b(?:which|what) (?:stocks?|shares?|company|companies) (?:do|did|have) i (?:traded?|buy|bought|sell|sold)\b.*\b(?:most|often)\b/,
      /\bwhat (?:do|did|have) i (?:traded?|buy|bought|sell|sold) (?:the )?(?:most|most often)[?.! ]*$/,
      /\bmy (?:most|best|worst) traded (?:stocks?|shares?)\b/,
      /\bmy favou?rite stocks?\b/,
      /\bmy (?:trading )?habits?\b/,
    ),
    unless:
      /\bhow long have i (?:held|had|owned|been holding) (?!on\b|my\b|stocks?\b|shares?\b|positions?\b|winn|los)\w/,
  },
  {
    intent: 'habits',
    when: anyOf(
      /\b(?:which|what) (?:stocks?|shares?|company|companies)\b.{0,20}\b(?:made|make|los[et]|cost|brought|earned?|ga?ve)\b.{0,10}\b(?:me|i)\b/,
      /\b(?:which|what) (?:stocks?|shares?|company|companies) (?:did|have|do) i (?:ma[dk]e|los[et]|earn(?:ed)?)\b/,
      /\b(?:did|have|do) i\b.{0,20}\b(?:made|make|los[et]|earn(?:ed)?)\b.{0,20}\b(?:on|with|in|from) (?:which|what) (?:stocks?|shares?)\b/,
      /\bmy (?:most|least) profitable (?:stocks?|shares?)\b/,
    ),
    unless: /\b(?:should|will|would|can)\b/,
    isOfAll: true,
  },
  {
    intent: 'performance',
    when: anyOf(
      /\bhow many (?:winning|losing|profitable|good|bad|green|red)(?: trading)? days\b/,
      /\b(?:my|an?) average (?:profit|loss|result|gain|return)s?\b.{0,12}\btrade\b/,
      /\bmy (?:average|mean) (?:profit|loss|result|gain|return)s?\b/,
      /\b(?:what|how many|percent\w*|share|part)\b.{0,24}\bof my (?:\w+ )?trades\b.{0,16}\b(?:winn\w*|won|win|los\w*|lost|profitable|green|red|good|bad)\b/,
      /^(?:(?:show|list|what|are|me) )*my (?:top|best|worst|biggest|largest) (?:\d{1,2} )?(?:trades?|loss(?:es)?|wins?|profits?)\b/,
      /\baverage (?:profit|result|gain) (?:per|of a|a|for each) trade\b/,
      /^(?:please |can you |could you )?(?:give me (?:a|the) )?(?:summar\w+|review|analy[sz]e|analysis|overview)(?: of)? my (?:last |this |past )?(?:trading|trades|results|performance|week|month|year)\b/,
    ),
    isOfAll: true,
  },
  {
    intent: 'habits',
    when: anyOf(
      /\bmy\b.{0,30}\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b/,
      /\b(?:do|am|did) i\b.{0,20}\b(?:better|worse|best|worst|more|well|do|on|in)\b.{0,20}\b(?:mornings?|afternoons?|evenings?|nights?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?)\b/,
    ),
    isOfAll: true,
  },
  { intent: 'habits', when: /\bmy (?:best|worst) (?:stocks?|shares?)\b/, isOfSpan: true },
  {
    intent: 'performance',
    when: /\b(?:weekly|my week|my month|my year)\b/,
    isOfSpan: true,
    isOfAll: true,
    unless: /\b(?:orders?|alerts?|lessons?|stocks?|bars?|candles?)\b/,
  },
  {
    intent: 'performance',
    when: /\bhow (?:was|is|has been|did) my\b/,
    isOfSpan: true,
    isOfAll: true,
    unless: /\b(?:order|payment|alert|index|day|go\w*)\b/,
  },
  {
    intent: 'habits',
    when: anyOf(
      /\bhow (?:often|many days)\b.{0,12}\b(?:do|did|have) i\b.{0,10}\btraded?\b/,
      /\bhow many trades\b.{0,20}\bi\b.{0,20}\b(?:per|an?|each|every) (?:day|week)\b/,
    ),
    isOfAll: true,
  },
  {
    intent: 'performance',
    when: anyOf(
      /^(?:(?:my|the|show|what|was|is|what's) )*(?:best|worst) (?:trading )?day(?: ever| so far|[?.! ]*$| (?:this|last|in)\b)/,
      /\bsingle day\b/,
    ),
    unless: /\bof (?:the )?week\b/,
    isOfAll: true,
  },
  {
    intent: 'habits',
    when: /\b(?:i|my)\b.*\b(?:hold|held|holding|keep|cut|cutting|sell|sold|exit\w*)\b.{0,30}\b(?:winn(?:ers?|ing)|los(?:ers?|ing))\b/,
    unless: /\b(?:should|shall|orders?|can)\b/,
    isOfAll: true,
  },
  {
    intent: 'habits',
    when: anyOf(
      /\b(?:when|(?:which|what|on what|at what) (?:days?|weekdays?|hours?|times?)\b.{0,30})\b(?: of (?:the )?(?:day|week))? (?:do|am) i\b.{0,30}\b(?:best|worst|most|profitable|good|bad|win|los[et]\w*|well|badly|successful|ma(?:ke|king) (?:the )?(?:most )?(?:money|profits?))\b/,
      /\b(?:which|what) (?:weekday|day of the week|hour)\b.{0,12}\bmy (?:best|worst)\b/,
      /\bmy (?:best|worst) (?:trading )?(?:weekdays?|days? of the week|hours?|times?(?: of (?:the )?day)?)\b/,
    ),
    unless: /\b(?:should|shall|orders?|can i|market)\b|\bhow (?:much|many)\b/,
    isOfAll: true,
  },
  {
    intent: 'trail',
    when: anyOf(
      /\b(?:without|before|if there were no) (?:any |all |the )?(?:charges|fees|brokerage)\b(?=.*\b(?:i|my|me)\b)/,
      /\b(?:i|my)\b.*\bwithout (?:any |all |the )?(?:charges|fees|brokerage)\b/,
      /\bwhy\b.{0,30}\bmy (?:\w+ )?(?:balance|cash|money|account|funds)\b.{0,20}\b(?:less|lower|low|fall\w*|fell|down|reduc\w*|decreas\w*|shrunk|smaller)\b/,
      /\bwhere (?:did|has|have|is) (?:all )?(?:of )?my (?:money|cash|funds)\b.{0,10}\b(?:go|gone)\b/,
      /\b(?:what (?:has )?happened to|what became of) (?:all )?my (?:money|cash|balance|funds)\b/,
      /\bif i (?:had|have) never traded\b|\bif i had not traded\b/,
      /\bmy (?:money|cash|balance|funds) (?:is |has |have |are )?(?:missing|gone|disappeared|vanished|less than)\b/,
    ),
  },
  {
    intent: 'rewards',
    when: anyOf(
      /\b(?:my|i|me)\b.*\b(?:rewards?|referrals?|loyalty|(?:sign[ -]?up|welcome|joining) bonus)\b/,
      /\b(?:rewards?|referrals?|loyalty|(?:sign[ -]?up|welcome|joining) bonus)\b.*\b(?:my|i|me)\b/,
      /\b(?:refer|invit|bring)\w* (?:a |my |some )?friends?\b/,
      /\bfor (?:referring|inviting)\b/,
      /\bmy (?:invit\w+|refer\w+) (?:code|link)\b/,
      /\bfriends? (?:can|may|could|do|should) i (?:invite|refer|bring)\b/,
    ),
    unless: /\brisk\b/,
  },
  {
    intent: 'rewards',
    when: /\b(?:bonus(?:es)?|referrals?|loyalty|cash ?back)\b/,
    unless: /\b(?:bonus (?:issues?|shares?|stocks?)|split|dividends?|ratio|risk)\b/,
    isOfAll: true,
  },
  {
    intent: 'rewards',
    when: anyOf(
      /\bhow much\b.{0,20}\bdid i (?:start|begin) with\b/,
      /\b(?:how much|what)\b.{0,20}\b(?:did|have) i\b.{0,20}\b(?:deposit(?:ed)?|top(?:ped)?[ -]?up|add(?:ed)?|paid in|pay in|put in)\b/,
      /\bmy (?:total |last |latest |newest |recent |first |all )?(?:deposits?|top-?ups?)\b/,
    ),
    unless: new RegExp(`\\b${CHARGES}\\b`),
  },
  {
    intent: 'performance',
    when: anyOf(
      /^(?:(?:please|show|the|my) )*(?:best|worst) trades?(?: ever| so far| of mine)?(?: (?:of |in |from )?(?:this|last) (?:week|month|year))?[?.! ]*$/,
      /\bmy (?:best|worst|average) (?:trade|win|loss)/,
      /\bmy (?:best|worst) (?:trading )?day\b/,
      /\b(?:my|the) (?:biggest|largest) (?:winners?|losers?)\b/,
      LARGEST,
      /^(?:(?:show|the) )*(?:biggest|largest) (?:winner|loser|win|loss)[?.! ]*$/,
    ),
  },
  {
    intent: 'performance',
    when: /^(?:(?:please|show|the|my) )*(?:best|worst) trades? (?:of|in|from|since|between)\b/,
    isOfSpan: true,
    isOfAll: true,
  },
  {
    intent: 'performance',
    when: /\b(?:when|(?:which|what) (?:days?|dates?)) (?:did|have) i\b.*\b(?:most|best|biggest|worst|least)\b/,
    isOfAll: true,
  },
  {
    intent: 'trades',
    when: /\b(?:did|have) i (?:buy|bought|sell|sold)\b/,
    unless: /\b(?:why|should|shall|too (?:early|soon|late)|first|last|average)\b/,
    stocks: 1,
    isOfPast: true,
  },
  {
    intent: 'position',
    when: anyOf(
      /\baverage (?:price|cost)\b.*\bi (?:have )?(?:paid|pay|bought)\b/,
      /\bhow (?:many|much)\b.*\b(?:i (?:have|hold|own)|can i sell)\b/,
      /\bcost basis\b/,
      /^(?:(?:show|the|total|current|what is|what's|whats) )*(?:profits?|loss(?:es)?|pnl|p&l) (?:in|on|from)\b/,
      /^(?:\S+ ){1,3}(?:profit|loss|pnl|p&l)[?.! ]*$/,
      /\b(?:average|avg|mean) (?:buy(?:ing)?|purchase|cost|entry)\b/,
      /\bmy\b.*\b(?:average|avg|entry|buy(?:ing)? price|purchase|cost price|profits?|loss|pnl|p&l|gains?|returns?|position|holdings?|shares|stake)\b/,
      /\bdo i (?:still )?(?:own|hold|have)\b/,
      /\bhow (?:many times|often) (?:did|have) i trad/,
      /\bhow long have i (?:held|had|owned|been holding)\b/,
      /\b(?:did|have|had) i (?:ever )?(?:buy|bought|pay|paid|sell|sold|ma[dk]e|lost|lose|earn(?:ed)?|gain(?:ed)?)\b/,
      /\bam i (?:up|down|in (?:profit|loss))\b/,
    ),
    unless: anyOf(
      /\b(?:should|shall|worth (?:it|buying|selling|holding)|why|stop|net|quarterly|company|orders?|charges?|fees?|brokerage|commission|yesterday|enough|risk\w*)\b/,
      /\bor (?:buy|sell|hold|not)\b/,
      /\btoday\b.*\b(?:trade|traded|buy|bought|sell|sold)\b/,
    ),
    stocks: 1,
  },
  {
    intent: 'trades',
    when: /^(?:(?:please|show|list|see|give|tell|what|are|me|all|of|my|the) )*(?:trades?|transactions?|fills|purchases|sales)\b/,
    isOfSpan: true,
  },
  {
    intent: 'trades',
    when: /\b(?:did|have) i (?:buy|bought|sell|sold)\b/,
    unless: /\b(?:why|should|shall|price|most|often|least)\b/,
    isOfSpan: true,
    isOfAll: true,
  },
  {
    intent: 'trades',
    when: /\bmy (?:entry|exit|buy(?:ing)?|sell(?:ing)?|sale) price\b/,
    unless: /\borders?\b/,
    isOfAll: true,
  },
  {
    intent: 'trades',
    when: SINCE_WHEN,
    isOfAll: true,
  },
  {
    intent: 'trades',
    when: new RegExp(
      `\\bmy (?:last|latest|newest|first|oldest|earliest|(?:most )?recent|previous) (?:ever |\\d{1,2} )?${TRADES}\\b|^(?:(?:please|show|list|see|give|tell|what|are|me|all) )*my (?:trades|transactions|fills)[?.! ]*$|\\bthe last (?:thing|stock|shares?|trade|one) (?:that )?i (?:buy|bought|sell|sold|trade|traded|made|did)\\b|\\bi last (?:buy|bought|sell|sold|trade|traded)\\b|\\b(?:what|which)\\b.{0,20}\\b(?:did|have) i\\b.{0,10}\\b(?:buy|bought|sell|sold|trade|traded) last[?.! ]*$`,
    ),
  },
  {
    intent: 'portfolio',
    when: anyOf(
      /\bmy (?:best|worst|strongest|weakest|losing|winning)(?: performing)? (?:stocks?|shares?|holdings?|positions?)\b/,
      /\bmy (?:current |open )?(?:losers|winners|gainers)\b/,
      /\bmy (?:average|avg)(?: buy(?:ing)?)?(?: prices?\b|[?.! ]*$)/,
      /\bwhich of my (?:stocks?|shares|holdings)\b/,
      /\b(?:which|what) (?:sectors?|industr(?:y|ies))\b.{0,16}\bi\b.{0,12}\b(?:invested|exposed|hold|own)\b/,
      /\b(?:shares|stocks) i (?:have|hold|own)\b/,
      /\bhow much (?:(?:have|did) i|i (?:have |had )?) ?invest\w*/,
      /\btotal invest(?:ed|ments?)\b/,
      /\b(?:how much|percent(?:age)?|%|what (?:part|share))\b.{0,12}\bof my (?:money|cash|capital|portfolio|account|wealth|holdings?|stocks?|investments?) (?:is |are )?(?:invested )?in\b/,
    ),
    unless: /\b(?:should|sell|buy)\b/,
  },
];
