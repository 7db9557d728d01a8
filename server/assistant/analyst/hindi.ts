// Questions in Hindi with English letters, as many learners type them: said in English, so that one set of rules is enough.

/** Words of everyday Hindi that are no words of English. */
const MARKERS =
  /\b(?:kya|kaise|kaisa|kyu|kyun|kyon|kitn[aei]|mera|mere|meri|mujhe|maine|kaun ?s[aei]|hain?|hota|hoti|matlab|aaj|chahiye)\b/;

/** What is asked about others keeps its words, so that it is known as such. */
const OTHERS = /@|\b(?:users?|accounts?|us(?:ka|ki|ke)|un(?:ka|ki|ke)|dusr\w+|doosr\w+|kisi)\b/;

const TIMES: readonly (readonly [RegExp, string])[] = [
  [/\baaj\b/, 'today'],
  [/\bkal\b/, 'yesterday'],
  [/\bis+ (?:mahine|month)\b/, 'this month'],
  [/\bpich+h?l[ea] (?:mahine|month)\b/, 'last month'],
  [/\bis+ (?:hafte|week)\b/, 'this week'],
  [/\bpich+h?l[ea] (?:hafte|week)\b/, 'last week'],
];

const WHY = /\bky(?:u|un|on)\b/;
const HOW = /\bkaise\b/;
const BUY = /\b(?:kharee?d\w*|kharid\w*|buy|lena|lene|le lu\w*|lu|lun)\b/;
const SELL = /\b(?:bech\w*|sell)\b/;
const RESULT = /\b(?:profit|loss|fayda|nuksaa?n|munafa|kama(?:ya|yi|i)|p&l|pnl)\b/;

/** The first whose expressions are all found. */
const SAYINGS: readonly (readonly [readonly RegExp[], string])[] = [
  [[/\bkaun ?s[aei]\b/, /\b(?:shares?|stocks?)\b/, BUY], 'which stock should i buy'],
  [[/\bkya (?:main?|mujhe)\b|\bchahiye\b/, SELL], 'should i sell it'],
  [[/\bkya (?:main?|mujhe)\b|\bchahiye\b/, BUY], 'should i buy it'],
  [[WHY, /\border\b/, /\breject\w*|\brefus\w*/], 'why was my order refused'],
  [[WHY, /\border\b/], 'why is my order still pending'],
  [[HOW, /\bstop ?loss\b/], 'how do i set a stop loss'],
  [[HOW, /\bcancel\b/], 'how do i cancel an order'],
  [[HOW, /\b(?:change|badl\w*|modify)\b/, /\border\b/], 'how do i change my order'],
  [[HOW, /\b(?:paisa|paise|money|fund)\b/], 'how do i add money'],
  [[HOW, SELL], 'how do i sell my shares'],
  [[HOW, BUY], 'how do i buy shares'],
  [
    [/\b(?:charges?|brokerage|fees?)\b/, /\b(?:diy[ae]|bhar[ae]|kat[ae]|kat gay[ae]|paid)\b/],
    'how much have i paid in charges',
  ],
  [[/\b(?:mer[aei]|mujhe|maine|kitn[aei])\b/, RESULT], 'my total profit'],
  [[/\bmere pa+s+\b/, /\b(?:shares?|stocks?)\b/], 'what do i hold'],
  [[/\bkitn[aei]\b/, /\b(?:paisa|paise|cash)\b/], 'what is my balance'],
];

const MEANING = /^(?:ye |yeh )?(.+?) (?:kya (?:hai|h|hota|hoti|hote|hain)|ka (?:kya )?matlab)\b/;

/** The same question in English; null if it is none in Hindi, or one that is not known. */
export function inEnglish(text: string): string | null {
  if (!MARKERS.test(text) || OTHERS.test(text)) return null;
  const known = SAYINGS.find(([signs]) => signs.every((sign) => sign.test(text)))?.[1];
  if (known === undefined) {
    const what = MEANING.exec(text)?.[1];
    return what === undefined ? null : `what is ${what}`;
  }
  const time = TIMES.find(([said]) => said.test(text))?.[1];
  return known === 'my total profit' && time !== undefined ? `how much profit did i make ${time}` : known;
}
