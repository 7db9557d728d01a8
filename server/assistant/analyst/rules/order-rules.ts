// Questions about corporate actions, about the state of orders, and about what would happen.
import { anyOf } from '../any-of.ts';
import type { Rule } from '../intent.ts';

/** The bonus for a sign-up; money split between things; an order of known number; and whatever asks for a tip. */
const NOT_CORPORATE = anyOf(
  /\b(?:sign(?:ed|ing)?[ -]?up|welcome|referr?\w*|loyalty|rewards?|order (?:number |no\.? ?|id )?#?\d+|should|shall|ought|worth|tips?|predict\w*|forecast\w*|targets?|rise|fall|go (?:up|down)|recommend\w*|best|suggest)\b/,
  /\bsplit (?:between|among|across|over|by|up)\b/,
  /\b(?:portfolio|money|cash|balance|order|charges?|fees?)\b.{0,20}\bsplit\b/,
  /#\d/,
);

/** By the name it has here, or those of indices that people know. */
const INDEX = '(?:index|ist ?60|istock 60|benchmark|nifty|sensex)';

export const ORDER_RULES: readonly Rule[] = [
  {
    intent: 'corporate',
    when: /\b(?:dividends?|corporate actions?|(?:bonus|rights) (?:issues?|shares?)|(?:stock|share|reverse) splits?|ex[ -]?(?:dividend|bonus|split|date)|(?:the|an?|any|next|last) split|splits)\b/,
    unless: NOT_CORPORATE,
  },
  {
    intent: 'corporate',
    when: /\b(?:which|what) (?:stocks?|shares?|company|companies) (?:pay|pays|give|gives|paid|gave)\b.{0,30}\bdividends?\b/,
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
  // As opposed to `how do I order 10 shares`
  {
    intent: 'story',
    when: /\b(?:is|are|was|were|has|have|did|does|will|would|of|for|on|my|the) order (?:number |no\.? ?|id )?#?\d{1,15}\b(?! ?shares?\b)/,
    unless: /\b(?:i|we) order\b/,
  },
  { intent: 'story', when: [/\border\b/, /\b(?:where is (?:it|the order)|what happened to it|nothing happen\w*)\b/] },
  {
    intent: 'story',
    when: /\b(?:explain|about|details? of|story of|happened (?:to|with|in)) my (?:(?:last|latest|newest|most recent) (?:\w+ )?)?order\b(?! (?:book|history|list))/,
  },
  { intent: 'story', when: [/\bmy\b/, /\border\b/, /\b(?:fill|execut)\w*\b/, /\b(?:why|how come)\b/] },
  { intent: 'story', when: /\bwhy\b.{0,20}\bmy (?:\w+ )?order (?:end|ended)\b/ },
  {
    intent: 'story',
    when: /\bwhen (?:does|will|is|would|should)\b.{0,10}\bmy (?:\w+ )?order\b.{0,20}\b(?:trad|fill|execut)\w*/,
  },
  {
    intent: 'story',
    when: [
      /\b(?:why|how come|what happened|reason|explain|status|what's wrong|what is wrong|stuck|when will|still)\b/,
      /\b(?:order|trade|buy|sale|sell|stop|limit)\b/,
      /\b(?:refus\w*|reject\w*|fail\w*|not (?:been )?(?:fill\w*|execut\w*|complet\w*|go\w*|trad\w*|trigger\w*)|\w{2,6}n't (?:been )?(?:fill\w*|execut\w*|complet\w*|go\w*|trad\w*|trigger\w*)|unfilled|pending|stuck|cancel\w*|expir\w*|trigger\w*|wait\w*|open|fill\w*|execut\w*|happen\w*|partial\w*)\b/,
    ],
  },
  {
    intent: 'story',
    when: anyOf(
      /\bmy (?:last |latest |recent |pending |open |limit |stop |market )*(?:order|trade)\b.*\b(?:refus\w*|reject\w*|fail\w*|not |\w{2,6}n't|pending|stuck|cancel\w*|expir\w*|waiting|happen\w*|status)/,
      /\bwhat happened (?:to|with) my (?:\w+ )?(?:order|trade|buy|sell|sale|stop(?:[ -]?loss)?|target|bracket)\b/,
      /\border (?:was |got |is )?(?:refused|rejected|failed|stuck|not filled|pending|canceled|cancelled)\b/,
      /\b(?:refused|rejected|failed|unfilled|stuck) order\b/,
    ),
  },
  {
    intent: 'story',
    when: anyOf(
      /\b(?:where|what place|which place|position)\b.{0,20}\bqueue\b/,
      /\bhow far\b.{0,20}\bmy (?:limit|stop|order|target|trigger)\b/,
      /\b(?:shares?|orders?|people) (?:are )?(?:ahead of|before|in front of) (?:me|mine|my)\b/,
      /\bmy (?:place|position) in the queue\b/,
    ),
  },
  {
    intent: 'story',
    when: /\b(?:did|is|has|was) my (?:\w+ )?(?:order|stop(?:[ -]?loss)?|target|bracket)\b.{0,30}\b(?:go(?:ne)? through|still|open|pending|waiting|fail\w*|refus\w*|fill\w*|execut\w*|complet\w*|done|accepted)\b/,
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
    intent: 'trip',
    when: /\b(?:if|profit|loss|make|made|earn|gain|get|lose|how much|what|suppose|say)\b/,
    unless: /\b(?:should|shall|orders?|alerts?|why|yesterday|did i|was|were)\b/,
    isTrip: true,
  },
  {
    intent: 'outcome',
    when: /\b(?:price|how (?:much|far|many)|what|when|need|must|has to|have to)\b/,
    unless: /\b(?:did|have i|has|was|were|charges?|fees?|risk\w*|most|max(?:imum)?)\b|\bhow many shares\b/,
    stocks: 1,
    isGoal: true,
  },
  { intent: 'story', when: /\border (?:number |no\.? ?|id )?#?\d{1,15}[?.! ]*$/ },
  {
    intent: 'benchmark',
    when: new RegExp(
      `^(?=.*\\b(?:i|my|me|mine)\\b)(?=.*\\b(?:beat\\w*|against|vs\\.?|versus|compar\\w*|better|worse|than|outperform\\w*|underperform\\w*|ahead|behind)\\b).*\\b(?:markets?|${INDEX})\\b`,
    ),
    unless: /\b(?:should|shall|will|would|orders?|market order|alerts?|if)\b/,
    isOfAll: true,
  },
  {
    intent: 'benchmark',
    when: new RegExp(
      `\\b(?:if|had|have|would) i\\b.{0,24}\\b(?:held|kept|bought|buy|invested|put|ha(?:d|ve) done)\\b.{0,40}\\b${INDEX}\\b|\\bi had\\b.{0,12}\\b(?:held|bought|invested|put)\\b.{0,40}\\b${INDEX}\\b`,
    ),
    unless: /\b(?:should|orders?|alerts?|falls?|fell|rises?|rose|drops?|crash\w*)\b/,
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
  { intent: 'shock', when: /\b(?:fall|drop|crash) (?:of|in) everything\b/, isOfAll: true },
  {
    intent: 'shock',
    when: [
      /\b(?:my (?:portfolio|holdings?|stocks?|shares|positions?)|everything|how much (?:can|could|might|may) i lose)\b/,
      /\b(?:crash\w*|collapse\w*|tomorrow|in (?:a|one) day|at most|bear market|black swan)\b/,
    ],
    unless: /\b(?:should|server|app|site)\b/,
    isOfAll: true,
  },
  {
    intent: 'shock',
    when: /^how much (?:can|could|might|may) i lose(?: (?:today|now|in all|in total|at once|overnight))?[?.! ]*$/,
  },
  {
    intent: 'outcome',
    when: /\b(?:if|when|suppose|supposing|assum(?:e|ing)|once)\b/,
    unless: anyOf(
      /\bwhen (?:will|would|does|is|did|was|has)\b/,
      /\b(?:should|shall|orders?|alerts?|stop|trigger\w*|why)\b/,
      /\bor (?:buy|sell|hold|not)\b/,
    ),
    stocks: 1,
    isSupposed: true,
  },
  {
    intent: 'outcome',
    when: /\b(?:sale|sell(?:ing)?)\b.*\b(?:bring|fetch)\b/,
    stocks: 1,
    isSupposed: true,
  },
  {
    intent: 'outcome',
    when: anyOf(
      /\b(?:my|mine|me|i)\b.*\bbreak[ -]?even\b/,
      /\bbreak[ -]?even\b(?:.*\b(?:my|mine|me|i)\b|\D*$)/,
      /\bif i (?:sell|exit)\b/,
      /\bto (?:sell|exit|close) (?:(?:all|every\w*|the whole|whole|the|of) )*(?:all|my|every\w*|whole)\b/,
      /\b(?:without|with no|at no|not make|not making|avoid) (?:a |any |making (?:a )?)?loss\b/,
      /\b(?:recover|get back|cover) (?:all )?(?:my|the) (?:money|costs?|charges|investment|capital)\b/,
    ),
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
    when: anyOf(
      /\bhow (?:many|much)\b.*\b(?:can|could|may) i\b.*\b(?:buy|afford|get|purchase)\b/,
      /\bhow (?:many|much)\b.*\bi (?:can|could) (?:buy|afford|get|purchase)\b/,
      /\bcan i afford\b/,
    ),
    stocks: 1,
  },
  {
    intent: 'check',
    when: /\b(?:can|could|may) i (?:buy|sell|purchase)\b/,
    stocks: 1,
    unless: /\bhow many\b.*\bsell\b/,
  },
];
