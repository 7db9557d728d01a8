// Keep-alive HTTP connections with one request at a time: a client far cheaper than the server, so that it takes little of the machine.
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** `status` 0: the connection broke, or could not be made. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

type Told = (answer: Answer) => void;

export interface LineOptions {
  readonly host: string;
  readonly port: number;
  /** The most connections; requests wait if all are busy. */
  readonly count: number;
  readonly localAddress?: string;
}

const BROKEN: Answer = { status: 0, body: '' };

interface Waiting {
  readonly request: string;
  readonly told: Told;
}

export class Lines {
  readonly #options: LineOptions;
  readonly #free: Line[];
  readonly #waiting: Waiting[] = [];
  /** The beginning of the queue, because shifting a long array would cost more than the request. */
  #first = 0;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#free = Array.from({ length: options.count }, () => new Line(options, (line) => this.#next(line)));
  }

  /** @param request the complete request, including its body */
  ask(request: string, told: Told): void {
    const line = this.#free.pop();
    if (line) line.ask(request, told);
    else this.#waiting.push({ request, told });
  }

  /** The head of a request of ours. */
  head(method: 'GET' | 'POST', where: string, token: string): string {
    const { host, port } = this.#options;
    return `${method} ${where} HTTP/1.1\r\nhost: ${host}:${port}\r\nauthorization: Bearer ${token}\r\n`;
  }

  close(): void {
    for (const line of this.#free) line.close();
  }

  #next(line: Line): void {
    const next = this.#waiting[this.#first];
    if (next === undefined) {
      this.#waiting.length = this.#first = 0;
      this.#free.push(line);
      return;
    }
    this.#first++;
    line.ask(next.request, next.told);
  }
}

class Line {
  readonly #options: LineOptions;
  readonly #onFree: (line: Line) => void;
  #socket: Socket | null = null;
  #told: Told | null = null;
  #text = '';

  constructor(options: LineOptions, onFree: (line: Line) => void) {
    this.#options = options;
    this.#onFree = onFree;
  }

  ask(request: string, told: Told): void {
    this.#told = told;
    this.#socket ??= this.#open();
    this.#socket.write(request);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const { host, port, localAddress } = this.#options;
    const socket = connect({ host, port, localAddress, noDelay: true });
    socket.setEncoding('latin1');
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#text = '';
      this.#answer(BROKEN);
    });
    socket.on('data', (text) => this.#take(String(text)));
    return socket;
  }

  /** Our server always sends Content-Length. */
  #take(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text;
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const lengthAt = this.#text.search(/content-length: /i) + 'content-length: '.length;
    const end = headEnd + 4 + Number.parseInt(this.#text.slice(lengthAt, lengthAt + 12), 10);
    if (this.#text.length < end) return;
    const answer = { status: Number(this.#text.slice(9, 12)), body: this.#text.slice(headEnd + 4, end) };
    this.#text = this.#text.slice(end);
    this.#answer(answer);
  }

  #answer(answer: Answer): void {
    const told = this.#told;
    if (told === null) return;
    this.#told = null;
    this.#onFree(this);
    told(answer);
  }
}
