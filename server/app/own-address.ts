// Checks that the address is free before a market is made, and explains what to do when it is not.
import { createServer } from 'node:net';
import type { Config } from '../config.ts';

/** @throws with what to do, when HOST and PORT cannot be listened on. */
export async function refuseTakenAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer().on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(reasonOf(error, host, port), { cause: error })),
    );
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

function reasonOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port < 65_535 ? port + 1 : port - 1} npm start`;
    case 'EACCES':
      return `Port ${port} is not open to this user. Choose one above 1023: PORT=5000 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine.`;
    default:
      return `HOST ${host} and PORT ${port} cannot be used: ${message}`;
  }
}
