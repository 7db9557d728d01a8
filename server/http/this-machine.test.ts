// Which clients count as this machine.
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isFromHere } from './this-machine.ts';

const HERE = '127.0.0.1';

test.each<
  [who: string, headers: FastifyRequest['headers'], address: string | undefined, is: boolean, httpVersion?: string]
>([
  ['a browser', { host: 'localhost:5000' }, HERE, true],
  ['a program', { host: '127.0.0.1:5000' }, '::ffff:127.0.0.1', true],
  ['by the newer protocol', { host: '[::1]:5000' }, '::1', true],
  ['a name of this machine', { host: 'istock.localhost:5000' }, HERE, true],
  ['a client that names no host', {}, HERE, true],
  ['nginx here before 1.29.7, as it is without a word', { host: '127.0.0.1:5000' }, HERE, false, '1.0'],
  ['another machine', { host: 'localhost:5000' }, '203.0.113.9', false],
  ['a connection that is gone', { host: 'localhost:5000' }, undefined, false],
  ['through a proxy here', { host: 'localhost:5000', 'x-forwarded-for': HERE }, HERE, false],
  ['through a newer proxy here', { host: 'localhost:5000', forwarded: 'for=127.0.0.1' }, HERE, false],
  ['through a proxy here that names another mark', { host: 'localhost:5000', 'x-real-ip': HERE }, HERE, false],
  ['through a proxy here that says only that it is one', { host: 'localhost:5000', via: '1.1 squid' }, HERE, false],
  [
    'through a proxy here that tells the name that was asked for',
    { host: 'localhost:5000', 'x-forwarded-host': 'a.example' },
    HERE,
    false,
  ],
  ['through a silent proxy here', { host: 'istock.example.com' }, HERE, false],
  ['a site that points its name at this machine', { host: 'evil.example:5000' }, HERE, false],
  ['a site with the name of this machine in its own', { host: 'localhost.evil.example:5000' }, HERE, false],
  ['a host that is none', { host: 'local host' }, HERE, false],
])('%s', (_who, headers, remoteAddress, is, httpVersion = '1.1') => {
  const request = { headers, socket: { remoteAddress }, raw: { httpVersion } };
  expect(isFromHere(request as FastifyRequest)).toBe(is);
});
