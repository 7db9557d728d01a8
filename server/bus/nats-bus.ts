// The bus over NATS: reconnects by itself, and cuts a text that is too large for one message into parts. Owns the client library.
import { connect, createInbox, headers } from '@nats-io/transport-node';
import type { Msg, NatsConnection, Payload } from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import { NoAnswer, NobodyThere } from './bus.ts';
import type { Bus, Subscription } from './bus.ts';
import { isLoopbackName } from '../setting-reader.ts';
import { hostOf, natsOptions, openToAll, reasonOf } from './nats-options.ts';
import type { NatsSettings } from './nats-options.ts';
import { cut, Parts, PART_HEADER } from './parts.ts';

interface Waiting {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** The server's status for a request on a subject that nobody has subscribed to. */
const NO_RESPONDERS = 503;
/** Room for the header of a part. */
const HEADER_BYTES = 1_024;

/** @throws with a sentence when no server answers, one lets in everybody, or a file cannot be read. */
export async function openNatsBus(settings: NatsSettings, name: string, log: Log): Promise<Bus> {
  const { urls } = settings;
  const options = await natsOptions(settings, name);
  const connection = await connect(options).catch((error: unknown) => {
    throw new Error(`NATS cannot be reached at ${urls.map(hostOf).join(', ')}: ${reasonOf(error)}`, { cause: error });
  });
  if (isOpenToAll(connection)) {
    await connection.close();
    throw new Error(openToAll(connection.getServer()));
  }
  return new NatsBus(connection, log);
}

/** A client that is let in hears every login and can act as anybody. A server that only this machine reaches may be open. */
function isOpenToAll(connection: NatsConnection): boolean {
  const { hostname } = new URL(`nats://${connection.getServer()}`);
  return connection.info?.auth_required !== true && !isLoopbackName(hostname);
}

class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #log: Log;
  readonly #inbox = createInbox();
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners: ((isConnected: boolean) => void)[] = [];
  readonly #mostBytes: number;
  #asked = 0;
  #isConnected = true;

  constructor(connection: NatsConnection, log: Log) {
    this.#connection = connection;
    this.#log = log;
    this.#mostBytes = (connection.info?.max_payload ?? 1024 * 1024) - HEADER_BYTES;
    this.#hear(`${this.#inbox}.*`, (text, { subject }) => this.#take(subject)?.resolve(text));
    void this.#watch();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  publish(subject: string, text: string): void {
    this.#send(subject, text);
  }

  subscribe(subject: string, hear: (text: string) => void): Subscription {
    return this.#hear(subject, hear);
  }

  request(subject: string, text: string, limitMs: number): Promise<string> {
    // The client library would keep the request and send it when the line is back: too late to be of use.
    if (!this.#isConnected) return Promise.reject(new NobodyThere('the line to NATS is broken'));
    const reply = `${this.#inbox}.${++this.#asked}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#take(reply)?.reject(new NoAnswer(subject)), limitMs);
      this.#waiting.set(reply, { resolve, reject, timer });
      this.#send(subject, text, reply);
    });
  }

  answer(subject: string, handler: (text: string) => string | Promise<string>): Subscription {
    return this.#hear(subject, (text, { reply }) => {
      const said = handler(text);
      const answered = (answer: string): void => {
        // A published message is not a request: nobody waits for an answer.
        if (reply !== undefined && reply !== '') this.#send(reply, answer);
      };
      if (typeof said === 'string') answered(said);
      else void said.then(answered).catch((error: unknown) => this.#failed(error));
    });
  }

  onChange(listener: (isConnected: boolean) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    // Answers that have been given must still go out.
    if (this.#isConnected) await this.#connection.flush().catch(() => {});
    await this.#connection.close();
    this.#broken();
  }

  /** Ends the waiting for an answer; returns the caller that waited. */
  #take(reply: string): Waiting | undefined {
    const waiting = this.#waiting.get(reply);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(reply);
    clearTimeout(waiting.timer);
    return waiting;
  }

  #send(subject: string, text: string, reply?: string): void {
    if (!this.#isConnected) return;
    const target = reply === undefined ? {} : { reply };
    // No character needs more than three bytes.
    if (text.length * 3 <= this.#mostBytes) return this.#publish(subject, text, target);
    const parts = cut(Buffer.from(text), this.#mostBytes);
    if (parts.length === 1) return this.#publish(subject, text, target);
    for (const { label, bytes } of parts) {
      const head = headers();
      head.set(PART_HEADER, label);
      this.#publish(subject, bytes, { ...target, headers: head });
    }
  }

  #publish(subject: string, payload: Payload, options: { reply?: string; headers?: ReturnType<typeof headers> }): void {
    if (!this.#connection.isClosed()) this.#connection.publish(subject, payload, options);
  }

  #hear(subject: string, hear: (text: string, message: Msg) => void): Subscription {
    const parts = new Parts();
    const take = (message: Msg): void => {
      const { headers: head } = message;
      if (head === undefined) return hear(message.string(), message);
      if (head.code === NO_RESPONDERS) return this.#take(message.subject)?.reject(new NobodyThere(message.subject));
      const whole = parts.take(head.get(PART_HEADER), message.data);
      if (whole !== null) hear(whole, message);
    };
    const callback = (error: Error | null, message: Msg): void => {
      if (error !== null) return this.#failed(error);
      try {
        take(message);
      } catch (wrong) {
        this.#failed(wrong);
      }
    };
    const subscription = this.#connection.subscribe(subject, { callback });
    return { end: () => subscription.unsubscribe() };
  }

  /** The sender of such a message gets no answer; everything else goes on. */
  #failed(error: unknown): void {
    this.#log.error({ err: error }, 'a message of the bus could not be taken');
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') this.#broken();
      else if (type === 'reconnect') {
        this.#isConnected = true;
        for (const listener of this.#listeners) listener(true);
      }
    }
  }

  #broken(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    for (const reply of [...this.#waiting.keys()]) this.#take(reply)?.reject(new NoAnswer('the line broke'));
    for (const listener of this.#listeners) listener(false);
  }
}
