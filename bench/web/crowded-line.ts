// A line between a browser and the server that adds stocks to the market, and has all of them tick as often as wanted.
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { Stock } from '../../contract/market.ts';

const SEPARATOR = '\u001e';

/** Deterministic, so that two runs show the same market. */
function nextChance(state: number): number {
  return (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
}

export class CrowdedLine {
  readonly #count: number;
  readonly #everyMs: number;
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #timers = new Set<NodeJS.Timeout>();
  #stocks: Stock[] = [];
  #chance = 42;

  private constructor(url: string, { count, everyMs }: { count: number; everyMs: number }) {
    this.#target = new URL(url);
    this.#count = count;
    this.#everyMs = everyMs;
    this.#server = createServer((from, to) => this.#forward(from, to));
    this.#server.on('upgrade', (request, socket, head) =>
      this.#sockets.handleUpgrade(request, socket, head, (near) => this.#join(near, request.url ?? '/')),
    );
  }

  static async to(url: string, market: { count: number; everyMs: number }): Promise<CrowdedLine> {
    const line = new CrowdedLine(url, market);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const client of this.#sockets.clients) client.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(from: IncomingMessage, to: ServerResponse): void {
    const { hostname, port, host } = this.#target;
    const headers = { ...from.headers, host, ...(from.headers.origin && { origin: this.#target.origin }) };
    const isMarket = from.url === '/stocks' && !(from.headers.accept ?? '').includes('text/html');
    const isChanged = isMarket || from.url?.startsWith('/socket.io/') === true;
    if (isChanged) delete headers['accept-encoding'];
    const asked = ask({ hostname, port, path: from.url, method: from.method, headers }, (answer) => {
      if (!isChanged) {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        return answer.pipe(to);
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const body = isMarket ? this.#crowdedReply(text) : this.#crowdedPackets(text);
        delete answer.headers['content-length'];
        delete answer.headers['transfer-encoding'];
        to.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      });
    });
    asked.on('error', () => to.destroy());
    from.pipe(asked);
  }

  #join(near: WebSocket, path: string): void {
    const far = new WebSocket(`ws://${this.#target.host}${path}`);
    const waiting: string[] = [];
    let version = 0;
    far.on('open', () => waiting.splice(0).forEach((text) => far.send(text)));
    far.on('message', (data) => {
      const text = this.#crowdedPacket(String(data));
      if (text !== null) near.send(text);
    });
    near.on('message', (data) => {
      const text = String(data);
      if (far.readyState === WebSocket.OPEN) far.send(text);
      else waiting.push(text);
      // From now on this is the transport.
      if (text !== '5') return;
      const timer = setInterval(
        () => near.send(`42${JSON.stringify(['stock-update', this.#tick(), ++version])}`),
        this.#everyMs,
      );
      this.#timers.add(timer);
      near.on('close', () => clearInterval(timer));
    });
    near.on('close', () => far.close());
    far.on('close', () => near.close());
    far.on('error', () => near.close());
  }

  #crowdedReply(text: string): string {
    const reply = JSON.parse(text) as { data: Stock[] | null };
    return JSON.stringify({ ...reply, data: reply.data && this.#crowded(reply.data) });
  }

  #crowdedPackets(text: string): string {
    const packets = text.split(SEPARATOR).map((packet) => this.#crowdedPacket(packet));
    // An empty reply is not valid for a poll, so it gets a no-op.
    return packets.filter((packet) => packet !== null).join(SEPARATOR) || '6';
  }

  /** Null drops the packet: the market's own ticks are replaced. */
  #crowdedPacket(packet: string): string | null {
    if (packet.startsWith('42["stock-update"')) return null;
    if (!packet.startsWith('42["stockUpdate"')) return packet;
    const [name, stocks, version] = JSON.parse(packet.slice(2)) as [string, Stock[], number];
    return `42${JSON.stringify([name, this.#crowded(stocks), version])}`;
  }

  #crowded(stocks: Stock[]): Stock[] {
    if (this.#stocks.length === 0)
      this.#stocks = Array.from({ length: this.#count }, (_, index) => {
        const like = stocks[index % stocks.length];
        const symbol = index < stocks.length ? like.symbol : `${like.symbol}${index}`;
        return { ...like, _id: symbol, originalId: symbol, stockId: symbol, symbol };
      });
    return this.#stocks;
  }

  /** Moves every stock by up to three ticks. */
  #tick() {
    this.#stocks = this.#stocks.map((stock) => {
      this.#chance = nextChance(this.#chance);
      const price = Math.max(1, Math.round((stock.price + (((this.#chance >>> 16) % 7) - 3) * 0.05) * 100) / 100);
      const change = Math.round((price - stock.previousClose) * 100) / 100;
      const changePercent = Math.round((10_000 * change) / stock.previousClose) / 100;
      const [high, low] = [Math.max(stock.high, price), Math.min(stock.low, price)];
      return { ...stock, price, change, changePercent, high, low, volume: stock.volume + 10 };
    });
    return this.#stocks.map(({ symbol, price, change, changePercent, open, high, low, volume }) => ({
      symbol,
      price,
      change,
      changePercent,
      open,
      high,
      low,
      volume,
    }));
  }
}
