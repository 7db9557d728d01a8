// Questions about what the asker follows, has written in the diary, and risks.
import { anyOf } from '../any-of.ts';
import type { Rule } from '../intent.ts';

const TERM = '(?:same[ -]day|intraday|delivery|overnight|day[ -]?trad(?:es?|ing)|swing|(?:short|long)[ -]term)';
const RESULT = '(?:profits?|loss(?:es)?|p&l|pnl|results?|gains?|performance)';

export const OWN_RULES: readonly Rule[] = [
  {
    intent: 'gains',
    when: new RegExp(
      `\\bam i (?:better|worse|more profitable) (?:at|in|with)\\b.*\\b${TERM}\\b|\\b(?:my|i)\\b.*\\b${TERM}\\b.*\\b${RESULT}\\b|^(?:(?:show|the|my|total|what is|what's) )*${TERM} ${RESULT}\\b|\\b(?:did|do|have) i\\b.{0,20}\\b(?:make|made|lose|lost|earn(?:ed)?)\\b.{0,20}\\b${TERM}\\b|\\bturnover\\b|\\bhow much (?:have|did) i traded? in total\\b|\\b${RESULT} in (?:percent\\w*|%)`,
    ),
    unless: anyOf(
      /\b(?:should|tax\w*|charges?|brokerage|margin|stocks?|market|portfolio|what is (?:a )?(?:short|long))\b/,
      /\bwhat (?:is|does) turnover\b/,
    ),
    isOfAll: true,
  },
  {
    intent: 'follows',
    when: anyOf(
      /\b(?:my|i have|do i have|have i|are there|any|which|what|show|list|see|active)\b.*\b(?:alerts?|watch ?lists?)\b/,
      /^(?:price )?(?:alerts?|watch ?lists?)[?.! ]*$/,
      /\bhow (?:is|are|did|does|was|has)\b.{0,8}\bmy watch ?lists?\b/,
    ),
    unless: anyOf(
      /\b(?:how(?! (?:is|are|did|does|was|has)\b)|where|why|set(?! (?:for|on|up|in)\b)|create|add|put|remove|delete|cancel|use|works?|means?|an? (?:price )?(?:alert|watch ?list)|orders?|hit|fired?|c[oa]me|triggered)\b/,
      /\bwhat (?:is|are) (?:price )?(?:alerts?|watch ?lists?)[?.! ]*$/,
    ),
  },
  {
    intent: 'notes',
    when: anyOf(
      /\b(?:my|i|me)\b.*\b(?:notes?|tags?|moods?|setups?|wrote|written|journal(?:l?ed)?)\b/,
      /\b(?:which|what) (?:tags?|setups?|moods?)\b/,
      /\b(?:which|what)(?: (?:one )?of my)?(?: \w+)? (?:tags?|setups?|strateg(?:y|ies)) (?:\w+ )?(?:works?|worked|do(?:es)?|did|is|are|was|earns?|earned|makes?|made|pays?|paid|performs?|performed)\b/,
      /\b(?:best|worst) (?:tags?|setups?)\b/,
      /\bdid i (?:write|note)\b/,
      /\b(?:show|list|read)\b.{0,12}\b(?:notes|tags)\b/,
      /\bfollow(?:ed|ing)? (?:my|the) (?:trading )?plan\b/,
      /\btrades? (?:i )?(?:tagged|with (?:the )?tag|noted)\b/,
      /\b(?:did|have|do) i\b.{0,24}\b(?:on|with|from|in) (?:my )?(?:revenge|fomo|impulse|impulsive|emotional|angry|greedy|anxious|tagged)\b/,
      /\bhow (?:did|do|are|have) my (?!(?:last|recent|latest|first|open|closed|newest|winning|losing|buy|sell|stock|own)\b)\w+ trades? (?:do|go|perform|doing|done|did)\b/,
      /^(?:notes|tags) (?:of|from|for|on|in|about)\b/,
    ),
    unless: /\bcontract notes?\b|\b(?:how|where) (?:do|can|could|to|does|would|should)\b|\bshould\b/,
  },
  {
    intent: 'figures',
    when: anyOf(
      /\bhow many (?:of my )?trades\b.{0,20}\bstop/,
      /\bhow often\b.{0,12}\bi (?:use|set|have|place)\b.{0,12}\bstop/,
      /\b(?:my|i|me|mine)\b.*\b(?:drawdowns?|sharpe|sortino|payoff|risk(?: to |[ -]|\/)?rewards?|streaks?|in a row|sqn|r[ -]?multiples?|average r\b|(?:follow|respect|keep)(?:ed)? (?:to )?my stop(?:[ -]?loss(?:es)?)?|volatility|mae|mfe|excursions?|risk (?:per|of each|of a|for each) trade)\b/,
      /\bin a row\b.{0,20}\b(?:i|my)\b/,
      /\b(?:losing|winning|win|loss) (?:streaks?|runs?)\b/,
      /\b(?:drawdowns?|sharpe|sortino|volatility)(?: ratio)? (?:of|for|in|on) my (?:portfolio|account|trad\w+|results)\b/,
      /^(?:(?:the|what is|what's|show) )*(?:largest|biggest|deepest|maximum|max|worst) drawdown(?: (?:of |in )?(?:this|last) (?:week|month|year))?[?.! ]*$/,
    ),
    unless: /\b(?:should|why)\b|\bhow (?:do|can|to)\b/,
    isOfAll: true,
  },
  {
    intent: 'figures',
    when: /\bmy (?:\w+ )?(?:returns?|roi|xirr|cagr)\b|\bwhat returns? (?:did|have) i\b/,
    unless: /\b(?:should|why|if|index|market|nifty|sensex|benchmark|tax|expect\w*)\b|\bhow (?:do|can|to)\b/,
    isOfAll: true,
  },
  {
    intent: 'periods',
    when: /\b(?:my|i|me)\b.*\b(?:perform\w*|trad\w+|profits?|loss(?:es)?|p&l|pnl|results?|returns?|do|did|done|doing|make|made|los[et]|better|worse|charges?)\b/,
    unless: /\b(?:should|index|market|nifty|sensex|benchmark)\b/,
    isOfSpans: true,
    isOfAll: true,
  },
  {
    intent: 'months',
    when: anyOf(
      /\b(?:my|i|me)\b.*\b(?:each|every|per|by) months?\b/,
      /\bmonth (?:by|on|over|after) month\b/,
      /\b(?:profits?|loss(?:es)?|p&l|pnl|results?|charges?) (?:by|per|of each|for each|for every) month\b/,
      /\bmonthly (?:profits?|loss(?:es)?|p&l|pnl|results?|performance|summary|report)\b/,
      /\b(?:my|the)? ?(?:best|worst) months?\b/,
    ),
    unless: /\b(?:stocks?|shares?|index|market|should|sectors?|if|invest\w*)\b/,
    isOfAll: true,
  },
  {
    intent: 'periods',
    when: /\b(?:compare|difference)\b.{0,20}\bmy\b|^compare\b/,
    unless: /\b(?:index|market|nifty|sensex|benchmark|stocks?|shares?|sectors?)\b/,
    isOfSpans: true,
    isOfAll: true,
  },
  {
    intent: 'periods',
    when: anyOf(
      /\bam i (?:getting|becoming|trading|doing) (?:any )?(?:better|worse)\b/,
      /\b(?:am i|have i|has my trading|is my trading) (?:been )?(?:improv\w+|progress\w*|(?:got|gotten) (?:better|worse))\b/,
      /\bmy progress\b/,
    ),
    unless: /\b(?:than|index|market|nifty|sensex|benchmark)\b/,
    isOfAll: true,
  },
  {
    intent: 'stops',
    when: anyOf(
      /\b(?:if|when|once|suppose) (?:all )?(?:of )?my stops?(?:[ -]?loss(?:es)?)?\b/,
      /\bhow much\b.*\b(?:at risk|(?:am i|do i) risk(?:ing)?)\b/,
      /\bmy (?:open|total|overall) risk\b/,
      /\bmy stops?(?:[ -]?loss(?:es)?)? (?:would |will |could )?(?:cost|lose)\b/,
      /^(?:what|which) stops?(?:[ -]?loss(?:es)?)? (?:do|have) i\b/,
      /^(?:(?:show|list|see|all|of|me) )*my stops?(?:[ -]?loss(?:es)?)?[?.! ]*$/,
      /\b(?:positions?|holdings?|stocks?|shares?)\b.{0,30}\b(?:without|with no|have no|has no) (?:an? )?stop/,
    ),
    unless: /\bwhat happens\b|\b(?:why|should)\b/,
    isOfAll: true,
  },
  {
    intent: 'stops',
    when: /\b(?:is|are|where is|where are|what is|what's|what are|show|do i have|have i)\b.{0,20}\b(?:my |an? |any )(?:\w+ )?(?:stops?|stop[ -]?loss(?:es)?|sl|targets?)(?: set| active| in place| price)*\b(?: (?:on|for|in|of)\b|[?.! ]*$)/,
    unless: /\b(?:what (?:is|are) an?|how|why|should|order|good|right|best)\b/,
  },
  {
    intent: 'stops',
    when: anyOf(
      /\b(?:stops?(?:[ -]?loss(?:es)?)?|sl|targets?) (?:of|on|for|in) my\b/,
      /^(?:does|has) .{1,40}\ban? stop(?:[ -]?loss)?\b/,
    ),
    stocks: 1,
    unless: /\b(?:how|why|should|order|good|right|best|change|move|if)\b/,
  },
  {
    intent: 'sizing',
    when: anyOf(
      /\bposition siz\w*\b/,
      /\bsize of (?:a|the|my) position\b/,
      /\bhow (?:big|large)\b.{0,20}\bposition\b/,
      /\brisk(?:ing)? (?:only |at most |up to |about )?\d{1,2}(?:\.\d{1,2})? ?(?:%|percent)/,
      /\b\d{1,2}(?:\.\d{1,2})? ?(?:%|percent) risk\b/,
    ),
    stocks: 1,
  },
  {
    intent: 'sizing',
    when: /\b(?:good|right|best|suitable|sensible|reasonable|where|what)\b.{0,30}\bstop(?:[ -]?loss)?\b/,
    unless: anyOf(
      /\b(?:why|if|where is|cancel\w*|trigger\w*|hit|reached|happens|orders?)\b/,
      /\bhow (?:do|can) i\b/,
      /\bwhat (?:is|are) (?:a |the )?stop\b/,
    ),
    stocks: 1,
  },
];
