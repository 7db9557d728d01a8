// People's wishes as requests, and the fate of each: sent, lost, sent again with the same key, answered.
import type { Command, PlaceOrder } from '../../../core/command.ts';
import { isOfSchool } from './server-process.ts';
import type { Asked, Reply } from './server-process.ts';

/** One wish of one person, however often it is sent. */
export interface Request {
  readonly asked: Asked;
  /** The key under which its outcome is kept; null if it has none. */
  readonly keptAs: string | null;
  readonly firstSentAt: number;
  /** When the first definite answer came, and what it said. */
  answeredAt: number | null;
  reply: Reply | null;
  /** Nobody waits for it any more: it had no key, and its answer was lost. */
  isGivenUp: boolean;
  /** The replies while its outcome was unknown. */
  readonly refusals: string[];
}

const WORDS = {
  market: 'MARKET',
  limit: 'LIMIT',
  stop: 'STOP',
  'stop-limit': 'STOP-LIMIT',
  bracket: 'BRACKET',
} as const;
const VALIDITIES = { day: 'DAY', gtc: 'GTC', ioc: 'IOC', fok: 'FOK' } as const;

const isCount = (number: number): boolean => Number.isSafeInteger(number) && number > 0 && number <= 10_000_000;
const isPrice = (paise: number): boolean => paise === 0 || (Number.isSafeInteger(paise) && paise > 0);

/** 503 and a key that is still being worked on mean "again, with the same key"; every other answer is definite. */
export const isDefinite = ({ status, body }: Reply): boolean =>
  status !== 503 && !(status === 409 && body.includes('idempotency-key-running'));

/** The call that a person's page would make for a command, if a page can make it. */
export function askedFor(command: Command, key: string): Asked {
  const asked = isCount(accountOf(command)) ? pageCall(command, key) : null;
  return asked ?? { kind: 'command', command, key: { account: accountOf(command), key } };
}

function pageCall(command: Command, key: string): Asked | null {
  if (command.kind === 'place-order' && isWellFormed(command))
    return { kind: 'order', account: command.account, key, input: orderInput(command) };
  if (command.kind === 'cancel-order' && command.account !== null && isCount(command.orderId))
    return { kind: 'cancel', account: command.account, key, input: { id: String(command.orderId) } };
  if (
    command.kind === 'modify-order' &&
    isCount(command.orderId) &&
    isCount(command.quantity) &&
    isPrice(command.limitPrice) &&
    isPrice(command.stopPrice)
  ) {
    const { orderId, quantity, limitPrice, stopPrice } = command;
    const input = { id: String(orderId), quantity, price: limitPrice || undefined, stopPrice: stopPrice || undefined };
    return { kind: 'modify', account: command.account, key, input };
  }
  return null;
}

function isWellFormed({ orderType, quantity, limitPrice, stopPrice, exits, ...order }: PlaceOrder): boolean {
  const areExits = exits === undefined || (isCount(exits.target) && isCount(exits.stop));
  if (orderType === 'bracket') {
    const waits = order.timeInForce === 'day' || order.timeInForce === 'gtc';
    const canBeSaid = order.side === 'sell' && exits === undefined && waits;
    return canBeSaid && [quantity, limitPrice, stopPrice].every(isCount);
  }
  return isCount(quantity) && isPrice(limitPrice) && isPrice(stopPrice) && areExits;
}

function orderInput({
  symbol,
  side,
  orderType,
  timeInForce,
  product,
  quantity,
  limitPrice,
  stopPrice,
  exits,
}: PlaceOrder) {
  return {
    stock: symbol,
    type: side === 'buy' ? 'BUY' : 'SELL',
    orderType: WORDS[orderType],
    timeInForce: VALIDITIES[timeInForce],
    isIntraday: product === 'intraday',
    quantity,
    price: limitPrice || undefined,
    stopPrice: stopPrice || undefined,
    target: orderType === 'bracket' ? limitPrice : exits?.target,
    stopLoss: orderType === 'bracket' ? stopPrice : exits?.stop,
  };
}

function accountOf(command: Command): number {
  return 'account' in command && isCount(command.account ?? 0) ? (command.account ?? 0) : 0;
}

/** Without a key a repeat would be another wish; payments and rewards carry their keys with them, and acts of the school take effect once by themselves. */
export const isRepeatable = ({ asked, keptAs }: Request): boolean =>
  keptAs !== null || asked.kind === 'settle' || asked.kind === 'reward' || isOfSchool(asked);

/** Its answer describes the present state, which may have changed. */
export const mayChange = ({ asked }: Request): boolean => isOfSchool(asked);
