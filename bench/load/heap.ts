// Measures a server's heap after garbage collection, over its debugger, and takes snapshots to compare.
import { createWriteStream } from 'node:fs';
import { WebSocket } from 'ws';
import type { RealServer } from '../../tests/crash/real-server.ts';

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly chunk: string };
  readonly result?: Record<string, number>;
}

export class Heap {
  /** The settings that make a server accept the debugger. */
  static readonly ENV = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  readonly #line: WebSocket;
  #count = 0;

  private constructor(line: WebSocket) {
    this.#line = line;
  }

  static async of({ said }: RealServer): Promise<Heap> {
    const address = /Debugger listening on (ws:\S+)/.exec(said)?.[1];
    if (address === undefined) throw new Error('the server has no debugger');
    const line = new WebSocket(address, { maxPayload: 2 ** 30 });
    await new Promise((resolve, reject) => line.once('open', resolve).once('error', reject));
    return new Heap(line);
  }

  async keptMb(): Promise<number> {
    await this.#ask('HeapProfiler.collectGarbage');
    const { usedSize = Number.NaN } = await this.#ask('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  }

  /** As Chrome's developer tools read it; the server stands still meanwhile. */
  async snapshot(file: string): Promise<void> {
    const out = createWriteStream(file);
    const hear = (data: Buffer): void => {
      const { method, params } = JSON.parse(String(data)) as Answer;
      if (method === 'HeapProfiler.addHeapSnapshotChunk') out.write(params!.chunk);
    };
    this.#line.on('message', hear);
    await this.#ask('HeapProfiler.takeHeapSnapshot');
    this.#line.off('message', hear);
    await new Promise((resolve) => out.end(resolve));
  }

  close(): void {
    this.#line.terminate();
  }

  #ask(method: string): Promise<Record<string, number>> {
    const id = ++this.#count;
    return new Promise((resolve) => {
      const hear = (data: Buffer): void => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        this.#line.off('message', hear);
        resolve(answer.result ?? {});
      };
      this.#line.on('message', hear);
      this.#line.send(JSON.stringify({ id, method }));
    });
  }
}
