// A bus inside one process, for tests: every member hears the others as it would over a network, a moment later and as text.
import { NoAnswer, NobodyThere } from '../server/bus/bus.ts';
import type { Bus, Subscription } from '../server/bus/bus.ts';

type Hear = (text: string, reply: ((answer: string) => void) | null) => void;

export class LocalHub {
  readonly #listeners = new Map<string, Set<Hear>>();

  /** A new member. */
  join(): Bus {
    return new LocalBus(this);
  }

  subscribe(subject: string, hear: Hear): Subscription {
    const listeners = this.#listeners.get(subject) ?? new Set();
    this.#listeners.set(subject, listeners.add(hear));
    return { end: () => void listeners.delete(hear) };
  }

  /** False when nobody listens. */
  send(subject: string, text: string, reply: ((answer: string) => void) | null): boolean {
    const listeners = [...(this.#listeners.get(subject) ?? [])];
    for (const hear of listeners) setImmediate(hear, text, reply);
    return listeners.length > 0;
  }
}

class LocalBus implements Bus {
  readonly #hub: LocalHub;
  readonly #subscriptions = new Set<Subscription>();
  readonly #listeners: ((isConnected: boolean) => void)[] = [];
  isConnected = true;

  constructor(hub: LocalHub) {
    this.#hub = hub;
  }

  publish(subject: string, text: string): void {
    if (this.isConnected) this.#hub.send(subject, text, null);
  }

  subscribe(subject: string, hear: (text: string) => void): Subscription {
    return this.#keep(this.#hub.subscribe(subject, (text) => this.isConnected && hear(text)));
  }

  request(subject: string, text: string, limitMs: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new NoAnswer(subject)), limitMs);
      const answered = (answer: string): void => {
        clearTimeout(timer);
        resolve(answer);
      };
      if (this.isConnected && this.#hub.send(subject, text, answered)) return;
      clearTimeout(timer);
      reject(new NobodyThere(subject));
    });
  }

  answer(subject: string, handler: (text: string) => string | Promise<string>): Subscription {
    const hear: Hear = async (text, reply) => {
      const said = await handler(text);
      if (this.isConnected) reply?.(said);
    };
    return this.#keep(this.#hub.subscribe(subject, (text, reply) => this.isConnected && hear(text, reply)));
  }

  onChange(listener: (isConnected: boolean) => void): void {
    this.#listeners.push(listener);
  }

  close(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.end();
    this.isConnected = false;
    for (const listener of this.#listeners) listener(false);
    return Promise.resolve();
  }

  #keep(subscription: Subscription): Subscription {
    this.#subscriptions.add(subscription);
    return subscription;
  }
}
