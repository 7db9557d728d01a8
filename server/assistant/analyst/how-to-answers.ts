// Answers to a beginner who asks how something is done here: where to press, and what the asker's own account allows.
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import { money, written } from './wording.ts';

const EXITS = /\b(?:stop[ -]?loss|stops?|targets?|exits?|brackets?)\b/;
const SELLING = /\b(?:sell|selling|sale)\b/;
const CANCELING = /\bcancel/;

const BUY =
  'Open Stocks, choose a stock and press Buy. The ticket shows the order book, the expected price and every charge before you send the order. A market order trades at once; a limit order waits in the book for your price.';
const SELL =
  'Open the page of the stock that you hold and press Sell. You can sell at most the shares that you hold and that no open sell order has set aside.';
const LEAVE =
  'In the Buy ticket, tick Target and stop loss and enter both prices: once the shares are bought, one order waits for both, and whichever comes first sells them. For shares that you hold already, press Sell and choose the order type STOP: it becomes a market order when the price falls to your trigger.';
const CANCEL =
  'Open My orders and press Cancel at the order. Only an order that is still pending can be canceled; what it has filled already stays yours.';

export const answerHowTo: Answerer = async (tools, { text: asked }) => {
  const { balance } = await tools.use('balance', {});
  const how = CANCELING.test(asked) ? CANCEL : EXITS.test(asked) ? LEAVE : SELLING.test(asked) ? SELL : BUY;
  return answer(
    written(how, `You can spend ${money(balance)} now. It is practice money: nothing real can be lost here.`),
    [],
    ['How do charges work?', 'What is a limit order?', 'Show my open orders'],
  );
};
