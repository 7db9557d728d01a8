// Whether an error is the client's or ours, where the framework and the network use the same name.
import { connect, type AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { asHttpError } from './reply.ts';

test('a client that leaves in the middle of its body is no outage', async () => {
  const app = fastify({ forceCloseConnections: true });
  const refused = new Promise<number>((resolve) => {
    app.setErrorHandler((error, _request, reply) => {
      resolve(asHttpError(error).status);
      return reply.code(400).send();
    });
  });
  app.post('/', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  app.server.once('request', () => setImmediate(() => client.destroy()));
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  expect(await refused).toBe(400);
  await app.close();
});

test('a connection that our own side has lost is one', () => {
  expect(asHttpError(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })).status).toBe(503);
});
