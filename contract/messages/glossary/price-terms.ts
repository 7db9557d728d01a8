// The glossary's terms of prices: charts, indicators, returns, risk and the market as a whole.
import type { TermRow } from './term.ts';

export const PRICE_TERMS: readonly TermRow[] = [
  [
    'Last price',
    'ltp, last traded price, price, quote',
    'The price of the newest trade. It is a fact about the past: your own order may fill at another one.',
  ],
  [
    'OHLC',
    'open high low close, open, high, low, close, ohlcv',
    'Open, high, low and close: the first, the highest, the lowest and the last price of a stretch of time.',
  ],
  [
    'Previous close',
    'prev close, yesterday close',
    'The last price of the day before. Today\u2019s change is measured from it.',
  ],
  [
    'Candlestick',
    'candle, candles, candlesticks, candlestick chart',
    'A bar of the chart: the body goes from open to close, the thin lines reach to the high and the low. Rising and falling bars differ in colour.',
  ],
  [
    'Volume',
    'traded volume',
    'How many shares were traded in a stretch of time. A move on large volume had many people behind it.',
  ],
  [
    'VWAP',
    'volume weighted average price, volume-weighted average price',
    'The average price of all trades of the day, each weighted by its shares. A buy below it was cheaper than that of the day\u2019s average buyer.',
  ],
  [
    'Trend',
    'uptrend, downtrend, trending, sideways',
    'The direction in which a price has been going: rising highs and lows, falling ones, or neither. It describes the past and promises nothing.',
  ],
  [
    'Support and resistance',
    'support, resistance, support level, resistance level',
    'Prices at which a fall or a rise has stopped before, because many orders waited there. They hold until they break.',
  ],
  [
    'Breakout',
    'break out, breakdown',
    'A price leaving the range in which it had stayed. Many breakouts fail and fall back into the range.',
  ],
  [
    'Gap',
    'gap up, gap down',
    'A jump between one close and the next open. A stop inside the gap fills at the open, not at its trigger.',
  ],
  [
    'Moving average',
    'ma, simple moving average, sma, sma20, sma50, sma200, dma, 200 dma, 50 dma',
    'The average of the last closes, for example of 20 days, computed again each day. It smooths out noise, and always lags behind.',
  ],
  [
    'Exponential moving average',
    'ema, ema20',
    'A moving average that gives newer prices more weight, so it turns sooner than a simple one.',
  ],
  [
    'Golden cross and death cross',
    'golden cross, death cross, crossover, moving average crossover',
    'A short moving average crossing a long one upwards or downwards. It says that the trend of the recent past differs from the longer one; by the time it shows, much of the move has happened.',
  ],
  [
    'RSI',
    'relative strength index, relative strength, overbought, oversold, rsi14',
    'The relative strength index compares the rises and falls of the last 14 days on a scale from 0 to 100. Above 70 is called overbought, below 30 oversold: that says the move was strong, not that it must turn.',
  ],
  [
    'MACD',
    'moving average convergence divergence, macd histogram, macd signal',
    'The difference of a 12-day and a 26-day average, with its own 9-day average as signal. Above the signal the recent move is stronger than before; below it is weaker.',
  ],
  [
    'Bollinger Bands',
    'bollinger, bollinger band, bbands, bb',
    'A 20-day average with lines two standard deviations above and below. Wide bands mean large moves, narrow ones a quiet time. Touching a band is no signal by itself.',
  ],
  [
    'ATR',
    'average true range, true range',
    'The average true range: how far the price usually travels in a day, in rupees, over 14 days. It helps to set a stop that ordinary noise does not reach.',
  ],
  [
    'Stochastic',
    'stochastics, stochastic oscillator, %k, %d',
    'Where the close stands between the lowest and the highest price of 14 days, from 0 to 100, smoothed. Above 80 it is near the top of its range, below 20 near the bottom.',
  ],
  [
    'ADX',
    'average directional index, directional movement, dmi, +di, -di',
    'The strength of a trend from 0 to 100, whatever its direction. Below 20 there is hardly one, above 25 there is. +DI and -DI say which way.',
  ],
  [
    'OBV',
    'on balance volume, on-balance volume',
    'On-balance volume adds the volume of rising days and subtracts that of falling days. Its direction shows on which side the volume was.',
  ],
  [
    'Technical analysis',
    'technicals, technical indicators, indicators, indicator',
    'Reading charts of price and volume to describe what has happened. Indicators are computed from past prices; they cannot know the next one.',
  ],
  [
    'Fundamental analysis',
    'fundamentals, fundamental, valuation',
    'Judging a company by its business: sales, profit, debt, prospects. The companies here are invented, so there are no accounts to read.',
  ],
  [
    'Volatility',
    'volatile, annualised volatility, standard deviation',
    'How widely returns scatter, put into yearly terms. Twice the volatility means moves about twice as large, up and down.',
  ],
  [
    'Beta',
    'market beta',
    'By how much a stock tends to move when the index moves by 1%. Above 1 it swings more than the market, below 1 less.',
  ],
  [
    'Correlation',
    'correlated',
    'How much two prices move together, from -1 through 0 to 1. Stocks that move together do not protect each other.',
  ],
  [
    'Drawdown',
    'max drawdown, maximum drawdown, mdd',
    'The fall from a peak to the lowest point after it, in percent. A fall of 50% needs a rise of 100% to be made good.',
  ],
  [
    'Return',
    'returns, profit percentage',
    'Gain or loss as a part of what was put in: from 100 to 110 is a return of 10%.',
  ],
  [
    '52-week high and low',
    '52 week high, 52 week low, 52-week high, 52-week low, year high, year low, 52w high, 52w low',
    'The highest and the lowest price of the last year. They say where the price stands in its range.',
  ],
  [
    'Sharpe ratio',
    'sharpe',
    'Average return divided by the scatter of the returns: how much return there was for each unit of risk. A few weeks of trading are too few to trust it.',
  ],
  [
    'Index',
    'market index, indices, ist60, benchmark',
    'One number for the market: many companies together, weighted by their size. It is what a single stock or a portfolio is compared with.',
  ],
  [
    'Market capitalisation',
    'market cap, mcap, market capitalization, large cap, mid cap, small cap, capitalisation',
    'Price times the number of shares in issue: what the whole company costs at the last price.',
  ],
  [
    'Sector',
    'sectors, industry',
    'A group of companies in the same kind of business. They often rise and fall together.',
  ],
  [
    'Bull and bear market',
    'bull market, bear market, bull, bear, bullish, bearish',
    'A long time of rising prices, and one of falling prices. Bullish and bearish are the moods that go with them.',
  ],
  [
    'Dividend',
    'dividends',
    'A part of a company’s profit that is paid out for each share. Here it goes to everybody who holds the share when the day of the dividend begins; the page of the stock names that day beforehand.',
  ],
  [
    'Stock split',
    'split, bonus issue, bonus',
    'One share becomes several, each worth the matching part. The price drops, the value of what you hold does not.',
  ],
  ['IPO', 'initial public offering', 'The first sale of a company’s shares to the public.'],
  [
    'Doji',
    'doji candle',
    'A candle that closes where it opened, so that its body is a line: buyers and sellers were as strong. Alone it says little; after a long move it shows that the move has lost force.',
  ],
  [
    'Hammer',
    'hammer candle, hanging man, shooting star, pin bar',
    'A candle with a small body and one long shadow: the price went far and came back within the bar. Below a fall the long lower shadow is called a hammer, above a rise a hanging man; with the shadow on top it is a shooting star.',
  ],
  [
    'Engulfing candle',
    'engulfing, bullish engulfing, bearish engulfing, engulfing pattern',
    'A candle whose body covers that of the bar before it, in the other direction: the side that led has been overtaken within one bar.',
  ],
  [
    'Head and shoulders',
    'head & shoulders, double top, double bottom, chart pattern, chart patterns',
    'Patterns of several highs or lows: three highs with the middle one highest (head and shoulders), or two of the same height (double top). Those who trade them wait until the price leaves the pattern; many never do as the book says.',
  ],
  [
    'Fibonacci retracement',
    'fibonacci, retracement, fib, fib levels',
    'Lines at 23.6, 38.2, 50, 61.8 and 78.6 percent of the way back of a move. Many traders look at them, which is the best reason why prices sometimes stop there. The chart has them under Draw.',
  ],
  [
    'Pullback',
    'correction, market correction, dip',
    'A move against the trend that is smaller than the trend itself. A fall of a market by a tenth from its high is often called a correction. Only later does it show whether it was a pause or a turn.',
  ],
  [
    'Asset class',
    'asset classes, asset allocation',
    'A kind of thing to put money into: shares, bonds, gold, property, cash. They do not all fall at once, which is why savings are spread over them. This market has shares alone.',
  ],
  [
    'Bond',
    'bonds, debenture, fixed income',
    'A loan to a state or a company, which pays interest and is paid back at a set time. Its price falls when interest rates rise. There are none in this market.',
  ],
  [
    'Inflation',
    'repo rate, interest rate, interest rates',
    'How fast money loses what it can buy. Central banks raise the rate at which they lend (in India the repo rate) to slow it down, and dearer loans weigh on most shares.',
  ],
  [
    'Face value',
    'par value, book price',
    'The sum that a share is written for in the books of its company, such as 10 rupees. It matters for splits and for dividends given in percent of it, and has nothing to do with the price.',
  ],
  [
    'ETF',
    'exchange traded fund, index fund, mutual fund',
    'A fund whose shares are traded like a stock; many hold all stocks of an index. There is none on this practice market.',
  ],
  [
    'Derivative',
    'derivatives, futures, options, future, option, call option, put option, f&o, fno',
    'A contract whose value depends on the price of something else, such as a future or an option. Only shares are traded on this practice market.',
  ],
  [
    'Compounding',
    'compound interest, compound growth, cagr, compound annual growth rate, rule of 72',
    'Gains on earlier gains: what was earned earns as well, so equal rates add more every year. The compound annual growth rate (CAGR) is the even yearly rate that leads from the first value to the last; at it, 72 divided by the rate in percent is about how many years a doubling takes. Losses compound too, and one of 50% needs a gain of 100%.',
  ],
  ['Momentum', 'momentum trading', 'The tendency of a move to go on for a while. It also ends without a warning.'],
  [
    'Mean reversion',
    'reversion, reversal',
    'The tendency of a price that has gone far to come back towards its average. Nobody knows beforehand when, or whether.',
  ],
  [
    'Swing trading',
    'swing trade, positional trading',
    'Holding for days or weeks to catch a move that is larger than a day’s.',
  ],
  [
    'Scalping',
    'scalp, scalper',
    'Many very short trades for small gains. Charges and the spread are paid on each, so they decide the outcome.',
  ],
  [
    'News risk',
    'event risk, earnings, results',
    'The danger of a sudden jump when something becomes known. It often comes overnight, when no stop can help.',
  ],
];
