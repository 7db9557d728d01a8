// Questions about what there is to buy, and for a tip.
import { anyOf } from '../any-of.ts';
import type { Rule } from '../intent.ts';

export const ADVICE_RULES: readonly Rule[] = [
  {
    intent: 'leaders',
    when: /\b(?:gainers?|losers?|(?:which|what|best|worst|top|strongest|weakest)\b.{0,30}\b(?:stocks?|shares?|companies|company)|(?:stocks?|shares?|companies)\b.{0,30}\b(?:rose|risen|fell|fallen|gained|lost|up|down|doubled|tripled|halved))\b/,
    unless:
      /\b(?:should|shall|will|would|to (?:buy|sell|invest|hold)|i|my|me|next|tomorrow|worth|volatil\w+|risk\w*|traded|active)\b/,
    isOfSpan: true,
    isOfAll: true,
  },
  {
    intent: 'screener',
    when: /./,
    unless:
      /\b(?:should|shall|must|ought|why|best|safe\w*|recommend\w*|suggest\w*|tips?|worth|will|would|going to|to (?:buy|sell|invest|hold|pick)|charges?|brokerage|fees?|commissions?|margin|orders?|limits?|alerts?|balance|portfolio|yesterday|stop(?:[ -]?loss)?)\b/,
    isSought: true,
  },
  {
    intent: 'leaders',
    when: /\b(?:which|what|how|best|worst|top|strongest|weakest|the)\b.{0,30}\bsectors?\b/,
    unless: /\b(?:should|shall|my|mine|i|will|would|tomorrow|buy|sell|invest|mean\w*|today)\b/,
    isOfPast: true,
    isOfAll: true,
  },
  {
    intent: 'sector',
    when: anyOf(
      /\b(?:which|what|list|show|all|every|how many|name|the)\b.{0,20}\bsectors\b/,
      /\b(?:which|what) sector\b.*\b(?:up|down|ris\w*|rose|fall\w*|fell|most|best|worst|strong\w*|weak\w*|gain\w*|los\w*|doing|perform\w*|leading)\b/,
      /\b(?:best|worst|top|strongest|weakest)(?: performing)? sectors?\b/,
    ),
    unless: /\b(?:should|shall|my|mine|i|will|would|tomorrow|buy|sell|invest|mean\w*)\b/,
  },
  {
    intent: 'advice',
    when: anyOf(
      /\bgambl\w*/,
      /\b(?:scared|afraid|nervous|panick?\w*)\b/,
      /\bwhat now\b/,
      /\bwhen to (?:buy|sell|exit|enter|book|take)\b/,
      /\bhow much should (?:an?|the|new) \w+ (?:invest|risk|trade|start)\b/,
      /\b(?:good|best|winning|profitable|safe\w*|simple)\b.{0,20}\bstrateg(?:y|ies)\b/,
      /\bprofessionals?\b/,
      /\b(?:give|make|write|need|want|suggest|build)\b.{0,16}\btrading plan\b/,
      /\bpro traders?\b/,
      /\bhow (?:to|do i|can i|does one) (?:be(?:come)? (?:\w+ )?profitable|make (?:\w+ )?money|get rich|win)\b/,
    ),
  },
  {
    intent: 'advice',
    when: anyOf(
      /\b(?:should|shall|must|ought) (?:i|we|one|you|my)\b/,
      /\bwhat (?:should|shall|do|would) (?:i|we|you) (?:buy|sell|do|trade|invest|pick)\b/,
      /\bdo i (?:(?:buy|sell)\b|hold (?:on|or)\b)/,
      /\bwould you (?:buy|sell|hold|invest|pick|recommend)\b/,
      /\bhow (?:do|can|should) i (?:choose|pick|decide|select)\b/,
    ),
    unless: /\bshould i (?:know|understand|learn|read)\b/,
  },
  {
    intent: 'advice',
    when: /\b(?:tips?|recommend\w*|multi-?baggers?|sure[ -]?shots?|jackpot|forecasts?|predict\w*|price targets?|target prices?|targets? (?:of|for|price)|undervalued|overvalued|advi[cs]e\w*|guarantee\w*|double my money|get rich|make me rich)\b/,
  },
  {
    intent: 'advice',
    when: anyOf(
      /\b(?:which|what|any|good|hot|cheap|best|next|one|some)(?: \w+)? (?:stocks?|shares?|trades?|picks?|bets?|company|companies)\b.*\b(?:to (?:buy|sell|hold|invest|pick|watch|trade|own)|should|will|worth|buy|invest|good)\b/,
      /\bbest (?:stocks?|shares?|trades?|time|buys?|picks?|investments?)\b/,
      /\bsuggest\b.*\b(?:stocks?|shares?|trades?|buy|sell)\b/,
      /\b(?:buy|sell) (?:or|and|vs|\/) ?(?:buy|sell|hold|wait)\b/,
      /\bworth (?:buying|selling|holding|it)\b/,
      /\b(?:good|bad|right|best|safe) (?:time|idea|moment|buy|investment|bet|entry|stock)\b/,
      /\btime to (?:buy|sell|enter|exit|get)\b/,
      /\b(?:buy|sell) (?:signal|call|rating|recommendation)s?\b/,
    ),
    unless: /\bmost (?:traded|active)\b/,
  },
  {
    intent: 'rules',
    when: anyOf(
      /\b(?:markets?|exchange|trading)\b.{0,24}\b(?:open|opens|closed?|closes|shut|working|hours|holiday)\b/,
      /\bholidays?\b/,
    ),
    unless:
      /\b(?:higher|lower|up|down|red|green|gap|prices?|points?|above|below|flat|orders?|my|did|was|strong\w*|weak\w*|positive\w*|negative\w*)\b/,
    isOfComing: true,
  },
  {
    intent: 'advice',
    when: anyOf(
      /\b(?:will|would|going to|gonna|can|could|might)\b.{0,60}\b(?:rise|fall|go (?:up|down|higher|lower)|reach|hit|crash|drop|touch|double|recover|climb|rally|jump|increase|decrease|gain|lose|bounce|moon|skyrocket|be (?:up|down|higher|lower))\b/,
      /\bwhere (?:will|is)\b.{0,60}\b(?:be|going|heading|headed)\b/,
      /\b(?:price|value|worth|market) (?:in|by|of|for|on) (?:tomorrow|next|one|a|the next|\d+ (?:days?|weeks?|months?|years?)|20\d\d)\b/,
      /\btomorrow'?s? (?:price|move|market|close|open)\b/,
      /\b(?:price|market|do|be|happen\w*|open|close)\b.{0,20}\b(?:tomorrow|next (?:week|month|year))\b/,
      /\bgoing (?:to the moon|up tomorrow|down tomorrow)\b/,
    ),
    unless: anyOf(
      /\bmy order\b/,
      /\b(?:when|what time) (?:does|do|will|is)\b.{0,24}\b(?:open|close|start|end)/,
      /\b(?:can|could|would|will|might) i\b/,
    ),
  },
];
