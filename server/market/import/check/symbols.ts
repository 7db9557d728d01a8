// Finds the symbol of a file that has no symbol column: from its name, or refuses to guess.
import { FileRefused, isSymbol, shown } from '../read/series.ts';

/** Words in file names that are not part of the symbol. */
const NOISE = new Set(
  (
    '1d 1m 1min 1minute 5y adj adjusted all ascending bar bars bse candle candles chart close csv daily data day days eod equity exchange ' +
    'export full hist historic historical history index intraday json kaggle download market min minute minutes nasdaq nse nyse ohlc ohlcv ' +
    'old order price prices quote quotes raw series stock stocks stooq trade trades us v8 website yahoo finnhub kite upstox lean ' +
    'alphavantage twelvedata sample test oi tz ist utc est eq csv new usd inr my copy final'
  ).split(' '),
);
/** Alone, too: others of these words are symbols of stocks (ALL, DAY), and whose file is named so says --symbol. */
const NEVER_A_SYMBOL =
  /^(data|prices?|histor(y|ic|ical)|ohlcv?|quotes?|candles?|bars?|download|export|stocks?|sample|csv|json|series)$/i;
const NUMBER_OR_DATE = /^(\d[\d.-]*|[dmy]{1,4}([.-][dmy]{1,4})+)$/i;
const NSE_EXPORT = /^quote-equity-(.+?)-(?:EQ|BE|BZ|SM|ST)(?:-|$)/i;

/** `RELIANCE.csv.gz` is RELIANCE, `spy_1m_2020-12-15_18.csv.gz` is SPY; two candidates or none are not guessed at. */
export function symbolFromFileName(fileName: string): string {
  const stem = (fileName.split(/[\\/]/).pop() ?? '')
    .replace(/\.(gz|gzip)$/i, '')
    .replace(/\.(csv|txt|tsv|json|dat)$/i, '');
  const exported = NSE_EXPORT.exec(stem)?.[1];
  const words = stem.split(/[_\s()[\]]+/).filter((word) => word !== '');
  const telling =
    words.length === 1
      ? words.filter((word) => !NEVER_A_SYMBOL.test(word))
      : words.filter((word) => !NOISE.has(word.toLowerCase()) && !NUMBER_OR_DATE.test(word));
  const symbol = (exported ?? (telling.length === 1 ? telling[0] : '')).toUpperCase();
  if (!isSymbol(symbol)) {
    throw new FileRefused(
      'does not name its stock: it has no symbol column and its file name is not a symbol; say --symbol NAME',
    );
  }
  return symbol;
}

/** The symbol of a row or a header, in capitals. A provider's suffix (`.NS`, `.US`) stays part of it. */
export function checkedSymbol(text: string): string | null {
  const symbol = text.toUpperCase();
  return isSymbol(symbol) ? symbol : null;
}

export function badSymbolReason(text: string): string {
  return `"${shown(text)}" is not a symbol (1 to 20 of A-Z 0-9 . & -)`;
}
