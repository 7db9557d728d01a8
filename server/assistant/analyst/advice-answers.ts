// Answers to requests for a tip, a target or a forecast: never one of them, but how to decide, with the figures that the decision needs.
import { isProblem } from '../tools/market-tools.ts';
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import { figure, list, money, percent, percentChange, shares, written } from './wording.ts';

const NO_TIPS =
  'I do not give tips, targets or forecasts, and nobody knows the next price. What I can do is show the figures that a decision needs.';

/** Enough shares that the flat fee does not dominate the example. */
const EXAMPLE_SHARES = 10;

const QUESTIONS = list([
  'Why this stock, and why now? Write the reason down before the order; the diary will show later whether such reasons worked.',
  'Where am I wrong? Choose the price at which the reason no longer holds, and put a stop there.',
  'How much may I lose? Let that sum, over the distance to the stop, decide how many shares.',
  'What must the price do to pay the charges of buying and selling?',
  'What do I hold already that falls at the same time?',
]);

export const answerAdvice: Answerer = async (tools, { stocks: [stock] }) => {
  const risk = stock === undefined ? null : await tools.use('risk', { stock });
  if (stock === undefined || risk === null || isProblem(risk)) return generalAdvice(tools);
  const [trend, sizing] = [await tools.use('trend', { stock }), await tools.use('sizing', { stock })];
  const size = isProblem(sizing) ? null : sizing.byRisk;
  const cost = await tools.use('cost', {
    stock,
    quantity: Math.min(Math.max(size ?? EXAMPLE_SHARES, EXAMPLE_SHARES), 10_000_000),
  });
  const { symbol, usualDayPercent, deepestFall, beta } = risk;
  const past = isProblem(trend)
    ? null
    : trend.returns.map(({ span, percent: moved }) => `${span} ${percentChange(moved)}`).join(', ');
  const example =
    !isProblem(sizing) && sizing.byRisk !== null && sizing.atr !== null
      ? `Size, as an example of the method: if you may lose ${percent(sizing.riskPercent)} of your ${money(sizing.capital)}, that is ${money(sizing.mayLose)}. With a stop ${money(sizing.distance)} away (${sizing.ranges} times the usual daily range of ${money(sizing.atr)}) it comes to ${shares(sizing.byRisk)}.`
      : null;
  const text = written(
    NO_TIPS,
    `For ${symbol} at ${money(risk.price)}:`,
    list([
      past !== null && `What it did: ${past}. The past promises nothing.`,
      `What it can do to you: a usual day is ${percent(usualDayPercent)}, and within the last year it fell ${percent(deepestFall.percent)} from a peak${beta === null ? '' : `; its beta is ${figure(beta)}`}.`,
      !isProblem(cost) &&
        `What it costs: with ${shares(cost.quantity)} the price must rise ${percentChange(cost.breakEvenPercent)} to earn back the charges of buying and selling.`,
      example,
    ]),
    'Then ask yourself:',
    QUESTIONS,
  );
  return answer(
    text,
    [symbol],
    [`Indicators of ${symbol} now`, `How risky is ${symbol}?`, 'How is my portfolio spread?'],
  );
};

const generalAdvice = async (tools: Parameters<Answerer>[0]) => {
  const { balance, total } = await tools.use('balance', {});
  const text = written(
    NO_TIPS,
    `You have ${money(total)} in all, of which ${money(balance)} can be spent. Before you choose anything, ask yourself:`,
    QUESTIONS,
  );
  return answer(text, [], ['What moves today?', 'How is my portfolio spread?', 'What is risk per trade?']);
};
