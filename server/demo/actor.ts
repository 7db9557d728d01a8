// One person of the demo, who acts only by the product's own calls: parsed, checked and answered as for anybody else.
import { routeOf } from '../../contract/routes.ts';
import type { DataOf, InputOf, WireInputOf } from '../../contract/routes.ts';
import { callAs } from '../handler.ts';
import type { Caller, Handlers } from '../handler.ts';
import { HttpError } from '../http-error.ts';

export type DemoCall =
  | 'POST /create-order'
  | 'POST /sandbox/checkout'
  | 'POST /verify-payment'
  | 'POST /orders'
  | 'POST /modifyOrder/{id}'
  | 'POST /cancelOrder/{id}'
  | 'GET /getOrders'
  | 'GET /portfolio'
  | 'GET /tradeDiary'
  | 'POST /tradeDiary/note'
  | 'POST /ensureAndAddStock'
  | 'POST /priceAlerts'
  | 'POST /notifications/read'
  | 'POST /createSession'
  | 'POST /cancelSession/{id}'
  | 'POST /enrol/{id}'
  | 'POST /rateLesson/{id}'
  | 'POST /feePromotions';

export type DemoHandlers = Pick<Handlers, DemoCall>;

export class Actor {
  readonly user: Caller;
  readonly #handlers: DemoHandlers;

  constructor(user: Caller, handlers: DemoHandlers) {
    this.user = user;
    this.#handlers = handlers;
  }

  /** @throws HttpError if the call is refused. */
  async call<R extends DemoCall>(name: R, given: WireInputOf<R>): Promise<DataOf<R>> {
    const route = routeOf(name);
    return callAs(this.#handlers, name, this.user, route.input.parse(given) as InputOf<R>);
  }

  /** Null if the call is refused, as happens to real people too. */
  async attempt<R extends DemoCall>(name: R, given: WireInputOf<R>): Promise<DataOf<R> | null> {
    try {
      return await this.call(name, given);
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) return null;
      throw error;
    }
  }

  /** Adds money to the wallet, in rupees. */
  topUp(amount: number): Promise<void> {
    return this.#pay({ amount });
  }

  /** Buys a place in a lesson. */
  async buyLesson(id: string): Promise<void> {
    await this.#pay({ course_id: id });
  }

  async #pay(purpose: { amount: number } | { course_id: string }): Promise<void> {
    const { id } = await this.call('POST /create-order', purpose);
    const receipt = await this.call('POST /sandbox/checkout', { order_id: id, method: 'upi', vpa: 'success@upi' });
    await this.call('POST /verify-payment', receipt);
  }
}
