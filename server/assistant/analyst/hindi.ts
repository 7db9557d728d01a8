// Questions in Hindi, with English letters as many learners type them: said in English, so that one set of rules is enough.

/** Words of everyday Hindi that are no words of English. */
const MARKERS =
  /\b(?:kya|kaise|kais[ai]|kyu|kyun|kyon|kitn[aei]|mera|mere|meri|mujhe|maine|(?:kaun|kon) ?s[aei]|(?:bech\w*|kharid\w*|le) ?(?:u|un|oon)? ya|kis(?:me|mein)?|hain?|hota|hoti|matlab|aaj|chahiye|sikha\w*|hafte|mahine|munafa|kamaya|hisab|jawab|bhaa?v|galti|sabse|agar|kahan?|kab|dikha\w*|bata\w*|sast[aei]|meh?eng[aei]|bee?ch|ke andar|se (?:kam|zyada|jyada|upar|oopar|nee?che))\b/;

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
const WHICH = /\b(?:kaun|kon) ?s[aei]\b/;
const HOW = /\bkaise\b/;
const MINE = /\bmer[aei]\b/;
const BUY = /\b(?:kharee?d\w*|kharid\w*|buy|lena|lene|le lu\w*|lu|lun)\b/;
const SELL = /\b(?:bech\w*|sell)\b/;
const LOSS = /\b(?:loss|nuksaa?n|ghata)\b/;
const RESULT = /\b(?:profit|loss|fayda|faayda|nuksaa?n|ghata|munafa|kama(?:ya|yi|i)|p&l|pnl)\b/;
const MONEY = /\b(?:paisa|paise|money|cash)\b/;
const STOCKS = /\b(?:shares?|stocks?)\b/;
const MOST = /\b(?:sabse|sab se)\b/;

// Not the end of another word or figure, such as 1e9.
const amount = String.raw`(?<!\d[a-z.,]?)(\d[\d,]*(?:\.\d+)?)`;
const rupees = String.raw`(?: ?(?:rs\.?|rupay[ae]|rupees?))?`;
const SUM = new RegExp(`${amount}${rupees} (?:me|mein|mai|main|ke|ka|se)\\b`);
const MOVE = new RegExp(`${amount} ?(?:%|percent|pratishat|fisadi)`);
const LEVEL = new RegExp(`${amount}${rupees} (?:k[aei] )?(?:ho|hua|hone|pe|par|tak|pahu\\w+|cross|touch|ja\\w+)\\b`);
const FALLS = /\b(?:gir\w*|ghat\w*|kam|nee?che|down)\b/;

type Saying = readonly [signs: readonly RegExp[], english: string | ((text: string) => string | null)];

/** `agar 350 ho jaye`, `10% gir jaye to`; null if nothing is supposed. */
function supposition(text: string): string | null {
  const percent = MOVE.exec(text)?.[1];
  if (percent !== undefined) return `if it ${FALLS.test(text) ? 'falls' : 'rises'} by ${percent}% how much profit`;
  const price = LEVEL.exec(text)?.[1];
  return price === undefined ? null : `if it goes to ${price} how much profit`;
}

function affordable(text: string): string {
  const sum = SUM.exec(text)?.[1];
  return `how many shares can i buy${sum === undefined ? '' : ` for ${sum}`}`;
}

/** `in october` for `october me`, which English says as well. */
function timeIn(text: string): string | undefined {
  const month = /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b/.exec(
    text,
  )?.[1];
  return TIMES.find(([said]) => said.test(text))?.[1] ?? (month === undefined ? undefined : `in ${month}`);
}

function profitOf(text: string): string {
  const time = timeIn(text);
  return time === undefined ? 'my total profit' : `how much profit did i make ${time}`;
}

const resultOf = (text: string): string | null => (timeIn(text) === undefined ? null : profitOf(text));

const tradesOf = (text: string): string => `how many trades did i make ${timeIn(text) ?? ''}`.trim();

/** `100 share ka kitna lagega` */
const costOf = (text: string): string | null => {
  const many = /(?<!\d[,.]?)(\d[\d,]{0,9}) (?:shares?|stocks?)\b/.exec(text)?.[1];
  return many === undefined ? null : `what would ${many} shares cost`;
};

/** Any other question may say as well that it wants its answer in Hindi. */
const ONLY_OF_LANGUAGE =
  /^(?:[^a-z]|\b(?:hindi|english|me|mein|mai|kya|aap|tum|mujhe|mujhse|please|jawab|bol\w*|bata\w*|baat|samjha\w*|kar\w*|sakt\w*|d[eo]\w*|hain?|ho|answer|reply)\b)+$/;

/** The target of an order is one's own. */
const targetOf = (text: string): string | null =>
  MINE.test(text) || /\border\b/.test(text) ? null : 'what is the price target';

const BETWEEN = new RegExp(`${amount}${rupees} (?:se|aur|to) ${amount}`);
const UNDER = new RegExp(`${amount}${rupees} (?:se|ke|tak) ?(?:kam|nee?che|sast[aei]|andar|ke andar)\\b`);
const OVER = new RegExp(`${amount}${rupees} (?:se|ke) (?:zyada|jyada|upar|oopar|meh?eng[aei])\\b`);
const LEAST = new RegExp(`${amount} ?(?:%|percent|pratishat|fisadi) (?:se )?(?:zyada|jyada|upar)`);
const GROWN = /\b(?:badh\w*|ba[dr]h[aei]|upar|up|ch?ad?h\w*)\b/;

/** `100 se kam ke share`, `sabse sasta share`; null if none is looked for by its price or its change. */
function sought(text: string): string | null {
  const percent = LEAST.exec(text)?.[1];
  if (percent !== undefined)
    return `stocks ${/\bgir\w*|\bdown\b/.test(text) || !GROWN.test(text) ? 'down' : 'up'} more than ${percent}%`;
  const [, from, to] = BETWEEN.exec(text) ?? [];
  if (from !== undefined) return `stocks between ${from} and ${to}`;
  const under = UNDER.exec(text)?.[1];
  if (under !== undefined) return `stocks under ${under}`;
  const over = OVER.exec(text)?.[1];
  if (over !== undefined) return `stocks over ${over}`;
  if (!MOST.test(text)) return null;
  if (/\bsast[aei]\b/.test(text)) return 'cheapest stocks';
  return /\bmeh?eng[aei]\b/.test(text) ? 'most expensive stocks' : null;
}

/** `mere orders fail kyu hue` */
function orderState(text: string): string {
  return /\bfail\w*/.test(text) ? 'why did my last order fail' : 'why is my order still pending';
}

/** The first whose expressions are all found, and which has something to say. */
const SAYINGS: readonly Saying[] = [
  [[/\balerts?\b/, MINE], 'do i have any alerts'],
  [[/\bwatch ?list\b/, MINE], 'what is in my watchlist'],
  [[/\b(?:class|lessons?|course)\b/, /\b(?:kab|agl[aei]|kaunsi|mer[aei])\b/], 'when is my next lesson'],
  [[MINE, /\bnotes?\b/], 'show my notes'],
  [[MINE, /\b(?:drawdown|sharpe)\b/], 'my drawdown'],
  [[/\bgalti\w*\b/], 'what am i doing wrong'],
  [[/\bsikha\w*\b|\bsee?kh(?:na|u|un)\b/], 'teach me trading'],
  [[/\b(?:main|mai|mein|me)\b/, /\btrader\b/, /\b(?:ac+h+a|kharab|bura)\b/], 'am i a good trader'],
  [[/\bsabse\b/, /\bgir\w*/, STOCKS], 'which stocks fell the most today'],
  [[/\bsabse\b/, /\b(?:badh\w*|chad\w*|chadh\w*)/, STOCKS], 'which stocks rose the most today'],
  [[/\bhisab\b/, /\b(?:mahine|hafte|month|week|aaj|kal)\b/], resultOf],
  [[/\blagatar\b/, RESULT], 'my longest losing streak'],
  [[/\bstop ?loss\b/, MINE, /\bkahan?\b|\bkya\b|\bkitn[aei]\b/], 'what is my stop loss'],
  [[/\bstop ?loss\b/, /\bkahan?\b|\bkitn[aei]\b/, /\blag\w+|\brakh\w+/], 'what is a good stop loss'],
  [[/\bkal\b/, /\bbechi?a?\b/], 'what did i sell yesterday'],
  [[/\bkal\b/, /\bkharid[ai]\b/], 'what did i buy yesterday'],
  [[/\btax\b/, /\bprofit\b|\blagega\b|\bdena\b/], 'tax on my profits'],
  [[/\bpayment\b/, /\bfail\w*|\bnahi\w*|\batak\w*/], 'my payment failed'],
  [[MONEY, /\bwapas\b/], 'where is my refund'],
  [[MONEY, /\bsafe\b|\bsurakshit\b/], 'is my money safe'],
  [[/\b(?:portfolio|diary|orders?)\b/, /\bkaun\b/, /\bdekh\w*/], 'who can see my portfolio'],
  [[HOW, /\bpassword\b/], 'how do i change my password'],
  [[/\bbonus\b/, /\bkab\b|\bkitn[aei]\b|\bmil\w+/], 'have i any bonus'],
  [[/\bkitn[aei]\b/, /\btrades?\b/, /\bki[ya]\w*/], tradesOf],
  [[/\bya\b/, /\b(?:bech\w*|kharid\w*|rakh\w*|hold)\b.*\bya\b/], 'should i sell it'],
  [[WHICH, STOCKS, /\b(?:badhega|chad?hega|upar jayega|girega)\b/], 'which stock will rise tomorrow'],
  [[WHICH, STOCKS, BUY], 'which stock should i buy'],
  [[/\b(?:aaj|abhi|ab)\b/, /\bkya\b/, BUY], 'which stock should i buy'],
  [[WHICH, STOCKS, /\b(?:badh|gir|upar|nee?che)\w*\b/, /\bra?h[aei]\b/], 'which stocks are rising and falling today'],
  [[MINE, /\b(?:best|sabse ac+h+a)\b/, STOCKS], 'which of my stocks gained the most'],
  [[/\bkya (?:main?|mujhe)\b|\bchahiye\b/, SELL], 'should i sell it'],
  [[/\bkya (?:main?|mujhe)\b|\bchahiye\b/, BUY], 'should i buy it'],
  [[SELL, /\b(?:du+n?|doo?n|dena)\b/, /\bkya\b/], 'should i sell it'],
  [[/\baverage (?:kar\w*|down)\b/], 'should i buy it'],
  [[MONEY, /\bdouble\b/], 'double my money'],
  [[/\bagar\b|\bbech\w*\b.*\btoh?\b|\bho ja\w+ toh?\b/, /\bkitn[aei]\b|\bkya\b/], supposition],
  [
    [
      /\b(?:rahega|(?:ja(?:y|e|ye)|badhe|gire)ga|gireg[ai])\b/,
      /\b(?:kya|kais[aei]|kab|kitna)\b/,
      /\b(?:market|upar|nee?che|badhega|girega)\b/,
    ],
    'will it go up tomorrow',
  ],
  [
    [/\bbina (?:kisi )?(?:loss|nuksaa?n)\b|\b(?:loss|nuksaa?n) (?:na|nahi\w*) ho\b/],
    'at what price can i sell it without a loss',
  ],
  [[MINE, /\bbreak ?-?even\b/], 'what is my break-even'],
  [[/\bkitn[aei]\b/, SUM, /\bshares?\b|\bstocks?\b|\baa(?:y|e|ye)nge\b|\bmilenge\b|\bsak\w+\b/], affordable],
  [[/\bkitn[aei]\b/, BUY, /\bsak\w+\b/], affordable],
  [[MOST, LOSS, /\bkis\w*|\bkaun\w*/], 'which of my stocks lost the most'],
  [[MOST, RESULT, /\bkis\w*|\bkaun\w*/], 'which of my stocks gained the most'],
  [[MOST, LOSS], 'what was my biggest loss'],
  [[MOST, RESULT], 'what was my biggest profit'],
  [[WHY, /\border\b/, /\breject\w*|\brefus\w*/], 'why was my order refused'],
  [[WHY, /\border\b/], orderState],
  [[/\border\b/, /\bkya hua\b|\bkahan?\b|\bstatus\b/], 'what happened to my last order'],
  [
    [/\b(?:paisa|paise|money|cash|balance)\b/, /\bkahan?\b|\bgayab\b|\bkam (?:ho|hai|kyu\w*|kyon)\b/],
    'where did my money go',
  ],
  [[HOW, /\bstop ?loss\b/], 'how do i set a stop loss'],
  [[HOW, /\bcancel\b/], 'how do i cancel an order'],
  [[/\border\b/, /\bcancel kar\w*\b/], 'how do i cancel an order'],
  [
    [/\b(?:contract note|statement|diary)\b/, /\bkahan?\b|\bkaise\b/],
    'where can i find the contract note in the diary',
  ],
  [[HOW, /\b(?:change|badl\w*|modify)\b/, /\border\b/], 'how do i change my order'],
  [[HOW, /\b(?:nikal\w*|withdraw\w*)\b/], 'how do i withdraw money'],
  [[HOW, /\b(?:paisa|paise|money|fund)\b/], 'how do i add money'],
  [[HOW, SELL], 'how do i sell my shares'],
  [[HOW, BUY], 'how do i buy shares'],
  [[/\b(?:hindi|english)\b/, ONLY_OF_LANGUAGE], 'answer in hindi'],
  [[/\binvest\b/, /\bkitn[aei]\b/, /\b(?:kar(?:u|un|oon|na|ni|e|ein)|chahiye)\b/], 'how much should i invest'],
  [[/\binvest\b/, /\bkitn[aei]\b/], 'how much have i invested'],
  [[/\btarget\b/, /\bk[aiy]+\b/], targetOf],
  [[/(?<!\d[,.]?)\d[\d,]{0,9} (?:shares?|stocks?)\b/, /\bkitn[aei] (?:ke|ka|ki|me|mein)\b/], costOf],
  [
    [/\b(?:charges?|brokerage|fees?)\b/, /\b(?:diy[ae]|bhar[ae]|kat[ae]|kat gay[ae]|paid)\b/],
    'how much have i paid in charges',
  ],
  [[MINE, /\b(?:average|avg|ausat)\b/], 'my average price'],
  [[/\b(?:mer[aei]|mujhe|maine|kitn[aei])\b/, RESULT], profitOf],
  [[RESULT, /\b(?:aaj|kal|hafte|mahine|month|week)\b/], resultOf],
  [[/\bkitn[aei]\b/, /\blag(?:ega|enge|ta|te|ti)\b/, STOCKS, /\d/], costOf],
  [[/\bmere pa+s+\b/, STOCKS], 'what do i hold'],
  [[/\bkitn[aei]\b/, MONEY], 'what is my balance'],
  [[/\bmarket\b(?! (?:order|cap|maker))/, /\bkab\b/], 'when does the market open'],
  [[/\bmarket\b(?! (?:order|cap|maker))/, /\b(?:(?<!price )band|bandh|khul\w*|ch?hutt?i)\b/], 'is the market open'],
  [[/\bmarket\b(?! (?:order|cap|maker))/, /\b(?:kais[aei]|haal)\b/], 'how is the market today'],
  [[/\b(?:shares?|stocks?|company|companies)\b/], sought],
  [[/\b(?:bhaa?v|daam|kimat|keemat)\b/], 'what is the price'],
  [[MINE, MOST, /\b(?:ac+h+a|best)\b/, /\btrades?\b/], 'my best trade'],
  [[MINE, MOST, /\b(?:kharab|bura|worst)\b/, /\btrades?\b/], 'my worst trade'],
  [[MINE, /\btrades?\b/, /\baaj\b/], 'what did i trade today'],
  [[MINE, /\btrades?\b/], 'show my trades'],
  [[MINE, /\borders?\b/], 'show my orders'],
  [
    [MINE, /\b(?:shares?|stocks?|holdings?|portfolio)\b/, /\b(?:dikha\w*|bata\w*|kaun\w*|kya|kitn[aei]|kais[aei])\b/],
    'what do i hold',
  ],
];

const MEANING = /^(?:ye |yeh )?(.+?) (?:kya (?:hai|h|hota|hoti|hote|hain)|ka (?:kya )?matlab)\b/;

export function isHindi(text: string): boolean {
  return MARKERS.test(text);
}

/** The same question in English; null if it is none in Hindi, or one that is not known. */
export function inEnglish(text: string): string | null {
  if (!isHindi(text) || OTHERS.test(text)) return null;
  for (const [signs, english] of SAYINGS) {
    if (!signs.every((sign) => sign.test(text))) continue;
    const said = typeof english === 'string' ? english : english(text);
    if (said !== null) return said;
  }
  const what = MEANING.exec(text)?.[1];
  return what === undefined ? null : `what is ${what}`;
}
