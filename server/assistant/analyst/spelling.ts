// Mends typing errors in the ordinary words of a question, so that the rules, which know the right words, fit. A stock keeps its name, and a
// word that is right its letters: no question becomes another one.
import { TERM_NAMES } from '../../../contract/messages/glossary/glossary.ts';
import { isOrdinary, slips } from '../stock-names.ts';
import { RULES } from './intent-rules.ts';

/** The words by which questions are known, as far as they are long enough to be recognised with an error. */
const WANTED = new Set(
  `about account accounts afford after alert alerts already amount average balance balances because before beginner best better biggest blocked bonus
  bought breakeven brokerage buying cancel canceled cancelled change charge charged charges chart charts cheap cheapest check circuit commission
  companies company compare concentration could course courses current daily deposit deposited deposits diary difference diversified dividend
  dividends does drawdown earned earning enough everything expensive explain failed falling fees filled first friend funds gainer gainers gains goes
  good happen happened happens have help highest history hold holding holdings holiday index indicator indicators intraday invest invested investing
  investment large largest last latest learn lesson lessons leverage limit limits loser losers losing loss losses lost lowest made make making many
  margin market markets maximum mean meaning means money month moved movers much november october order ordered orders overall owned paid password
  pending performance portfolio position positions practice predict previous price prices profit profitable profits purchase purchased quantity
  quote reason recent recommend referral refund refused rejected reset result results return returns reward rewards right risks risky rupees sector
  sectors sell selling september settlement share shares should show since slippage sold spend spent split splits spread square start statement
  status still stock stocks stop stops strategy streak suggest support target targets term than thanks that them there these this times today
  together tomorrow total trade traded trades trading transaction transactions trend trends trigger triggered under understand unfilled until users
  value volatile volatility volume waiting wallet want watchlist week weekly what when where which while winner winners winning with withdraw
  without work works worst worth would year years yesterday your`.split(/\s+/),
);

/** Right words that differ from a wanted one by so little that they would be taken for it. */
const RIGHT = new Set(
  `abort ahead allows alter amounts answers averages balanced beverage bogus bonuses bring brought burying cancels chance changed changes
  changing chant charm chase chat cheaper cheat checker checks chose closer closes coarse cold compares cover covers crash crosses curse
  curses days declines deleted delivery details different divided doses drops edit error errors excessive exit extensive failing falls
  feels filing filling finds fist follows form frauds friends games gate give gives grade grain grained grains greater grows heal held
  honey hour hours idea ideas increased indicate indicated indicates indication injecting inserted inserting invented invert inverted
  jumps larger lasses late later latter lean lessen levels listed listen loan loose loses lots male margins marked marker markers marking
  martin masking master meanings meant modes monkey months mount mouth newer night north offers older others owed owner painted passwords
  period person place placed places played points positioned positives possible practices pride prime primes prince print prize product
  profile profiles proof prove quantify quantities quiet quite quota quoted quotes reaches reasons recall refuse refuses regard regards
  rest reused rights rises rising rule rules sake same sample save scare score seal secrets self send sent serve shade shake shall shame
  shape shapes shared sharing sharp shave shelf shell shock shore short simpler skill smart sock socks sorts spade spare speed spelling
  spends spit squares stack stacks star stare stars starts state statements states steal steel step steps stick sticks stole store stork
  story strings supports sweet taken takes targeted tend tends terms thank the theme then they thick thief thin thing things think thinks
  those though thread three tied tier ties timed timer timers tire title totals touches trace traced traces tracing trader traders train
  training transition transitions translation tread treat trial tribe trick true trust understands understood unless untie valued values
  valve volumes waking walled wanting weak weakly well white whose wide wild winter wish withdrawn won wont word worked world worm worry
  worse wound writing`.split(/\s+/),
);

/** What the rules know is right, and so are the words of terms. */
const KNOWN = new Set([
  ...RULES.flatMap(({ when, unless = [] }) => [when, unless].flat()).flatMap(
    ({ source }) => source.match(/[a-z]{4,}/g) ?? [],
  ),
  ...TERM_NAMES.flatMap((name) => name.split(' ')),
]);

/** As people write in chats. */
const SHORT: Readonly<Record<string, string>> = {
  abt: 'about',
  bcoz: 'because',
  buyed: 'bought',
  cud: 'could',
  ern: 'earn',
  hav: 'have',
  hv: 'have',
  hw: 'how',
  los: 'loss',
  mke: 'make',
  mny: 'many',
  opn: 'open',
  payed: 'paid',
  pls: 'please',
  plz: 'please',
  sel: 'sell',
  shud: 'should',
  u: 'you',
  ur: 'your',
  wat: 'what',
  wats: 'whats',
  wht: 'what',
  whr: 'where',
  wen: 'when',
  wich: 'which',
};

/** Each is a word elsewhere, and an error only here. */
const IN_PLACE: readonly (readonly [RegExp, string])[] = [
  [/^y (?=(?:is|are|was|did|do|does|my|i|cant|can't|not)\b)/, 'why '],
  [/\b(what|how|where|which|why) r\b/, '$1 are'],
  [/\b(how to|where to|can i|could i|should i|do i|did i|want to) by\b/, '$1 buy'],
];

/** The word behind these may be the name of a stock that this market does not have. */
const NAMED = /\b(?:price|quote|trend|chart|volume|history|rsi|risk) (?:of|for|in) ([a-z]+)/g;

/** A word that stands alone: no part of an address, of a contraction or of a hyphenated one. */
const WORD = /(?<![\w@.&'/-])[a-z]+(?![\w@&'/-]|\.\w)/g;

/** Questions are short; what is longer was pasted. */
const MOST_WORDS = 60;

/** From this length on, two errors still leave no doubt about a word. */
const LONG = 9;

/** `text` in lower case; `names` are the words in it that name stocks. */
export function spelled(text: string, names: ReadonlySet<string>, asked: string): string {
  const kept = new Set([...names, ...[...text.matchAll(NAMED)].map(([, word]) => word)]);
  // In a sentence, a word in capitals is a symbol.
  if (/[a-z]/.test(asked)) for (const [word] of asked.matchAll(/\b[A-Z]{3,}\b/g)) kept.add(word.toLowerCase());
  let looked = 0;
  const mended = text.replace(WORD, (word) => {
    if (kept.has(word)) return word;
    const short = Object.hasOwn(SHORT, word) ? SHORT[word] : undefined;
    if (short !== undefined) return short;
    if (word.length < 4 || isRight(word) || ++looked > MOST_WORDS) return word;
    return nearest(word) ?? word;
  });
  return IN_PLACE.reduce((said, [error, right]) => said.replace(error, right), mended);
}

/** A word of questions, or one that is known to be another. */
export function isRight(word: string): boolean {
  return WANTED.has(word) || RIGHT.has(word) || KNOWN.has(word) || isOrdinary(word);
}

/**
 * The one wanted word that this one must be. Nobody mistypes the first letter, and short words are too alike for more than swapped letters.
 * Of two that are as near, a letter left out, doubled or swapped is likelier than another letter.
 */
function nearest(word: string): string | undefined {
  let found: { words: string[]; away: number } = { words: [], away: 3 };
  for (const wanted of WANTED) {
    if (wanted[0] !== word[0]) continue;
    const isSwap = isSwapped(word, wanted);
    const isLong = Math.min(word.length, wanted.length) >= LONG;
    const slipped = slips(word, wanted, isLong ? 2 : 1);
    if (slipped > (isLong ? 2 : 1) || (wanted.length < 5 && !isSwap)) continue;
    const away = slipped + (isSwap || word.length !== wanted.length ? 0 : 0.5);
    if (away > found.away) continue;
    found = { words: away < found.away ? [wanted] : [...found.words, wanted], away };
  }
  // Of a singular and its plural, the one that ends alike.
  const alike = found.words.length > 1 ? found.words.filter((each) => each.at(-1) === word.at(-1)) : found.words;
  return alike.length === 1 ? alike[0] : undefined;
}

const isSwapped = (one: string, other: string): boolean =>
  one.length === other.length && [...one].toSorted().join('') === [...other].toSorted().join('');
