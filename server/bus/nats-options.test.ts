// A real NATS server with certificates, passwords and tokens: the right ones connect, and a wrong one is named.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificates } from '../../tests/setup/certificates.ts';
import type { Certificates } from '../../tests/setup/certificates.ts';
import { NatsNode } from '../../tests/setup/nats.ts';
import { createLog } from '../log.ts';
import { openNatsBus } from './nats-bus.ts';
import type { NatsSettings } from './nats-options.ts';

const PASSWORD = 'p@ss:w/rd';
const USER = `istock:${encodeURIComponent(PASSWORD)}@`;

let folder: string;
let files: Certificates;
let safe: NatsNode;
let open: NatsNode;

const at = (node: NatsNode, user = '', scheme = 'tls', host = '127.0.0.1'): string =>
  `${scheme}://${user}${host}:${new URL(node.url).port}`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-nats-'));
  files = await makeCertificates(folder);
  const { certFile, keyFile } = files;
  safe = await NatsNode.alone([
    '--tls',
    '--tlscert',
    certFile,
    '--tlskey',
    keyFile,
    '--user',
    'istock',
    '--pass',
    PASSWORD,
  ]);
  open = await NatsNode.alone(['--auth', 'a-token']);
});

afterAll(async () => {
  await Promise.all([safe.kill(), open.kill()]);
  await rm(folder, { recursive: true, force: true });
});

/** The result: 'yes', answered over the bus, or the sentence. */
async function tried(settings: NatsSettings): Promise<string> {
  try {
    const bus = await openNatsBus(settings, 'test', createLog({ logLevel: 'error' }));
    bus.answer('there', () => 'yes');
    return await bus.request('there', '', 2_000).finally(() => bus.close());
  } catch (error) {
    return (error as Error).message;
  }
}

test('with a certificate that is known, a user and a password, and with a token', async () => {
  expect(await tried({ urls: [at(safe, USER)], caFile: files.caFile })).toBe('yes');
  expect(await tried({ urls: [at(open, 'a-token@', 'nats')] })).toBe('yes');
});

test('the certificate and the password are named when they are wrong', async () => {
  const unknown = /^NATS cannot be reached at 127\.0\.0\.1:\d+: nobody whom this machine knows has signed/;
  expect(await tried({ urls: [at(safe, USER)] })).toMatch(unknown);
  expect(await tried({ urls: [at(safe, USER)], caFile: files.otherCaFile })).toMatch(unknown);
  // What is spoken in the clear is not taken either.
  expect(await tried({ urls: [at(safe, USER, 'nats')] })).toMatch(unknown);
  const asOther = await tried({ urls: [at(safe, USER, 'tls', 'localhost')], caFile: files.caFile });
  expect(asOther).toContain("does not match certificate's altnames");
  expect(await tried({ urls: [at(safe, 'istock:wrong@')], caFile: files.caFile })).toContain('Authorization Violation');
  expect(await tried({ urls: [at(open, 'wrong@', 'nats')] })).toContain('Authorization Violation');
  expect(await tried({ urls: [at(open, 'a-token@')] })).toContain("does not support 'tls'");
});

test('a server that lets in everybody is refused, unless only this machine reaches it', async () => {
  const [anybodys] = await NatsNode.cluster(1);
  expect(await tried({ urls: [anybodys.url] })).toBe('yes');
  // A name of another machine, as far as the address says, that leads here.
  const elsewhere = (user = '') => at(anybodys, user, 'nats', '0.0.0.0');
  const refused = new RegExp(`^NATS at 0.0.0.0:${new URL(anybodys.url).port} lets in everybody`);
  expect(await tried({ urls: [elsewhere()] })).toMatch(refused);
  // It asks for no password, so having one keeps nobody out.
  expect(await tried({ urls: [elsewhere(USER)] })).toMatch(refused);
  expect(await tried({ urls: [at(open, 'a-token@', 'nats', '0.0.0.0')] })).toBe('yes');
  await anybodys.kill();
});

test('missing files, wrong files and a silent server are named', async () => {
  const urls = [at(safe, USER)];
  const other = path.join(folder, 'other.txt');
  await writeFile(other, 'something else');
  expect(await tried({ urls, caFile: `${folder}/none` })).toMatch(/^NATS_CA_FILE .*none cannot be read: ENOENT/);
  expect(await tried({ urls, caFile: other })).toBe(`NATS_CA_FILE ${other} holds no certificate.`);
  expect(await tried({ urls, credsFile: `${folder}/none` })).toMatch(/^NATS_CREDS_FILE .* cannot be read: ENOENT/);
  expect(await tried({ urls, credsFile: other })).toBe(`NATS_CREDS_FILE ${other} holds no credentials of a user.`);
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const said = await tried({ urls: [`nats://127.0.0.1:${port}`] });
  expect(said).toBe(`NATS cannot be reached at 127.0.0.1:${port}: it takes connections, but does not answer`);
  // It is passed over where another one answers.
  expect(await tried({ urls: [`nats://a-token@127.0.0.1:${port}`, at(open, '', 'nats')] })).toBe('yes');
  silent.close();
});
