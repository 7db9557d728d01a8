// A call of two real browsers over coturn, the real server and nothing else, by credentials that expire; skipped if Debian's coturn is not installed.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { turnCredential } from '../../server/adapters/ice-servers.ts';
import { RealServer } from '../crash/real-server.ts';
import { freePort } from '../free-port.ts';
import { newPage, openBrowser } from './browser.ts';
import { allowOnlyRelays, CallPeople, CAMERA_THAT_IS_NONE, expectReception, waysOf } from './call-people.ts';

const TURNSERVER = ['/usr/bin/turnserver', '/usr/local/bin/turnserver'].find((file) => existsSync(file));
const NEEDED = TURNSERVER === undefined ? ' (skipped: coturn is not installed)' : '';
const SECRET = 'shared-by-istock-and-coturn';
const HOUR = 3_600_000;

/** coturn on this machine alone, with the settings of docs/operations-reference.md except for the private networks, one of which this machine is on. */
class Coturn {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly port: number;
  said = '';

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    const settings = {
      'listening-ip': '127.0.0.1',
      'listening-port': port,
      'relay-ip': '127.0.0.1',
      'static-auth-secret': SECRET,
      realm: 'istock',
      'log-file': 'stdout',
      userdb: path.join(folder, 'turndb'),
      pidfile: path.join(folder, 'pid'),
      // Old versions bear no loopback peers beside a command line without a password, and new ones give up `no-cli`.
      'cli-password': SECRET,
    };
    const switches = ['use-auth-secret', 'allow-loopback-peers', 'no-multicast-peers', 'no-tcp-relay', 'simple-log'];
    const args = ['-n', '-v', ...switches.map((name) => `--${name}`)];
    for (const [name, value] of Object.entries(settings)) args.push(`--${name}=${value}`);
    this.#process = spawn(TURNSERVER!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (text) => (this.said += text));
  }

  static async start(): Promise<Coturn> {
    const coturn = new Coturn(await mkdtemp(path.join(tmpdir(), 'istock-coturn-')), await freePort());
    while (!/UDP listener opened on ?:/.test(coturn.said)) {
      if (coturn.#process.exitCode !== null) throw new Error(`coturn ended:\n${coturn.said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return coturn;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

describe.skipIf(TURNSERVER === undefined)(`coturn${NEEDED}`, () => {
  let coturn: Coturn;
  let server: RealServer;
  let browser: Browser;
  let people: CallPeople;

  beforeAll(async () => {
    coturn = await Coturn.start();
    const ICE_SERVERS = JSON.stringify([{ urls: [turn('udp'), turn('tcp')] }]);
    server = await RealServer.create({ ICE_SERVERS, TURN_SECRET: SECRET });
    [browser] = await Promise.all([openBrowser(CAMERA_THAT_IS_NONE), server.start()]);
    people = new CallPeople(server, browser, () => server.url);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.remove();
    await coturn?.close();
  });

  const turn = (transport: string): string => `turn:127.0.0.1:${coturn.port}?transport=${transport}`;

  /** How many relays over coturn a browser finds with a credential, and the error of a refused one. */
  function tryOut(page: Page, credential: { username: string; credential: string }): Promise<[number, number[]]> {
    return page.evaluate(
      async (iceServer) => {
        const connection = new RTCPeerConnection({ iceServers: [iceServer], iceTransportPolicy: 'relay' });
        const refusals: number[] = [];
        let ways = 0;
        connection.addEventListener('icecandidate', ({ candidate }) => (ways += candidate?.candidate ? 1 : 0));
        connection.addEventListener('icecandidateerror', ({ errorCode }) => void refusals.push(errorCode));
        const gathered = new Promise<void>((resolve) =>
          connection.addEventListener(
            'icegatheringstatechange',
            () => connection.iceGatheringState === 'complete' && resolve(),
          ),
        );
        connection.createDataChannel('any');
        await connection.setLocalDescription();
        await gathered;
        connection.close();
        return [ways, refusals] as [number, number[]];
      },
      { urls: [turn('udp')], ...credential },
    );
  }

  test('our credentials are accepted; those of another secret, expired ones and extended ones are not', async () => {
    const { page } = await newPage(browser);
    const good = turnCredential(SECRET, 7, Date.now());
    expect(await tryOut(page, good)).toEqual([1, []]);
    const stretched = { ...good, username: `${Math.floor(Date.now() / 1_000) + 90_000}:7` };
    const ended = turnCredential(SECRET, 7, Date.now() - 7 * HOUR);
    for (const bad of [turnCredential('another secret', 7, Date.now()), ended, stretched])
      expect(await tryOut(page, bad)).toEqual([0, [401]]);
    await page.context().close();
  });

  test('relay only: both see and hear each other, and go on when their credentials are renewed', async () => {
    const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
    const id = await people.lesson(meera, [asha]);
    let tell: (message: string) => void = () => undefined;
    const pages: Page[] = [];
    for (const person of [meera, asha]) {
      const prepare = async (page: Page): Promise<void> => {
        await allowOnlyRelays(page, 'udp');
        await page.routeWebSocket(/socket\.io/, (near) => {
          const far = near.connectToServer();
          far.onMessage((message) => near.send(message));
          near.onMessage((message) => far.send(message));
          tell = (message) => near.send(message);
        });
      };
      const page = await people.open(person, `/videocall?session=${id}`, { prepare });
      await people.join(page, person === meera ? 'Start Session' : 'Join Call');
      pages.push(page);
    }
    for (const page of pages) await expectReception(page, 1);
    expect(await waysOf(pages[1])).toEqual([{ own: 'relay', other: 'relay' }]);

    // As the server does after five hours.
    const iceServers = [{ urls: [turn('udp')], ...turnCredential(SECRET, 424_242, Date.now()) }];
    tell(`42${JSON.stringify(['call-media', { roomCode: '', media: { kind: 'mesh', iceServers } }])}`);
    await expect.poll(() => coturn.said, { timeout: 20_000 }).toMatch(/:424242>.*ALLOCATE processed, success/);
    for (const page of pages) await expectReception(page, 1);
    expect(await waysOf(pages[1])).toEqual([{ own: 'relay', other: 'relay' }]);
    await people.closeAll();
  });

  test('no page has reported an error', () => {
    expect(people.faults.flat()).toEqual([]);
  });
});
