// The embedded relay for tests and small sites: carries audio and video between browsers that find no direct path.
import { networkInterfaces } from 'node:os';
import type { CallSettings } from '../call-settings.ts';
import type { Log } from '../log.ts';
import { openMediaWorker } from './media-worker.ts';
import type { TurnData } from './turn-worker.ts';

const FILE = new URL('./turn-worker.ts', import.meta.url);

/** @throws when its port is taken */
export async function openTurn(
  turn: NonNullable<CallSettings['turn']>,
  secret: string,
  log: Log,
): Promise<{ close: () => Promise<void> }> {
  // Behind a router the public address is not one of this machine's own.
  const isOwn = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === turn.address));
  const listen = isOwn ? turn.address : '0.0.0.0';
  const data: TurnData = { ...turn, secret, listen };
  const name = `the TURN relay on port ${turn.port}`;
  return openMediaWorker({ file: FILE, data, name, log, hear: () => undefined }).catch((error: Error) => {
    throw new Error(`TURN_PORT ${turn.port} cannot be used: ${error.message}`);
  });
}
