// Companies that people know from real exchanges. Where they are not listed, the figures of another stock, or of all, would be no answer to
// a question about one of them.
import type { Named } from './stock-names.ts';
import { stocksIn } from './stock-names.ts';

/** Words that stand for a company by themselves, and names of two words. */
const KNOWN: readonly string[] = [
  ...`adani airbnb airtel alphabet amazon axisbank bajaj bajfinance bhartiartl bhel bitcoin bpcl britannia cipla coalindia dabur divislab dlf
  dmart dogecoin drreddy eichermot eternal ethereum flipkart gail godrej google grasim hal hcl hcltech hdfc hdfcbank heromotoco hindalco
  hindunilvr hpcl hul icici icicibank indigo indusind indusindbk infosys infy intel irctc irfc itc jio jsw jswsteel kotak kotakbank larsen lic
  lt ltim lupin mahindra maruti mazagon microsoft mrf nestle netflix ntpc nvidia nykaa ola ongc paytm phonepe policybazaar powergrid reliance rvnl
  sbi sbin suzlon swiggy tata tatamotors tatapower tatasteel tcs techm tesla titan toyota tvs uber ultratech ultracemco vedanta vodafone
  walmart wipro yesbank zerodha zomato`.split(/\s+/),
  'asian paints',
  'axis bank',
  'coal india',
  'sun pharma',
  'yes bank',
];

const WORDS = new RegExp(`(?<![\\w@.&'/-])(?:${KNOWN.join('|')})(?![\\w@/-]|\\.\\w)`, 'gi');

/** Written in small letters, these are words of ordinary questions as well. */
const ALSO_WORDS = new Set(['alphabet', 'eternal', 'hal', 'indigo', 'lt', 'titan']);

/** Companies named in `text` that have no stock here, as they are written, each once. */
export function unlistedIn(text: string, stocks: readonly Named[]): string[] {
  const found = [...text.matchAll(WORDS)]
    .map(([name]) => name)
    .filter((name) => (name !== name.toLowerCase() || !ALSO_WORDS.has(name)) && stocksIn(name, stocks).length === 0);
  return [...new Map(found.map((name) => [name.toLowerCase(), name])).values()];
}
