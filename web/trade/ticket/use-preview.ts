// What the order in the fields would cost and bring, and why it would be refused.
import type { Paise } from '../../../core/money.ts';
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

/** Everything derived from the fields and the market, recomputed whenever one of them changes. `isBegun`: somebody has filled in what has to be. */
export function usePreview(
  { side, symbol }: TicketRequest,
  draft: TicketDraft,
  data: TicketData,
  isBegun: boolean,
): Preview {
  const { last, tick, levels, limits, balance, availableQuantity, intradayQuantity } = data;
  const figures = figuresOf(draft);
  const quantity = figures.quantity ?? 0;
  const canBeAsked = isReadable(figures);
  const order = canBeAsked ? JSON.stringify(orderOf(side, symbol, draft, figures)) : null;
  const { terms, charges, refusal } = useCharges(order);
  const isIntraday = side === 'BUY' && draft.isIntraday;
  const isBracket = draft.orderType === 'BRACKET';
  const price = countedPrice({ side, figures, tick, last });
  const asked = (isBracket ? figures.target : figures.limit) ?? 0;
  const estimate =
    canBeAsked && last > 0
      ? estimateOrder({
          side,
          quantity,
          limit: onTick(side, asked, tick),
          trigger: (isBracket ? figures.stopLoss : figures.trigger) ?? 0,
          isIntraday,
          intradayQuantity,
          last,
          levels,
          terms,
          balance: balance ?? 0,
        })
      : null;
  // While neither cash nor shares are known nothing can be said of them here; the server will check it.
  const check = (): string | null =>
    refusalOf({
      side,
      draft,
      figures,
      last,
      tick,
      limits,
      terms,
      balance: balance ?? Number.MAX_SAFE_INTEGER,
      availableQuantity: balance === undefined ? Number.MAX_SAFE_INTEGER : availableQuantity,
    });
  return {
    figures,
    price,
    estimate,
    shown: charges ? answeredFigures(side, charges) : estimate,
    outcome:
      estimate && draft.hasExits
        ? exitOutcome(
            {
              quantity,
              terms,
              // A bracket sells shares that are held; any other pair of exits sells what this order buys.
              intradayQuantity: isBracket ? intradayQuantity : isIntraday ? quantity : 0,
              ...estimate,
              // For a sale, show the proceeds themselves: what the shares cost is in the portfolio.
              ...(isBracket && { value: 0, charges: 0 }),
            },
            onTick('SELL', figures.target ?? 0, tick),
            figures.stopLoss ?? 0,
          )
        : null,
    // An exchange from before an upgrade does not say whether it would refuse.
    warning: canBeAsked ? (check() ?? refusal ?? (isBegun ? charges?.refusal : null) ?? null) : null,
    check,
    preset: (part) =>
      presetQuantity(part, {
        side,
        price,
        isIntraday,
        balance: balance ?? 0,
        availableQuantity,
        limits,
        terms,
      }),
  };
}
