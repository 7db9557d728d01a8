// The two forms of the bus, for tests that hold for both: inside one process, and over a real NATS server.
import { LocalHub } from './local-bus.ts';
import { openNatsBus } from '../server/bus/nats-bus.ts';
import type { Bus } from '../server/bus/bus.ts';
import { createLog } from '../server/log.ts';
import { NatsNode } from './setup/nats.ts';

export interface Buses {
  /** A new member, as another process would be. */
  join(): Promise<Bus>;
  close(): Promise<void>;
}

const log = createLog({ logLevel: 'error' });

export const buses = {
  'one process': (): Promise<Buses> => {
    const hub = new LocalHub();
    return Promise.resolve({ join: () => Promise.resolve(hub.join()), close: () => Promise.resolve() });
  },
  NATS: async (): Promise<Buses> => {
    const [node] = await NatsNode.cluster(1);
    const joined: Bus[] = [];
    return {
      join: async () => {
        const bus = await openNatsBus({ urls: [node.url] }, 'test', log);
        joined.push(bus);
        return bus;
      },
      close: async () => {
        for (const bus of joined) await bus.close();
        await node.kill();
      },
    };
  },
};

export const busKinds = ['one process', 'NATS'] as const;
