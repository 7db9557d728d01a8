// Answers about what the asker follows: watchlists and price alerts.
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import { HEAD, rows } from './market-answers.ts';
import { counted, money, percent, table, written } from './wording.ts';

export const answerFollows: Answerer = (tools, question) =>
  /\balerts?\b/.test(question.text) ? answerAlerts(tools, question) : answerWatchlists(tools, question);

const answerAlerts: Answerer = async (tools) => {
  const { total, alerts } = await tools.use('alerts', {});
  if (total === 0)
    return answer(
      'No price alert of yours is waiting. On the page of a stock you can set one: a notification comes when the price gets there.',
      [],
      ['What is in my watchlist?', 'What moves today?', 'What is a stop order?'],
    );
  const text = written(
    `${counted(total, 'price alert')} of yours ${total === 1 ? 'is' : 'are'} waiting${alerts.length < total ? `; the nearest ${alerts.length}:` : ':'}`,
    table(
      ['Stock', 'Tells you', 'Price now', 'Away'],
      alerts.map(({ symbol, price, direction, now, awayPercent }) => [
        symbol,
        `at ${money(price)} or ${direction}`,
        money(now),
        percent(awayPercent),
      ]),
    ),
    'An alert buys and sells nothing. All of them stand under Watchlist, where they can be removed.',
  );
  return answer(
    text,
    alerts.map(({ symbol }) => symbol),
    [`Trend of ${alerts[0].symbol}`, 'What is in my watchlist?', 'What moves today?'],
  );
};

const answerWatchlists: Answerer = async (tools) => {
  const { lists } = await tools.use('watchlists', {});
  const filled = lists.filter(({ count }) => count > 0);
  const symbols = filled.flatMap(({ stocks }) => stocks.map(({ symbol }) => symbol));
  if (filled.length === 0)
    return answer(
      'No stock is on a watchlist of yours. The star of a stock, on its card or its page, puts it there.',
      [],
      ['What moves today?', 'Most volatile stocks', 'Which sectors are there?'],
    );
  const text = written(
    ...filled.flatMap(({ name, count, stocks }) => [
      `${name}: ${counted(count, 'stock')}${stocks.length < count ? `, the first ${stocks.length} of them:` : ':'}`,
      table(HEAD, rows(stocks)),
    ]),
  );
  return answer(text, symbols, [`Price and trend of ${symbols[0]}`, 'Do I have any alerts?', 'What moves today?']);
};
