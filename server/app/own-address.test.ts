// Whether an address is free, tested with real sockets.
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseTakenAddress } from './own-address.ts';

const host = '127.0.0.1';
let other: Server;
let taken: number;

beforeAll(async () => {
  other = createServer();
  await new Promise<void>((listening) => other.listen(0, host, listening));
  taken = (other.address() as AddressInfo).port;
});
afterAll(() => void other.close());

test('a port of another program is refused with what to do, and that program is not disturbed', async () => {
  await expect(refuseTakenAddress({ host, port: taken })).rejects.toThrow(
    `Port ${taken} is in use by another program. Stop that one, or choose another port: PORT=`,
  );
  expect(other.listening).toBe(true);
});

test('a free port is left free, and 0 is always', async () => {
  await expect(refuseTakenAddress({ host, port: 0 })).resolves.toBeUndefined();
  await new Promise<void>((closed) => other.close(() => closed()));
  for (const _ of ['once', 'again']) await expect(refuseTakenAddress({ host, port: taken })).resolves.toBeUndefined();
});

test.each(['192.0.2.1', 'no-such-host.invalid'])('%s is no address of this machine', async (elsewhere) => {
  await expect(refuseTakenAddress({ host: elsewhere, port: 0 })).rejects.toThrow(`HOST ${elsewhere} `);
});
