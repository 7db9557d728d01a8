// Finds the stocks that a text names, by symbol or company, also with typing errors.
import { findTerm } from '../../contract/messages/glossary/glossary.ts';

export interface Named {
  readonly symbol: string;
  readonly name: string;
}

/** Words that occur in many companies' names, or mean other things too: alone they name no stock. */
const GENERIC = new Set(
  `agencies and auto bank banking beverages broadband capital care cement chemicals company copper corporation dairy digital
  diagnostics electric electricals energy engineering enterprises estates exports fertilisers finance financial finserv foods
  gas global gold green grid group holdings home homes hospitals hydro india indian industries infra infosolutions infosystems
  infrastructure insurance international jewels labs laboratories land life limited logistics ltd media mills mining motors
  national offshore oil paints pharma phones plus power products properties realty refineries renewables resorts retail
  sciences securities services software solutions spices sports steel sun systems tea tech technologies telecom textiles the
  threads toys trading transport united vehicles`.split(/\s+/),
);

/** Ordinary words of questions, which are never taken for a mistyped stock. */
const PLAIN_WORDS = new Set(
  `about above after again ahead all allow alone along already also always among amount and another answer any anything are
  around away back balance because been before being below best better between book bought brief brokerage bullish bearish buy
  buying calculate can canceled cancelled cash chance change changed charges chart cheap check choose close closed commission
  company compare compared concentration cost could cover current daily date days deep define deposit details did difference
  direction does doing done dont down each earn enough even ever every everything exactly executed explain fall falling far
  fast fees fell filled find first follow for found from full funds gain gained gainers gains get give given going good great
  grow had half happen happened has have hello help here high higher hold holding holdings how ideas ignore index instead
  instruction into intraday invest investing investment just keep know large largest last later learn less let level like
  limit limits list little long look loose lose losers losing loss losses lost lot low lower made make many margin market
  markets matter may mean means meaning might mine moment money month months more morning most move moved movers moving much
  must name near need never new news next nobody none not note nothing now number off offer often okay one only open order
  orders other our out over overall own part past pay pending people percent perform performance performing period person
  pick picks place placed please point portfolio position positions possible predict previous price prices profit
  profitable profits prompt put question quote quickly rate rather reach ready real really reason recent recommend refused
  rejected rejection report return returns right rise risen rising risk risks risky rose rules safe same say secret sector
  sectors see sell selling set shall share shares should show side signal simple since size small sold some something soon
  spread start status stay still stock stocks stop story strong stuck sum summary system take taken talk tell term than thank
  thanks that the their them then there these they thing things think this those three through time times tip tips today
  together told tomorrow too top total trade traded trader traders trades trading transaction transactions trend trends true
  trust two under understand until update upper use used useful user users usual value very view volatile volatility volume
  mera mere meri kiska kitna kitne wait waiting want was way weak week weekly weeks well went were what whats when where whether which while who whole why will
  win wins with without word words work works worst worth would wrong year yearly years yes yesterday yet you your`.split(
    /\s+/,
  ),
);

/** How many words of a text are checked for typing errors, since each is compared with every name. */
const MOST_MISTYPED = 60;

/** Names with more differences than this are not suggested. */
const MOST_AWAY = 4;

interface Name {
  readonly symbol: string;
  /** Spellings in lower case: the whole name, its beginning, its distinctive word. */
  readonly spellings: readonly string[];
}

/** Stocks named in `text`, in the order of their first mention, each once. */
export function stocksIn(text: string, stocks: readonly Named[]): string[] {
  return namesIn(text, stocks).symbols;
}

/** The same, with the words that name them, in lower case. */
export function namesIn(text: string, stocks: readonly Named[]): { symbols: string[]; words: ReadonlySet<string> } {
  const words = wordsOf(text);
  const names = namesOf(stocks);
  const written = symbolsBySpelling(names);
  const found = new Map<string, number>();
  const taken = new Set<number>();
  const note = (symbol: string, at: number, length: number): void => {
    if (!found.has(symbol)) found.set(symbol, at);
    for (let i = at; i < at + length; i++) taken.add(i);
  };
  for (let length = 4; length >= 1; length--)
    for (let at = 0; at + length <= words.length; at++) {
      if (words.slice(at, at + length).some((_, i) => taken.has(at + i))) continue;
      const symbol = exactly(words.slice(at, at + length), written, text);
      if (symbol !== undefined) note(symbol, at, length);
    }
  let looked = 0;
  for (const [at, word] of words.entries()) {
    if (taken.has(at) || !couldBeMistyped(word)) continue;
    if (++looked > MOST_MISTYPED) break;
    const symbol = nearest(word, names);
    if (symbol !== undefined) note(symbol, at, 1);
  }
  return {
    symbols: [...found].toSorted(([, one], [, other]) => one - other).map(([symbol]) => symbol),
    words: new Set(words.filter((_, at) => taken.has(at))),
  };
}

/** The stock that a name means; undefined if none is similar enough. */
export function stockNamed(name: string, stocks: readonly Named[]): string | undefined {
  const asSymbol = name.trim().toUpperCase();
  return stocks.find(({ symbol }) => symbol === asSymbol)?.symbol ?? stocksIn(name, stocks)[0];
}

/** Similar names, for "did you mean", when a text names no stock. */
export function stocksNear(text: string, stocks: readonly Named[]): string[] {
  const names = namesOf(stocks);
  const scored = wordsOf(text)
    .filter(couldBeMistyped)
    .slice(0, MOST_MISTYPED)
    .flatMap((word) =>
      names.flatMap(({ symbol, spellings }) =>
        spellings.map((spelling) => {
          const away = slips(word, spelling, MOST_AWAY);
          return { symbol, distance: away > MOST_AWAY ? Infinity : away / Math.max(word.length, 4) };
        }),
      ),
    )
    .filter(({ distance }) => distance <= 0.5)
    .toSorted((one, other) => one.distance - other.distance);
  return [...new Set(scored.map(({ symbol }) => symbol))].slice(0, 3);
}

function wordsOf(text: string): string[] {
  return (
    text.match(/[\p{L}\p{N}&][\p{L}\p{N}&.-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu)?.map((word) => word.toLowerCase()) ?? []
  );
}

function namesOf(stocks: readonly Named[]): Name[] {
  const uses = new Map<string, number>();
  for (const { name } of stocks) for (const word of new Set(wordsOf(name))) uses.set(word, (uses.get(word) ?? 0) + 1);
  return stocks.map(({ symbol, name }) => {
    const words = wordsOf(name);
    const [first = ''] = words;
    const isOwn = uses.get(first) === 1 && first.length >= 4 && !GENERIC.has(first) && !PLAIN_WORDS.has(first);
    const beginnings = [2, 3].map((count) => words.slice(0, count).join(' '));
    return {
      symbol,
      spellings: [...new Set([symbol.toLowerCase(), words.join(' '), ...beginnings, ...(isOwn ? [first] : [])])],
    };
  });
}

/** Of two stocks with the same spelling, the first one counts. */
function symbolsBySpelling(names: readonly Name[]): Map<string, string> {
  const symbols = new Map<string, string>();
  for (const { symbol, spellings } of names)
    for (const spelling of spellings) if (!symbols.has(spelling)) symbols.set(spelling, symbol);
  return symbols;
}

function exactly(words: readonly string[], symbols: Map<string, string>, text: string): string | undefined {
  const written = words.join(' ').replace(/'s$/, '');
  const symbol = symbols.get(written);
  if (symbol === undefined) return undefined;
  // A symbol that is also an ordinary word counts only if it is written in capitals.
  const isPlain = PLAIN_WORDS.has(written) || (words.length === 1 && written.length < 3);
  return isPlain && !text.includes(written.toUpperCase()) ? undefined : symbol;
}

/** Whether a word is one that questions are made of, in letters as they belong. */
export function isOrdinary(word: string): boolean {
  return PLAIN_WORDS.has(word) || GENERIC.has(word);
}

function couldBeMistyped(word: string): boolean {
  return word.length >= 4 && !/\d/.test(word) && !isOrdinary(word) && findTerm(word) === undefined;
}

/** The one name with few enough errors: one in short words, two in longer ones. Undefined if two names are equally similar. */
function nearest(word: string, names: readonly Name[]): string | undefined {
  const most = word.length >= 7 ? 2 : 1;
  let best: { symbol: string; distance: number } | undefined;
  let isShared = false;
  for (const { symbol, spellings } of names) {
    const distance = Math.min(...spellings.map((spelling) => slips(word, spelling, most)), most + 1);
    if (distance > most || (best !== undefined && distance > best.distance)) continue;
    isShared = best !== undefined && distance === best.distance;
    best = { symbol, distance };
  }
  // The greater part of a name, from its beginning, counts as the name.
  if (best === undefined && word.length >= 5) {
    const begun = names.filter(({ spellings }) => spellings.some((spelling) => spelling.startsWith(word)));
    return begun.length === 1 ? begun[0].symbol : undefined;
  }
  return isShared ? undefined : best?.symbol;
}

/** How many letters were added, left out, changed or swapped (optimal string alignment); stops counting above `most`. */
export function slips(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) cost = Math.min(cost, before[j - 2] + 1);
      row.push(cost);
    }
    // The minimum of a row never decreases.
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length];
}
