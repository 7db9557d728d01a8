// Runs a media server or relay in a thread of its own: hostile packets and heavy traffic must not affect the exchange.
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';

const RESTART_MS = 1_000;
const MEGABYTES = 512;

export interface MediaWorker<In> {
  send(message: In): void;
  close(): Promise<void>;
}

export interface MediaWorkerOptions<Out> {
  readonly file: URL;
  readonly data: unknown;
  /** What the log calls it. */
  readonly name: string;
  readonly log: Log;
  readonly hear: (message: Out) => void;
  /** The thread died and was started again, without any of its connections. */
  readonly onRestart?: () => void;
}

/** A thread's first message. */
export type Opening = { kind: 'opened' } | { kind: 'failed'; reason: string };

/** Resolves once the thread has opened. @throws if the first start fails; later ones are repeated until they succeed. */
export async function openMediaWorker<In, Out extends { kind: string }>(
  options: MediaWorkerOptions<Out>,
): Promise<MediaWorker<In>> {
  const { file, data, name, log, hear } = options;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker;

  const begin = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let isOpen = false;
      const thread = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: MEGABYTES } });
      worker = thread;
      worker.on('message', (message: Out | Opening) => {
        if (message.kind === 'opened') {
          isOpen = true;
          resolve();
        } else if (message.kind === 'failed') {
          reject(new Error((message as { reason: string }).reason));
          // What it has opened so far, such as one of two ports, would be in the way of the next start.
          void thread.terminate();
        } else hear(message as Out);
      });
      worker.on('error', (error) => {
        log.error({ err: error }, `${name} has failed`);
        reject(error);
      });
      worker.on('exit', () => {
        reject(new Error(`${name} has ended`));
        if (isOpen && !isClosed) timer = setTimeout(again, RESTART_MS);
      });
    });

  const again = (): void => {
    begin().then(
      () => options.onRestart?.(),
      (error: unknown) => {
        log.error({ err: error }, `${name} cannot begin anew`);
        if (!isClosed) timer = setTimeout(again, 10 * RESTART_MS);
      },
    );
  };

  await begin();
  return {
    send: (message) => worker.postMessage(message),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}
