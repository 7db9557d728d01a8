// Outside parts at the start: real servers that work, refuse our keys, are away, or accept a connection and stay silent.
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { LIVEKIT_KEYS, LiveKitServer } from '../../tests/livekit-server.ts';
import { freePort } from '../../tests/free-port.ts';
import { startModelServer } from '../../tests/model-server.ts';
import { KEYS, RazorpayServer } from '../../tests/razorpay-server.ts';
import { startS3 } from '../../tests/s3-server.ts';
import { openTurn } from '../adapters/turn.ts';
import { readSettings } from '../config.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { greetOutsideParts } from './outside-parts.ts';

const log = createLog({ logLevel: 'silent' });
const S3_KEYS = { region: 'us-east-1', bucket: 'istock', accessKeyId: 'key', secretAccessKey: 'secret' };
const TURN_SECRET = 'of the relay';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
};

/** All of them, at these places. */
interface Places {
  readonly s3: string;
  readonly smtp: string;
  readonly livekit: string;
  readonly google: string;
  readonly razorpay: string;
  readonly model: string;
  readonly relay: string;
}

async function startAll(): Promise<Places> {
  const s3 = await startS3(S3_KEYS);
  const livekit = await LiveKitServer.start();
  const razorpay = await RazorpayServer.start();
  const model = await startModelServer();
  closers.push(
    () => s3.close(),
    () => livekit.stop(),
    () => razorpay.close(),
    () => model.close(),
  );
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'u' }) : done(new Error('Invalid login')),
  });
  const smtpPort = await new Promise<number>((resolve) => {
    const { server } = smtp;
    smtp.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  closers.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const issuer: Server = createHttpServer((request, response) => {
    const document = { issuer: google, jwks_uri: `${google}/keys` };
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [] } : document));
  });
  const google = `http://127.0.0.1:${await listen(issuer)}`;
  const port = await freePort();
  const turn = { port, address: '127.0.0.1', relayPorts: [49_152, 49_999] as [number, number] };
  const relay = await openTurn(turn, TURN_SECRET, log);
  closers.push(() => relay.close());
  return {
    s3: s3.endpoint,
    smtp: `127.0.0.1:${smtpPort}`,
    livekit: livekit.url,
    google,
    razorpay: razorpay.url,
    model: model.baseUrl,
    relay: `127.0.0.1:${port}`,
  };
}

const settingsOf = ({ s3, smtp, livekit, google, razorpay, model, relay }: Places) => ({
  S3_ENDPOINT: s3,
  S3_BUCKET: S3_KEYS.bucket,
  S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  SMTP_URL: `smtp://u:right@${smtp}`,
  LIVEKIT_URL: livekit,
  LIVEKIT_API_KEY: LIVEKIT_KEYS.apiKey,
  LIVEKIT_API_SECRET: LIVEKIT_KEYS.apiSecret,
  GOOGLE_CLIENT_ID: 'istock',
  GOOGLE_ISSUER: google,
  RAZORPAY_KEY_ID: KEYS.keyId,
  RAZORPAY_KEY_SECRET: KEYS.keySecret,
  RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
  RAZORPAY_API_URL: razorpay,
  AI_BASE_URL: model,
  AI_MODEL: 'test',
  ICE_SERVERS: JSON.stringify([{ urls: [`stun:${relay}`, `turn:${relay}`, `turn:${relay}?transport=tcp`] }]),
  TURN_SECRET,
});

async function said(env: Record<string, string>, limitMs?: number): Promise<string[]> {
  const sentences: string[] = [];
  const config = readSettings(env) as Config;
  await greetOutsideParts({ config, log, report: (sentence) => void sentences.push(sentence) }, limitMs);
  return sentences.toSorted();
}

/** One sentence for each, with the mistake, and with what does not work meanwhile. */
const FORM = /^[^\n]+ is not as it should be \([^\n]+\): [^\n]+ until it is\.$/;

test('nothing is reported of working ones, nor of a site without any', async () => {
  expect(await said({})).toEqual([]);
  expect(await said(settingsOf(await startAll()))).toEqual([]);
});

test('each one that refuses our keys is named, with its answer', async () => {
  const wrong = {
    S3_SECRET_ACCESS_KEY: 'wrong',
    LIVEKIT_API_SECRET: 'wrong-and-long-enough-for-a-signature',
    RAZORPAY_KEY_SECRET: 'wrong',
    TURN_SECRET: 'wrong',
  };
  const places = await startAll();
  const right = settingsOf(places);
  const sentences = await said({ ...right, ...wrong, SMTP_URL: right.SMTP_URL.replace('right', 'wrong') });
  for (const sentence of sentences) expect(sentence).toMatch(FORM);
  expect(sentences).toEqual([
    expect.stringContaining('LiveKit at'),
    expect.stringContaining('Razorpay at'),
    expect.stringMatching(/The bucket of S3_BUCKET at .*SignatureDoesNotMatch/),
    expect.stringMatching(/The mail server of SMTP_URL at 127.* \(Invalid login/),
    expect.stringMatching(/turn:.* of ICE_SERVERS .*does not take our credentials.*TURN_SECRET/),
  ]);
  expect(sentences.join()).not.toContain('wrong');
  const elsewhere = await said({ ...right, S3_BUCKET: 'another' });
  expect(elsewhere).toEqual([expect.stringContaining('NoSuchBucket')]);
});

const EVERY = [
  'LiveKit',
  'Razorpay',
  'The bucket',
  'The language',
  'The mail',
  'The sign-in',
  'stun:',
  'turn:',
  'turn:',
];

test('each one that is away, or silent, is named, and the start does not wait for ever', async () => {
  const placesAt = (port: number): Places => {
    const at = `127.0.0.1:${port}`;
    const url = `http://${at}`;
    return { s3: url, smtp: at, livekit: `ws://${at}`, google: url, razorpay: url, model: `${url}/v1`, relay: at };
  };
  const silent = await listen(createServer(() => {}));
  for (const port of [await freePort(), silent]) {
    const sentences = await said(settingsOf(placesAt(port)), 700);
    for (const sentence of sentences) expect(sentence).toMatch(FORM);
    // A TCP relay that accepts connections cannot be told from a working one.
    const expected = port === silent ? EVERY.slice(0, -1) : EVERY;
    expect(sentences.map((sentence, n) => sentence.startsWith(expected[n]) || sentence)).toEqual(
      expected.map(() => true),
    );
  }
});
