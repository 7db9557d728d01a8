// Questions about stocks and the market.
import { anyOf } from '../any-of.ts';
import type { Rule } from '../intent.ts';
import { PEERS } from '../peers.ts';

export const MARKET_RULES: readonly Rule[] = [
  { intent: 'compare', when: /./, stocks: 2 },
  {
    intent: 'sector',
    when: PEERS,
    stocks: 1,
  },
  {
    intent: 'compare',
    when: anyOf(
      /^compare\b/,
      /\b(?:vs\.?|versus)/,
      /\b(?:better|worse|stronger|weaker|riskier|safer|cheaper|costlier) than\b/,
      /\bdifference between\b/,
    ),
    unless: /\b(?:index|ist ?60|market|sectors?|average|usual|yesterday|last|before|it was)\b/,
    stocks: 1,
  },
  {
    intent: 'quote',
    when: /\b(?:order book|market depth|depth|how deep|the book|halt(?:ed)?|suspended|buyers?|sellers?|liquid\w*|(?:who|anyone|anybody)(?: is|'s)? (?:buying|selling))\b/,
    stocks: 1,
  },
  {
    intent: 'past',
    when: /\bif i (?:had |have |would have )?(?:bought|buy|invested|purchased)\b|\bhad i (?:bought|invested)\b/,
    stocks: 1,
    isOfPast: true,
  },
  {
    intent: 'past',
    when: /./,
    unless: anyOf(
      /\b(?:should|will|would|rsi|macd|risk\w*|volatil\w*|beta|indicators?|dividends?|splits?)\b/,
      /\b(?:last|past|previous|this) (?:year|52)\b/,
      /\bpast (?:week|month)\b/,
    ),
    stocks: 1,
    isOfPast: true,
  },
  {
    intent: 'indicators',
    when: /\b(?:rsi|macd|bollinger|bands?|indicators?|technicals?|moving averages?|days?'? (?:simple |exponential )?averages?|its averages?|sma|ema|dma|atr|adx|stochastics?|obv|vwap|overbought|oversold|momentum|support|resistance|true range|signals?)\b/,
    stocks: 1,
  },
  {
    intent: 'risk',
    when: /\b(?:risk\w*|volatil\w*|beta|correlat\w*|drawdown|safe\w*|swings?|worst|dangerous|stable)\b/,
    stocks: 1,
  },
  {
    intent: 'risk',
    when: anyOf(
      /\b(?:best|worst|biggest|largest) (?:single )?(?:day|days|move|moves|fall|rise|drop|gain|jump)\b/,
      /\bhow (?:often|many times|much)\b.{0,30}\b(?:falls?|drops?|rises?|moves?|swings?)\b/,
    ),
    stocks: 1,
  },
  {
    intent: 'overview',
    when: /\b(?:trend\w*|history|historical|return\w*|perform\w*|past|last|years?|months?|weeks?|ago|52|high(?:est)?|low(?:est)?|chart|analy\w*|overview|summary|about|doing|done|moved?)\b/,
    stocks: 1,
  },
  {
    intent: 'overview',
    when: /\bvolume\b.*\b(?:average|usual|normal|typical)\b|\b(?:average|usual|normal|typical)\b.*\bvolume\b/,
    stocks: 1,
  },
  {
    intent: 'quote',
    when: /\b(?:price|quote|trading at|how (?:much|many shares)|ltp|bids?|asks?|offers?|spread|volume|depth|rate|value|cost)\b/,
    stocks: 1,
  },
  { intent: 'overview', when: /./, stocks: 1 },
  {
    intent: 'leaders',
    when: /\b(?:which|what|best|strongest|highest|top|most)\b.*\bmomentum\b/,
    unless: /\b(?:i|my|me|should|mean\w*)\b|^what is\b/,
  },
  {
    intent: 'sector',
    when: /\b(?:biggest|largest|smallest) sectors?\b|\bhow many (?:stocks|companies)\b.{0,20}\b(?:each|every|per|a) sector\b/,
    unless: /\b(?:i|my|me|should)\b/,
  },
  {
    intent: 'leaders',
    when: /\b(?:index|nifty|sensex|ist ?60|istock 60|markets?|sectors?|gainers?|losers?|movers?|gain(?:ed)?|lost|rose|fell)\b/,
    unless: /\b(?:i|my|me|should|will|would|open|hours|holidays?|tomorrow|next|orders?)\b/,
    isOfPast: true,
  },
  {
    intent: 'index',
    when: anyOf(
      /\b(?:index|nifty|sensex|ist ?60|istock 60|benchmark|market level|market trend|trend of the market|(?:bull|bear) market (?:now|or)|(?:is it|are we in|is this) an? (?:bull|bear))\b/,
      /\bmarket\b.*\b(?:week|month|year)\b/,
      /\b(?:is|are|was) (?:the )?(?:market|mood|sentiment)\b.{0,12}\b(?:bull\w*|bear\w*|positive|negative|good|bad|strong|weak)\b/,
      /\bdid (?:the )?market (?:open|close|start|end|begin|finish) (?:up|down|higher|lower|green|red|positive|negative)\b/,
    ),
    unless: /\bherfindahl\b/,
  },
  {
    intent: 'movers',
    when: /\b(?:gainers?|losers?|movers?|biggest (?:falls?|rises?|gains?|loss(?:es)?|drops?|moves?)|most (?:active|traded)|top (?:\d{1,2} )?(?:stocks?|shares?|gain\w*|los\w*)|breadth|(?:what|which|who)\b.*\b(?:moves|moved|moving|rising|falling|up|down|gained|lost|rose|fell|active)|market (?:today|now|doing|summary|overview|update|mood)|(?:how|what)(?:'s| is| was| are| did)? (?:the )?markets?|what(?:'s| is) (?:happening|going on)\b.{0,20}\bmarket|(?:best|worst) (?:stocks?|shares?|performers?) (?:of )?today|how many stocks (?:rose|fell|gained|lost|are (?:up|down|rising|falling))|(?:did|is|has|why (?:did|is|has)) the (?:whole )?markets? (?:fall|fell|rise|rose|crash|drop|go|gone|falling|rising|down|up|red|green))\b/,
    unless: /\bmarket (?:order|maker|cap\w*)\b|^what'?s up[?.! ]*$/,
  },
  {
    intent: 'greeting',
    when: /^(?:hi|hello|hey|namaste|good (?:morning|afternoon|evening|night)|how are you|what'?s up|thx|thanks?|thank you|ok|okay|bye|help|what can you do|how can you help|what can i ask)\b/,
  },
  {
    intent: 'unknown-stock',
    when: /\b(?:price|quote|trend|rsi|macd|chart|indicators?|compare|risk|volume|history|analy\w+) (?:of|for|in|on) (?:the )?(?!the\b|a\b|an\b|hindi\b|english\b|stock|share|order|market|trad)[a-z][a-z0-9&.-]{2,}/,
  },
];
