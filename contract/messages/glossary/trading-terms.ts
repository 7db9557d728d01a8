// The glossary's terms of trading: orders, the book, money, charges and the habits of a careful trader.
import type { TermRow } from './term.ts';

export const TRADING_TERMS: readonly TermRow[] = [
  [
    'Stock',
    'share, shares, stocks, equity, equities, scrip',
    'A small part of a company. Its owner gains when it becomes worth more, and loses when it becomes worth less. The companies of this practice market are invented.',
  ],
  [
    'Order',
    'orders',
    'An instruction to buy or sell a number of shares of one stock. It says the side, the quantity, the kind of order, and how long it may wait.',
  ],
  [
    'Market order',
    'market, at market, market price order',
    'An order that trades at once, at the best prices in the book. You can be sure of the trade, but not of the price. Here it trades at most 5% away from the last price, which limits the harm that a thin book can do.',
  ],
  [
    'Limit order',
    'limit, limit price',
    'An order that trades at your price or better, and otherwise waits in the book. You can be sure of the price, but not of the trade: if the market never comes to your price, nothing happens.',
  ],
  [
    'Hedging',
    'hedge',
    'Holding something that gains when another thing loses, so that a fall costs less. It costs part of the gains as well. With shares alone, selling a part does the same.',
  ],
  [
    'Position trading',
    'position trader, long term trading, long term investing, buy and hold',
    'Holding shares for months or years, and letting the small moves pass. Few trades mean few charges, and a deep fall has to be sat through.',
  ],
  [
    'Impact cost',
    'impact costs',
    'What an order loses because it moves the price itself: the difference between the middle of the book and the average price that a whole order gets. It grows faster than the order does.',
  ],
  [
    'Capital gain',
    'capital gains, short term capital gain, long term capital gain, short term capital gains, long term capital gains, stcg, ltcg',
    'What a sale brings above what the shares have cost. Tax rules tell gains on shares held for up to a year (short-term) from those held longer (long-term). Practice money is not taxed; the profit report under Diary adds both up.',
  ],
  [
    'SIP',
    'systematic investment plan, rupee cost averaging',
    'Buying for the same sum at set times, whatever the price: more shares when they are cheap, fewer when they are dear. It takes away the choice of the moment, not the risk.',
  ],
  [
    'NAV',
    'net asset value',
    'What one unit of a fund is worth: everything that the fund holds, less what it owes, divided by its units. Shares of companies have a price instead.',
  ],
  [
    'Stop order',
    'stop, stop loss, stop-loss, stoploss, sl, trigger, trigger price, stop price',
    'An order that sleeps until the price reaches your trigger and then becomes a market order. A sell stop below the price limits a loss; a buy stop above it follows a breakout. In a fast market it may fill at a worse price than the trigger.',
  ],
  [
    'Stop-limit order',
    'stop limit, stop limit order, stop-limit',
    'A stop order that becomes a limit order instead of a market order once it is triggered. It never fills at a price worse than its limit, and may not fill at all when the price jumps past it.',
  ],
  [
    'Bracket order',
    'bracket, target order, oco',
    'A target above the price and a stop loss below it: when one of them is carried out, the other is gone. It comes with a buy, for the shares bought, or alone, as a sale of shares that you hold.',
  ],
  [
    'Cover order',
    'cover orders, co order',
    'At some brokers, a buy or a short sale that comes with a stop loss. Here it is a buy with "Target and stop loss", or a stop order of your own after the buy.',
  ],
  [
    'Trailing stop',
    'trailing stop loss, trailing stoploss, trailing sl, tsl, trailing stop order',
    'A stop whose trigger follows the price as it moves your way, and stands still when it moves back. Here a trigger stays where you put it: to trail, change the order under My Orders as the price moves.',
  ],
  [
    'After-market order',
    'amo, after market, after market order, after market orders, after hours order, offline order',
    'An order placed while the market is closed. Here any order that may wait can be: it takes part in the opening auction of the next trading day, and can be canceled until then.',
  ],
  [
    'Iceberg order',
    'iceberg, iceberg orders, disclosed quantity, hidden order',
    'A large order of which the book shows only a part at a time, so that others do not run ahead of it. This practice market shows every order whole.',
  ],
  [
    'BTST',
    'buy today sell tomorrow, stbt',
    'Selling shares the day after buying them, before the exchange has delivered them. Here shares are yours as soon as a buy is filled, and can be sold at once or on any later day.',
  ],
  [
    'Validity',
    'time in force, tif, order validity',
    'How long an order may wait. DAY ends with the trading day, GTC waits until it fills or you cancel it, IOC takes what it can at once and cancels the rest, FOK fills whole at once or not at all.',
  ],
  [
    'DAY order',
    'day, day validity',
    'An order that is canceled when the trading day ends, if it has not filled by then.',
  ],
  [
    'GTC',
    'good till canceled, good till cancelled, gtc order, gtt, gtt order, good till triggered',
    'Good till canceled: the order waits, even for days, until it fills or you cancel it.',
  ],
  [
    'IOC',
    'immediate or cancel, ioc order',
    'Immediate or cancel: the order takes what it can at once, and the rest is canceled.',
  ],
  ['FOK', 'fill or kill, fok order', 'Fill or kill: the order fills whole at once, or it is canceled without a trade.'],
  [
    'Fill',
    'execution, filled, executed, fills',
    'A trade that carries out an order or a part of it: so many shares at one price at one moment. A large order often needs several fills.',
  ],
  [
    'Partial fill',
    'partially filled, part fill, partial',
    'A part of an order has traded and the rest has not. The rest waits or ends, as the validity of the order says.',
  ],
  [
    'Order book',
    'book, orderbook, limit order book, lob',
    'The list of all waiting orders of one stock: buyers on one side, sellers on the other, sorted by price and then by time.',
  ],
  [
    'Tape',
    'time and sales, newest trades, recent trades, ticker tape',
    'The list of what has just traded in a stock, the newest first: time, price, quantity, and whether a buyer took an offer or a seller took a bid. The book shows what people say they want, the tape what they did.',
  ],
  [
    'Depth',
    'market depth, level 2, five levels, depth of market',
    'How many shares wait at the best prices of both sides. A deep book takes a large order without moving much; in a shallow one the same order walks to worse prices.',
  ],
  [
    'Bid',
    'best bid, bid price, bids',
    'The highest price at which somebody is waiting to buy. A market order to sell trades with the bid.',
  ],
  [
    'Ask',
    'offer, best ask, ask price, asks, offers',
    'The lowest price at which somebody is waiting to sell. A market order to buy trades with the ask.',
  ],
  [
    'Spread',
    'bid ask spread, bid-ask spread',
    'The gap between the best bid and the best ask. Buying at market and selling at once loses the spread, so it is a cost beside the charges.',
  ],
  [
    'Price-time priority',
    'priority, queue, price time priority, queue position',
    'The rule of the queue: the better price trades first, and at the same price the earlier order. A limit order that joins a price stands behind the shares that already wait there.',
  ],
  [
    'Wash trading',
    'wash trade, wash trades, self trade, self trading',
    'Trading with oneself, or back and forth with a friend, so that a stock looks busier than it is. Nobody gains a share by it. Exchanges forbid it; this one looks for it, and tells those who do it.',
  ],
  [
    'Spoofing',
    'layering, spoof, fake orders',
    'Placing large orders without meaning them, to move the price for a trade on the other side, and canceling them before they fill. Exchanges forbid it; this one looks for it, and tells those who do it.',
  ],
  [
    'Pump and dump',
    'pump, pump & dump, market manipulation, manipulation',
    'Driving a price up with one’s own buys, and selling to those who follow. Exchanges forbid it; this one looks for it, and tells those who do it.',
  ],
  [
    'Insider trading',
    'insider, insider information, inside information',
    'Trading on what only those inside a company know. Exchanges forbid it. The companies of this practice market are invented: there is nothing to know about them that others do not see.',
  ],
  [
    'Double entry',
    'double entry ledger, double entry bookkeeping, double entry accounting, ledger',
    'Books in which each sum leaves one account and reaches another, so that nothing appears or disappears. This exchange keeps its money and its shares like that, and proves its books again and again.',
  ],
  [
    'Liquidity',
    'liquid, illiquid',
    'How easily shares can be bought or sold without moving the price: a small spread, a deep book and many trades.',
  ],
  [
    'Market maker',
    'market makers, maker',
    'A trader who waits on both sides of the book and earns the spread for the risk of holding shares. Here simulated traders do this work.',
  ],
  [
    'Slippage',
    'slip, price impact, market impact, impact',
    'The difference between the price you saw and the price you got. It grows with the size of the order and the thinness of the book.',
  ],
  [
    'Tick size',
    'tick, ticks',
    'The smallest step of a price. It grows with the price of the stock. A buy limit off the step is rounded down and a sell limit up, so that nobody gets a worse price than asked.',
  ],
  [
    'Price band',
    'circuit, circuit limit, upper circuit, lower circuit, circuit breaker, band',
    'How far a price may go in one day from the close of the day before: 20% each way here, unless the stock has a band of its own. An order outside the band is refused.',
  ],
  [
    'Trading halt',
    'halt, halted, trading halted, suspended',
    'Trading in a stock is stopped for a while. Orders for it are refused until it opens again.',
  ],
  [
    'Delivery',
    'cnc, delivery trading, delivery order',
    'Buying shares with your own money and keeping them as long as you like. There is no deadline to sell.',
  ],
  [
    'Intraday',
    'mis, intraday trading, day trading, day trade',
    'Buying shares on margin to sell them on the same day. What is still open at 15:20 is sold by the exchange, at what is offered within 5% of the last price.',
  ],
  [
    'Margin',
    'margin trading, required margin, intraday margin',
    'The part of the cost that you pay yourself on an intraday buy: one fifth here. The rest is lent for the day. Gains and losses are those of the whole position, so the margin melts five times as fast as the price falls.',
  ],
  [
    'Leverage',
    'leveraged, gearing',
    'Controlling a larger position than your own money would buy. With one fifth of margin a fall of 10% costs half of the margin: leverage multiplies losses just as it multiplies gains.',
  ],
  [
    'Square-off',
    'square off, squared off, auto square off, squareoff',
    'Selling an intraday position to close it. The exchange does it by itself at 15:20, or earlier when the loss has reached 80% of the margin.',
  ],
  [
    'Short selling',
    'short, shorting, short sale, sell short',
    'Selling shares that you do not own, hoping to buy them back lower. It is not possible on this practice market: you can only sell what you hold.',
  ],
  [
    'Long',
    'long position, going long, go long',
    'Owning shares, and so gaining when the price rises. Every position here is long.',
  ],
  [
    'Position',
    'positions, holding, holdings',
    'The shares of one stock that you hold, with what they cost and what they are worth now.',
  ],
  ['Portfolio', 'portfolio value', 'Everything you hold together. Its value moves with every price in it.'],
  [
    'Average price',
    'avg price, average cost, average buy price',
    'What one of your shares cost on average, charges not included. Buying more at another price changes it, and so may a sale: the shares bought first are sold first, and the average is that of the rest.',
  ],
  [
    'FIFO',
    'first in first out, lots, lot',
    'First in, first out: when you sell, the shares you bought first count as sold first. That decides how much profit a sale has realised.',
  ],
  [
    'Realised profit',
    'realized profit, realised, realized, realised pnl, realized pnl, booked profit',
    'Profit or loss of shares that have been sold. It is final, unlike that of shares you still hold.',
  ],
  [
    'Unrealised profit',
    'unrealized profit, unrealised, unrealized, paper profit, open profit, mark to market, mtm',
    'Profit or loss of shares that you still hold, at the last price. It changes until you sell.',
  ],
  [
    'Gross and net profit',
    'gross profit, net profit, gross, net, gross pnl, net pnl, p&l, pnl, profit and loss',
    'Gross is what the prices brought; net is what is left after all charges. A trade can win gross and lose net.',
  ],
  [
    'Brokerage',
    'commission, brokerage fee, broker fee',
    'The broker’s fee: a part of the value of each trade, paid on the buy and on the sale.',
  ],
  [
    'Flat fee',
    'transaction fee, flat transaction fee, order fee',
    'A fixed sum for each order that fills, whatever its size. It weighs most on small orders.',
  ],
  [
    'Charges',
    'fees, trading charges, trading costs',
    'Everything an order costs in addition to its value: brokerage, the flat fee, and statutory charges where they are on. A round trip pays them twice, so the price must move by more than both before there is a profit.',
  ],
  [
    'Break-even',
    'breakeven, break even, break-even price',
    'The price at which a sale would just pay back the cost of the shares and the charges of buying and selling.',
  ],
  [
    'Settlement',
    'settle, t+1, t1',
    'The exchange of money and shares after a trade. On this practice market it happens at the moment of the trade.',
  ],
  [
    'Balance',
    'cash, buying power, available balance, wallet, free cash',
    'Practice money that you can spend now. What open orders have set aside is not part of it.',
  ],
  [
    'Hold',
    'held, blocked amount, blocked, reserved, set aside, locked',
    'Money or shares set aside for an open order, so that they cannot be spent or sold twice. It is free again when the order ends.',
  ],
  [
    'Trading limit',
    'trading limits, order limit, position limit, buy limit, sell limit',
    'The largest number of shares in one order, and of one stock within a number of hours. Administrators set it.',
  ],
  [
    'Risk per trade',
    'risk, position risk, one percent rule, 1 percent rule, 1% rule',
    'What you lose if a trade goes to your stop: quantity times the distance from entry to stop. Many traders keep it to a small, fixed part of their capital, so that a row of losses does not end the game.',
  ],
  [
    'Position size',
    'position sizing, how many shares, sizing',
    'How many shares to buy. A common way: choose the sum you can afford to lose, and divide it by the distance between entry and stop.',
  ],
  [
    'Risk-reward ratio',
    'risk reward, risk reward ratio, reward to risk, rr',
    'What a trade may win for each rupee it may lose: the distance from entry to target over the distance from entry to stop.',
  ],
  [
    'Win rate',
    'winrate, hit rate, winning percentage',
    'The share of closed trades that made a profit. On its own it says little: many small wins and one large loss can lose money.',
  ],
  [
    'Expectancy',
    'expected value, edge',
    'The average result of a trade, wins and losses together. Below zero, trading more often loses more.',
  ],
  [
    'Profit factor',
    'profitfactor',
    'The sum of all wins over the sum of all losses. Above 1 the wins outweigh the losses.',
  ],
  [
    'MAE and MFE',
    'mae, mfe, maximum adverse excursion, maximum favourable excursion, maximum favorable excursion',
    'The worst and the best moment of a trade while it was open. They show whether a stop was too tight, or a profit was given back.',
  ],
  [
    'Diversification',
    'diversify, diversified, spread risk',
    'Holding things that do not all fall together: several stocks, and several sectors. It lowers the harm that one of them can do, not that of a falling market.',
  ],
  [
    'Concentration',
    'concentrated, herfindahl, hhi, herfindahl index',
    'How much of a portfolio stands on few positions. The Herfindahl index adds up the squares of the weights: 1 is all in one stock, and 1 divided by it says over how many equal positions the money is really spread.',
  ],
  [
    'Paper trading',
    'practice trading, practice market, virtual trading, simulated trading',
    'Trading with practice money on a practice market. Prices move and orders fill as on an exchange, and nothing real can be won or lost.',
  ],
  [
    'Watchlist',
    'watch list, watchlists, watch lists',
    'A list of stocks that you follow, with their live prices. Being on it costs nothing and buys nothing. You can keep several, and add a stock to one with its star.',
  ],
  [
    'Averaging down',
    'average down, averaging',
    'Buying more of a stock after it has fallen, to lower the average price. It also makes the position, and the loss if the fall goes on, larger.',
  ],
  [
    'Revenge trading',
    'overtrading, fomo, tilt, fear of missing out',
    'Trading from anger or fear instead of a plan, often right after a loss. A diary shows it: many trades in a short time, larger than usual.',
  ],
];
