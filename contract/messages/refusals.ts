// The sentence for each refusal of the exchange. Apart from the others: screens that check an order themselves do not need it.
import { assertNever } from '../../core/assert.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import { callMessages } from './call.ts';
import { deletionMessages } from './people.ts';
import { rewardMessages } from './rewards.ts';
import { stockMessages } from './stocks.ts';
import { rupeeText } from './sums.ts';
import { tradeMessages } from './trade.ts';
import { paymentMessages } from './wallet.ts';

/** The sentence for an order that the exchange refused: spec point 5 where it has one. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'invalid-quantity':
      // No whole number from 1 gets here but one whose value at this price is more than can be handled.
      return tradeMessages.quantityTooLarge;
    case 'invalid-price':
      // No sum above zero gets here but one that its tick takes to nothing.
      return tradeMessages.priceBelowTick;
    case 'price-not-own':
      return tradeMessages.priceNotOwn;
    case 'invalid-stop-price':
      return tradeMessages.stopPriceInvalid;
    case 'invalid-amount':
      return paymentMessages.amountInvalid;
    case 'bonus-unused':
      return rewardMessages.bonusUnused;
    case 'unknown-account':
    case 'unknown-order':
      return callMessages.notFound;
    case 'unknown-instrument':
      return tradeMessages.unknownStock;
    case 'account-blocked':
      return callMessages.blocked;
    case 'invalid-terms':
      return stockMessages.termsImpossible;
    case 'last-outside-band':
      return stockMessages.lastOutsideBand(refusal.low, refusal.high);
    case 'market-halted':
      return tradeMessages.marketHalted;
    case 'trading-halted':
      return `Trading in ${refusal.symbol} is halted. Please try again later.`;
    case 'over-buy-limit':
      return tradeMessages.overBuyLimit(refusal.limit);
    case 'over-sell-limit':
      return tradeMessages.overSellLimit(refusal.limit);
    case 'over-buy-limit-in-timeframe':
      return tradeMessages.overRollingBuyLimit(...figuresOf(refusal)) + openText(refusal);
    case 'over-sell-limit-in-timeframe':
      return tradeMessages.overRollingSellLimit(...figuresOf(refusal)) + openText(refusal);
    case 'insufficient-margin':
      return tradeMessages.insufficientMargin(refusal.required, refusal.available);
    case 'insufficient-balance':
      return tradeMessages.insufficientBalance;
    case 'not-enough-shares':
      return tradeMessages.notEnoughShares;
    case 'outside-price-band':
      return `The price band is ${rupeeText(refusal.low)} to ${rupeeText(refusal.high)}. Choose a price inside it.`;
    case 'invalid-exits':
      return tradeMessages.exitsInvalid;
    case 'exits-on-wrong-side':
      return tradeMessages.exitsOnWrongSide(refusal.price);
    case 'already-filled':
      return tradeMessages.alreadyFilled(refusal.filled);
    case 'holds-shares':
      return deletionMessages.stillHolds(refusal.held);
    case 'stop-on-wrong-side':
      return refusal.side === 'buy'
        ? `A buy stop must be above the last price, ${rupeeText(refusal.last)}.`
        : `A sell stop must be below the last price, ${rupeeText(refusal.last)}.`;
    default:
      return assertNever(refusal);
  }
}

type InTimeframe = Extract<Refusal, { readonly already: number }>;

const figuresOf = ({ limit, symbol, hours, already }: InTimeframe) => [limit, symbol, hours, already] as const;
/** A refusal that was stored before an upgrade does not say. */
const openText = ({ open = 0 }: Partial<InTimeframe>): string => (open > 0 ? tradeMessages.openOrdersCount(open) : '');
