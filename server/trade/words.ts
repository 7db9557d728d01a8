// The wire's words for orders and the core's, both ways; those for sides are in contract/trade/words.ts.
import type { OrderType as WireOrderType, PlaceOrder as WirePlaceOrder, Validity } from '../../contract/trade.ts';
import { coreSide } from '../../contract/trade/words.ts';
import type { PlaceOrder } from '../../core/command.ts';
import type { OrderType, TimeInForce } from '../../core/trade/order.ts';

const ORDER_TYPES = {
  MARKET: 'market',
  LIMIT: 'limit',
  STOP: 'stop',
  'STOP-LIMIT': 'stop-limit',
  BRACKET: 'bracket',
} as const satisfies Record<WireOrderType, OrderType>;
const VALIDITIES = { DAY: 'day', GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const satisfies Record<Validity, TimeInForce>;

const WIRE_ORDER_TYPES: Record<OrderType, WireOrderType> = {
  bracket: 'BRACKET',
  market: 'MARKET',
  limit: 'LIMIT',
  stop: 'STOP',
  'stop-limit': 'STOP-LIMIT',
};
const WIRE_VALIDITIES: Record<TimeInForce, Validity> = { day: 'DAY', gtc: 'GTC', ioc: 'IOC', fok: 'FOK' };

export function wireOrderType(orderType: OrderType): WireOrderType {
  return WIRE_ORDER_TYPES[orderType];
}

export function wireValidity(timeInForce: TimeInForce): Validity {
  return WIRE_VALIDITIES[timeInForce];
}

/** The order a client asked for, as a command to the exchange. */
export function placeCommand(account: number, asked: WirePlaceOrder): PlaceOrder {
  const orderType = ORDER_TYPES[asked.orderType];
  const timeInForce = VALIDITIES[asked.timeInForce];
  return {
    kind: 'place-order',
    account,
    symbol: asked.stock,
    side: coreSide(asked.type),
    orderType,
    // A market order never waits: filled or not, it ends at once.
    timeInForce: orderType === 'market' && timeInForce !== 'fok' ? 'ioc' : timeInForce,
    // Only for a buy: whether a sale closes an intraday position depends on what it sells.
    product: asked.isIntraday && asked.type === 'BUY' ? 'intraday' : 'delivery',
    quantity: asked.quantity,
    ...pricesOf(asked),
  };
}

/** A bracket has a target and a stop loss; those of a buy belong to the sale that will follow. */
function pricesOf(asked: WirePlaceOrder): Pick<PlaceOrder, 'limitPrice' | 'stopPrice' | 'exits'> {
  if (asked.orderType === 'BRACKET') return { limitPrice: asked.target ?? 0, stopPrice: asked.stopLoss ?? 0 };
  return { limitPrice: asked.price ?? 0, stopPrice: asked.stopPrice ?? 0, ...exitsOf(asked) };
}

/** The contract refuses one without the other. */
function exitsOf({ target, stopLoss }: WirePlaceOrder): Pick<PlaceOrder, 'exits'> {
  return target === undefined || stopLoss === undefined ? {} : { exits: { target, stop: stopLoss } };
}
