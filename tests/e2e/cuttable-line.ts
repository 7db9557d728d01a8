// A line between browsers and the server that can be cut and repaired, like a network. Audio and video use another path.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

export class CuttableLine {
  readonly #server: Server;
  /** Each end with the one that it is joined to. */
  readonly #ends = new Map<Socket, Socket>();
  #isCut = false;
  #isFrozen = false;
  #port: number;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
  }

  static async to(url: string): Promise<CuttableLine> {
    const server = createServer();
    const line = new CuttableLine(server, Number(new URL(url).port));
    server.on('connection', (near) => line.#join(near, connect(line.#port, '127.0.0.1')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Switches to a server at another port. */
  redirect(url: string): void {
    this.#port = Number(new URL(url).port);
  }

  cut(): void {
    this.#isCut = true;
    for (const end of this.#ends.keys()) end.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  /** Nothing passes any more, not even on new connections, and neither end is told. */
  freeze(isFrozen: boolean): void {
    this.#isFrozen = isFrozen;
    for (const [end, other] of this.#ends) {
      if (isFrozen) end.unpipe(other).pause();
      else end.pipe(other);
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket, far: Socket): void {
    if (this.#isCut) {
      near.destroy();
      far.destroy();
      return;
    }
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      this.#ends.set(one, other);
      if (!this.#isFrozen) one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#ends.delete(one);
        other.destroy();
      });
    }
  }
}
