// Sells all that is held of a stock: by the ticket with its quantity filled in, or, where orders hold shares back, after they are canceled.
import { useState } from 'react';
import type { OrderWire } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { DEFAULT_LIMITS } from '../../core/trade/settings.ts';
import { useCall } from '../query.ts';
import { quoteOf } from '../quotes.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { countText } from '../ui/number-text.ts';
import { ChargesOf } from './charges-of.tsx';
import { freeShares } from './free-shares.ts';
import { useSeeStory } from './see-story.ts';
import { openTicket } from './ticket.ts';
import { openingDraft } from './ticket/draft.ts';
import { placeOrder } from './ticket/place-order.ts';

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
