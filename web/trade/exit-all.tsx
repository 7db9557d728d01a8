// Sells every holding after one question: orders that hold shares are canceled first, and each stock is sold or refused on its own.
import { useState } from 'react';
import type { OrderWire } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { DEFAULT_LIMITS } from '../../core/trade/settings.ts';
import { useMarketPhase, useMarketState } from '../market-phase.ts';
import { haltText, queueText } from '../phase-words.ts';
import { useCall } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { countText } from '../ui/number-text.ts';
import { exitAllWords, exitedWords } from './exit-all-words.ts';
import { freeShares } from './free-shares.ts';
import { openTicket } from './ticket.ts';
import { draftOf } from './ticket/draft.ts';
import { placeOrder } from './ticket/place-order.ts';
import { totalsNow } from './use-live-positions.ts';

interface Exits {
  placed: number;
  refusals: string[];
  /** An order that was not answered: nothing was sent after it. */
  unanswered: OrderWire | null;
}

export function ExitAll({ items }: { items: readonly PortfolioItem[] }) {
  // Those of the moment of the question: what is sold must not be what has been bought since.
  const [asked, setAsked] = useState<readonly PortfolioItem[] | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const { data: limits = DEFAULT_LIMITS } = useCall('GET /limit', {});
  const { data: stocks = [] } = useCall('GET /stocks', {});
  const market = useMarketState();
  const phase = useMarketPhase();
  const halt = haltText(market);
  const queued = phase && queueText(phase, { orderType: 'MARKET', validity: 'DAY' });

  /** One after the other: each sale that gets no answer must be the last one. */
  async function exitEach(holdings: readonly PortfolioItem[]): Promise<Exits> {
    const exits: Exits = { placed: 0, refusals: [], unanswered: null };
    for (const [index, item] of holdings.entries()) {
      const { symbol } = item;
      setSent(index);
      const order: OrderWire = {
        stock: symbol,
        type: 'SELL',
        orderType: 'MARKET',
        quantity: Math.min(item.quantity, limits.maxSellLimit),
      };
      const stock = stocks.find((each) => each.symbol === symbol);
      const refusal = await freeShares(item, { quantity: order.quantity, limits, halt: haltText(market, stock) });
      const outcome = refusal === null ? await placeOrder(order) : null;
      if (outcome?.isUnknown) return { ...exits, unanswered: order };
      if (outcome?.isPlaced) exits.placed++;
      const told = refusal ?? outcome?.reason;
      if (told) exits.refusals.push(`${symbol}: ${told}`);
    }
    return exits;
  }

  async function exit(holdings: readonly PortfolioItem[]): Promise<void> {
    const exits = await exitEach(holdings);
    setSent(null);
    setAsked(null);
    // The focus returns to the button before the alert takes it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { unanswered } = exits;
    await showAlert(exitedWords({ ...exits, unanswered: unanswered?.stock }, holdings.length));
    // The ticket says what that means, and sends the same order again.
    if (unanswered) openTicket('SELL', unanswered.stock, { draft: draftOf(unanswered), unanswered });
  }

  return (
    <>
      <Button size="small" tone="danger" onClick={() => setAsked(items)}>
        Exit all
      </Button>
      <Confirm
        isOpen={asked !== null}
        isBusy={sent !== null}
        title="Exit all"
        text={asked && (halt ?? exitAllWords(asked, totalsNow(asked).currentValue, limits.maxSellLimit))}
        confirmLabel={sent ? `Sent ${countText(sent)}` : 'Sell them'}
        cancelLabel="Keep all"
        onConfirm={() => asked && void exit(asked)}
        onCancel={() => setAsked(null)}
      >
        {halt === null && queued && <p className="mt-2 text-muted">{queued}</p>}
      </Confirm>
    </>
  );
}
