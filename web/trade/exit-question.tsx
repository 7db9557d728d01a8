// Asks before selling a stock whose shares are held by open orders: those are canceled first.
import { useState } from 'react';
import type { OrderWire } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { DEFAULT_LIMITS } from '../../core/trade/settings.ts';
import { useMarketPhase, useMarketState } from '../market-phase.ts';
import { haltText, queueText } from '../phase-words.ts';
import { useCall } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { countText } from '../ui/number-text.ts';
import { exitWords } from './cancel-words.ts';
import { ChargesOf } from './charges-of.tsx';
import { freeShares } from './free-shares.ts';
import { useSeeStory } from './see-story.ts';
import { openTicket } from './ticket.ts';
import { draftOf } from './ticket/draft.ts';
import { placeOrder } from './ticket/place-order.ts';

export function ExitQuestion({ item, onDone }: { item: PortfolioItem; onDone: () => void }) {
  const { symbol, quantity } = item;
  const { data: limits = DEFAULT_LIMITS } = useCall('GET /limit', {});
  const stock = useCall('GET /stocks', {}).data?.find((one) => one.symbol === symbol);
  const halt = haltText(useMarketState(), stock);
  const phase = useMarketPhase();
  const queued = phase && queueText(phase, { orderType: 'MARKET', validity: 'DAY' });
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
    const refusal = await freeShares(item, { quantity: order.quantity, limits, halt });
    const outcome = refusal === null ? await placeOrder(order) : null;
    setIsBusy(false);
    onDone();
    // The focus returns to the button before the alert takes it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (outcome) await showAlert(outcome.sentence, seeStory(outcome));
    else if (refusal !== null) await showAlert(refusal);
    // The ticket says what that means, and sends the same order again.
    if (outcome?.isUnknown) openTicket('SELL', symbol, { draft: draftOf(order), unanswered: order });
  }

  return (
    <Confirm
      isOpen
      isBusy={isBusy}
      title={`Exit ${symbol}`}
      text={halt ?? exitWords(item, order.quantity)}
      confirmLabel={sale}
      cancelLabel="Keep all"
      onConfirm={() => void exit()}
      onCancel={onDone}
    >
      {halt === null && queued && <p className="mt-2 text-muted">{queued}</p>}
      <ChargesOf order={order} />
    </Confirm>
  );
}
