// Cleans what people type of whatever deceives the eye: invisible characters, marks that reverse the order of letters, towers of marks.
import { normal } from './normal.ts';

/** The flags of England, Scotland and Wales, which are a black flag and invisible letters; then every other invisible character, one by one. */
const UNSEEN =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|[\p{DI}\u2800\ufff9-\ufffb]/gu;

/** Viramas: they take the vowel from a letter of India or its neighbours and join it to the next. */
const VIRAMA =
  '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0f84\u1039\u103a\u17d2\u1a60\u1b44\u1baa\u1bab\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed\u{11046}\u{110b9}\u{11133}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}';
/** Scripts whose letters change their form beside each other; and the Arabic letters that never join the next one. */
const JOINING = '\\p{sc=Arab}\\p{sc=Syrc}\u1820-\u18aa\\p{sc=Nkoo}\\p{sc=Adlm}\\p{sc=Rohg}';
const JOINS_NOTHING =
  '\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef';
const JOINED_BEFORE = `(?![${JOINS_NOTHING}])[${JOINING}]\\p{M}*$`;

/** Where an invisible character means something: what has to stand before it, and after it. */
interface Place {
  readonly before: RegExp;
  readonly after: RegExp;
}

const place = (before: string, after = ''): Place => ({
  before: new RegExp(before, 'u'),
  after: new RegExp(`^(?:${after})`, 'u'),
});

const beforeVirama = place('\\p{L}$', `[${VIRAMA}]`);

const places: readonly (readonly [signs: RegExp, places: readonly Place[]])[] = [
  // The parts of one emoji; half a letter of India; a letter that is written as if another followed.
  [
    /\u200d/,
    [
      place('\\p{ExtPict}[\ufe0f\\p{EMod}]?$', '\\p{ExtPict}'),
      place(`[${VIRAMA}]$`),
      beforeVirama,
      place(JOINED_BEFORE, `(?![${JOINING}])`),
    ],
  ],
  // Keeps two letters apart that would join.
  [/\u200c/, [place(`[${VIRAMA}]$`, '\\p{L}'), beforeVirama, place(JOINED_BEFORE, `[${JOINING}]`)]],
  [/[\ufe0e\ufe0f]/, [place('\\p{ExtPict}$'), place('[\\d#*]$', '\u20e3')]],
  // The form of a letter that one writer of Chinese or Japanese uses; and of a letter of Mongolian.
  [/[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u, [place('\\p{UIdeo}$')]],
  [/[\u180b-\u180f]/, [place('[\u1820-\u18aa]$')]],
];

/** A few letters around an invisible character are enough to tell what it means. */
const NEAR = 24;
const ALL_UNSEEN = /[\p{DI}\u2800\ufff9-\ufffb]*/uy;

/** The visible text from `at` on: two invisible characters in a row never mean something together. */
function seenBehind(text: string, at: number): string {
  ALL_UNSEEN.lastIndex = at;
  ALL_UNSEEN.test(text);
  return text.slice(ALL_UNSEEN.lastIndex, ALL_UNSEEN.lastIndex + NEAR);
}

function isMeant(sign: string, at: number, text: string): boolean {
  const known = places.find(([signs]) => signs.test(sign));
  if (known === undefined) return sign.startsWith('\u{1f3f4}');
  const before = text.slice(Math.max(0, at - NEAR), at);
  const fitting = known[1].filter((each) => each.before.test(before));
  return fitting.some(({ after }) => after.test(seenBehind(text, at + sign.length)));
}

/** More marks on one letter than any language has: first marks that are used in all scripts, then those of one script. */
const TOWERS: readonly RegExp[] = [
  /([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4})[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/gu,
  /(\p{M}{10})\p{M}+/gu,
];

/** Normalized first, because the places depend on the spelling; and again afterwards, for letters that have become neighbours. */
function cleanedOnce(text: string, isKept: typeof isMeant): string {
  const seen = normal(text, 'NFC').replace(UNSEEN, (sign, at: number, whole: string) =>
    isKept(sign, at, whole) ? sign : '',
  );
  return TOWERS.reduce((rest, tower) => rest.replace(tower, '$1'), normal(seen, 'NFC'));
}

/** The text in its one spelling, with nothing in it that deceives. Invisible characters that letters or emoji need are kept. */
export function clean(text: string): string {
  // Plain ASCII, as most input is, has only one spelling.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text;
  let before = text;
  for (let passes = 0; passes < 3; passes++) {
    const after = cleanedOnce(before, isMeant);
    if (after === before) return after;
    before = after;
  }
  // No language needs more passes: this is a trick, and loses every invisible character.
  return cleanedOnce(before, () => false);
}

/** Whether something in it can be read: a letter, a figure or an emoji, not only marks and signs. */
export function isReadable(text: string): boolean {
  return /[\p{L}\p{N}\p{ExtPict}]/u.test(text);
}
