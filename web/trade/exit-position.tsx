// Sells all that is held of a stock: by the ticket with its quantity filled in, or, where orders hold shares back, after they are canceled.
import { useState } from 'react';
import type { OrderWire } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { DEFAULT_LIMITS } from '../../core/trade/settings.ts';
import { ANSWER_WITHIN_MS, call } from '../api.ts';
import { useCall } from '../query.ts';
import { quoteOf } from '../quotes.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { countText } from '../ui/number-text.ts';
import { sendCancel, takeOrder } from './cancel-order.tsx';
import { ChargesOf } from './charges-of.tsx';
import { useSeeStory } from './see-story.ts';
import { openTicket } from './ticket.ts';
import { openingDraft } from './ticket/draft.ts';
import { placeOrder } from './ticket/place-order.ts';

const MOST_ORDERS = 100;

/** Cancels what would sell these shares; an order that is gone meanwhile is no hindrance. Answers the sentence of a refusal. */
async function freeShares(symbol: string): Promise<string | null> {
  const asked = { page: 1, limit: MOST_ORDERS, status: 'PENDING', q: symbol } as const;
  const found = await call('GET /getOrders', asked, { timeoutMs: ANSWER_WITHIN_MS });
  if (!found.ok) return found.message;
  for (const order of found.data.orders) {
    if (order.stock.symbol !== symbol || order.type !== 'SELL') continue;
    const reply = await sendCancel(order);
    if (reply.ok) takeOrder(reply.data);
    else if (reply.status !== 404 && reply.status !== 409) return reply.message;
  }
  return null;
}

function ExitQuestion({ item, onDone }: { item: PortfolioItem; onDone: () => void }) {
  const { symbol, quantity, availableQuantity } = item;
  const { data: limits = DEFAULT_LIMITS } = useCall('GET /limit', {});
  const [isBusy, setIsBusy] = useState(false);
  const seeStory = useSeeStory();
  const order: OrderWire = {
    stock: symbol,
    type: 'SELL',
    orderType: 'MARKET',
    quantity: Math.min(quantity, limits.maxSellLimit),
  };
  const sale = `Sell ${countText(order.quantity)} at market`;

  async function exit(): Promise<void> {
    setIsBusy(true);
    const refusal = await freeShares(symbol);
    const outcome = refusal === null ? await placeOrder(order) : null;
    setIsBusy(false);
    onDone();
    // The focus goes back to the button before the alert takes it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (outcome) await showAlert(outcome.sentence, seeStory(outcome));
    else if (refusal !== null) await showAlert(refusal);
  }

  return (
    <Confirm
      isOpen
      isBusy={isBusy}
      title={`Exit ${symbol}`}
      text={`${countText(quantity - availableQuantity)} of ${countText(quantity)} shares wait in open orders. Those orders are canceled first, a target and a stop loss among them; then the shares are sold.`}
      confirmLabel={sale}
      cancelLabel="Keep all"
      onConfirm={() => void exit()}
      onCancel={onDone}
    >
      <ChargesOf order={order} />
    </Confirm>
  );
}

export function ExitButton({ item, children = 'Exit' }: { item: PortfolioItem; children?: string }) {
  const { symbol, quantity, availableQuantity } = item;
  const [isAsking, setIsAsking] = useState(false);

  function exit(): void {
    if (availableQuantity < quantity) return setIsAsking(true);
    openTicket('SELL', symbol, { draft: { ...openingDraft(quoteOf(symbol)?.price), quantity: String(quantity) } });
  }

  return (
    <>
      <Button
        size="small"
        aria-label={`Exit ${symbol}`}
        title={`Sell all ${countText(quantity)} shares`}
        onClick={exit}
      >
        {children}
      </Button>
      {isAsking && <ExitQuestion item={item} onDone={() => setIsAsking(false)} />}
    </>
  );
}
