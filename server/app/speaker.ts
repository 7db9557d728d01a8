// Lets parts push to connected people before the sockets exist.
import type { CallPushName, CallPushOf } from '../../contract/call.ts';
import type { PushName, PushOf } from '../../contract/events.ts';
import type { AccessEnd, Screens } from '../live/screens.ts';

/**
 * Breaks a cycle: sockets need the HTTP server, which needs the handlers, which push through sockets. Messages before `connect` are
 * dropped, which loses nothing: nobody is connected yet, and people who connect later read what is stored.
 */
export class Speaker {
  #live: Screens | null = null;

  connect(live: Screens): void {
    this.#live = live;
  }

  isListening(account: number): boolean {
    return this.#live?.isListening(account) ?? false;
  }

  tell<E extends PushName>(account: number, event: E, payload: PushOf<E>): void {
    this.#live?.pushTrader(account, event, payload);
  }

  tellAll<E extends PushName>(event: E, payload: PushOf<E>): void {
    this.#live?.pushMarket(event, payload);
  }

  /** To one connection in a call. */
  tellCall<E extends CallPushName>(socket: string, event: E, payload: CallPushOf<E>): void {
    this.#live?.pushCall(socket, event, payload);
  }

  /** Sockets, and traders with at least one. */
  connected(): { sockets: number; people: number } {
    if (this.#live === null) return { sockets: 0, people: 0 };
    return { sockets: this.#live.count, people: [...this.#live.connectedAccounts()].length };
  }

  cut(end: AccessEnd): void {
    this.#live?.cut(end);
  }

  forget(userId: string): void {
    this.#live?.forget(userId);
  }
}
