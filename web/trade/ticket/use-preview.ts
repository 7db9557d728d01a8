// What the order in the fields would cost and bring, and why it would be refused.
import type { OrderSide } from '../../../contract/trade.ts';
import type { Paise } from '../../../core/money.ts';
import type { ChargeTerms } from '../../../core/trade/charges.ts';
import type { TicketRequest } from '../ticket.ts';
import { answeredFigures } from './answer.ts';
import type { ShownFigures } from './answer.ts';
import { countedPrice, refusalOf } from './check.ts';
import { figuresOf, isReadable, orderOf } from './draft.ts';
import type { DraftFigures, TicketDraft } from './draft.ts';
import { estimateOrder, exitOutcome, onTick } from './estimate.ts';
import type { Estimate, ExitOutcome } from './estimate.ts';
import { presetQuantity } from './presets.ts';
import { useCharges } from './use-ticket-data.ts';
import type { TicketData } from './use-ticket-data.ts';

export interface Preview {
  figures: DraftFigures;
  /** What the exchange would count with. */
  price: Paise;
  estimate: Estimate | null;
  shown: ShownFigures | null;
  outcome: ExitOutcome | null;
  /** Why the order would be refused as it stands. */
  warning: string | null;
  check: () => string | null;
  preset: (part: number) => number;
}

/** The order in the fields, and what it meets. */
interface Entered {
  side: OrderSide;
  draft: TicketDraft;
  figures: DraftFigures;
  terms: ChargeTerms;
  data: TicketData;
}

function isIntradayBuy({ side, draft }: Entered): boolean {
  return side === 'BUY' && draft.isIntraday;
}

function estimateOf(entered: Entered): Estimate {
  const { side, draft, figures, terms, data } = entered;
  const { last, tick, levels, balance = 0, intradayQuantity } = data;
  const isBracket = draft.orderType === 'BRACKET';
  return estimateOrder({
    side,
    quantity: figures.quantity ?? 0,
    limit: onTick(side, (isBracket ? figures.target : figures.limit) ?? 0, tick),
    trigger: (isBracket ? figures.stopLoss : figures.trigger) ?? 0,
    isIntraday: isIntradayBuy(entered),
    intradayQuantity,
    last,
    levels,
    terms,
    balance,
  });
}

/** What the exits would bring. */
function outcomeOf(entered: Entered, { value, charges }: Estimate): ExitOutcome {
  const { draft, figures, terms, data } = entered;
  const quantity = figures.quantity ?? 0;
  const target = onTick('SELL', figures.target ?? 0, data.tick);
  const stopLoss = figures.stopLoss ?? 0;
  // A bracket sells shares that are held, and shows the proceeds themselves: what the shares cost is in the portfolio.
  const sold =
    draft.orderType === 'BRACKET'
      ? { quantity, terms, intradayQuantity: data.intradayQuantity, value: 0, charges: 0 }
      : { quantity, terms, intradayQuantity: isIntradayBuy(entered) ? quantity : 0, value, charges };
  return exitOutcome(sold, target, stopLoss);
}

/** While neither cash nor shares are known nothing can be said of them here; the server will check it. */
function refusalNow(entered: Entered): string | null {
  const { last, tick, limits, balance, availableQuantity } = entered.data;
  return refusalOf({
    ...entered,
    last,
    tick,
    limits,
    balance: balance ?? Number.MAX_SAFE_INTEGER,
    availableQuantity: balance === undefined ? Number.MAX_SAFE_INTEGER : availableQuantity,
  });
}

/** Everything derived from the fields and the market, recomputed whenever one of them changes. `isBegun`: somebody has filled in what has to be. */
export function usePreview(
  { side, symbol }: TicketRequest,
  draft: TicketDraft,
  data: TicketData,
  isBegun: boolean,
): Preview {
  const { last, tick, limits, balance = 0, availableQuantity } = data;
  const figures = figuresOf(draft);
  const canBeAsked = isReadable(figures);
  const { terms, charges, refusal } = useCharges(
    canBeAsked ? JSON.stringify(orderOf(side, symbol, draft, figures)) : null,
  );
  const entered = { side, draft, figures, terms, data };
  const price = countedPrice({ side, figures, tick, last });
  const estimate = canBeAsked && last > 0 ? estimateOf(entered) : null;
  const isIntraday = isIntradayBuy(entered);
  return {
    figures,
    price,
    estimate,
    shown: charges ? answeredFigures(side, charges) : estimate,
    outcome: estimate && draft.hasExits ? outcomeOf(entered, estimate) : null,
    // An exchange from before an upgrade does not say whether it would refuse.
    warning: canBeAsked ? (refusalNow(entered) ?? refusal ?? (isBegun ? charges?.refusal : null) ?? null) : null,
    check: () => refusalNow(entered),
    preset: (part) => presetQuantity(part, { side, price, isIntraday, balance, availableQuantity, limits, terms }),
  };
}
