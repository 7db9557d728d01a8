// A process with a bare Fastify that answers prepared data: the comparison for reads.
import { fastify } from 'fastify';
import type { AddressInfo } from 'node:net';

const app = fastify({ logger: false });
const answers = new Map<string, unknown>();
app.get('/:name', (request) => answers.get((request.params as { name: string }).name));
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', ([name, data]: [string, unknown]) => {
  answers.set(name, data);
  process.send?.('kept');
});
process.send?.((app.server.address() as AddressInfo).port);
