// A thread that cannot open leaves nothing behind that would prevent the next one.
import { createServer } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freePort } from '../../tests/free-port.ts';
import { openMediaWorker } from './media-worker.ts';

/** Opens its port, and then says that it has failed all the same. */
const HALF_OPEN = `
  import { createServer } from 'node:net';
  import { parentPort, workerData } from 'node:worker_threads';
  createServer().listen(workerData, '127.0.0.1', () => parentPort.postMessage({ kind: 'failed', reason: 'the other port is taken' }));`;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

test('everything that a thread has opened is free again once it has failed', async () => {
  const data = await freePort();
  const file = new URL(`data:text/javascript,${encodeURIComponent(HALF_OPEN)}`);
  const opening = openMediaWorker({ file, data, name: 'it', log: pino({ level: 'silent' }), hear: () => {} });
  await expect(opening).rejects.toThrow('the other port is taken');
  await expect.poll(() => isFree(data)).toBe(true);
});
