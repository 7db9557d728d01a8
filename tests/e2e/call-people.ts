// People of calls in real browsers: signed up, enrolled, with fake cameras; and measurements of the media that each of them receives.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RealServer } from '../crash/real-server.ts';
import { newPage } from './browser.ts';

// Few frames a second: all browsers that draw them share this machine.
export const CAMERA_THAT_IS_NONE = ['--use-fake-device-for-media-stream=fps=8', '--use-fake-ui-for-media-stream'];

/** The pause between two looks into a call: each look takes processor time from its video and audio. */
export const LOOK_MS = 200;

const MINUTE = 60_000;
const PASSWORD = 'secret-12';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly role: 'user' | 'instructor' | 'admin';
  readonly token: string;
}

interface Reception {
  frames: number;
  packets: number;
}

export class CallPeople {
  readonly #server: RealServer;
  readonly #browser: Browser;
  readonly #url: () => string;
  readonly #pages: Page[] = [];
  #count = 0;
  /** The errors of the pages. */
  readonly faults: string[][] = [];

  constructor(server: RealServer, browser: Browser, url: () => string) {
    this.#server = server;
    this.#browser = browser;
    this.#url = url;
  }

  async signUp(name: string, role: Person['role'] = 'user'): Promise<Person> {
    const email = `person-${++this.#count}@example.com`;
    const body = { name, email, password: PASSWORD, confirmPassword: PASSWORD, role };
    await this.#server.call('POST', '/signup', { body });
    const otp = await this.#server.codeFor(email);
    const verified = await this.#server.call('POST', '/verifyOtp', { body: { email, otp } });
    return { name, email, role, token: (verified.body.data as { token: string }).token };
  }

  /** A free lesson of the instructor that begins now or at another time, with these learners. */
  async lesson(instructor: Person, learners: readonly Person[], startsAt = Date.now()): Promise<string> {
    const token = await this.#server.adminToken();
    const body = {
      instructor_name: instructor.name,
      instructor_email: instructor.email,
      topic: 'Stops that hold',
      hourly_rate: 0,
      start_time: new Date(startsAt).toISOString(),
      end_time: new Date(startsAt + 60 * MINUTE).toISOString(),
    };
    const planned = await this.#server.call('POST', '/createSession', { token, body });
    const { id } = planned.body.data as { id: string };
    for (const learner of learners) await this.#server.call('POST', `/enrol/${id}`, { token: learner.token });
    return id;
  }

  /**
   * Logged in and at an address; the connections of the page can be inspected. The login is the one from the sign-up, stored where a tab stores it:
   * the login form has tests of its own, and each page that need not be drawn leaves more time for the call. `prepare` adds scripts to the page.
   */
  async open(
    person: Person,
    path: string,
    { prepare, ...options }: BrowserContextOptions & { prepare?: (page: Page) => Promise<unknown> } = {},
  ): Promise<Page> {
    const { page, faults } = await newPage(this.#browser, { permissions: ['camera', 'microphone'], ...options });
    this.faults.push(faults);
    this.#pages.push(page);
    // Every page of a call draws all others, so the next one comes slowly on few processors.
    page.setDefaultTimeout(60_000);
    await page.addInitScript(keepLogin, person);
    await page.addInitScript(keepConnections);
    await prepare?.(page);
    await page.goto(`${this.#url()}${path}`);
    return page;
  }

  async join(page: Page, button: 'Start Session' | 'Join Call' = 'Join Call'): Promise<void> {
    await page.getByRole('meter', { name: 'Microphone level' }).waitFor();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('toolbar', { name: 'Call controls' }).waitFor();
  }

  async closeAll(): Promise<void> {
    for (const page of this.#pages.splice(0)) await page.context().close();
  }
}

function keepLogin({ token, role, name, email }: Person): void {
  // Empty pages have no storage, and a token that was renewed since is kept.
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('token') !== null) return;
  const login = { token, role, 'istock.name': name, 'istock.email': email };
  for (const [key, value] of Object.entries(login)) sessionStorage.setItem(key, value);
}

function keepConnections(): void {
  const connections: RTCPeerConnection[] = [];
  const Real = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Real {
    constructor(...given: ConstructorParameters<typeof Real>) {
      super(...given);
      connections.push(this);
    }
  };
  Object.assign(window, { connections });
}

/** For every living connection: the decoded pictures, and the received packets of sound. */
export function receptions(page: Page): Promise<Reception[]> {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const living = connections.filter(({ connectionState }) => connectionState === 'connected');
    return Promise.all(
      living.map(async (connection) => {
        const sum = { frames: 0, packets: 0 };
        for (const report of (await connection.getStats()).values()) {
          if (report.type !== 'inbound-rtp') continue;
          if (report.kind === 'video') sum.frames += report.framesDecoded;
          else sum.packets += report.packetsReceived;
        }
        return sum;
      }),
    );
  });
}

/** Pictures and sound arrive from each of `others` people, more a moment later than now. */
export async function expectReception(page: Page, others: number): Promise<void> {
  const least = async (): Promise<number> => {
    const all = await receptions(page);
    return all.length === others ? Math.min(...all.map(({ frames, packets }) => Math.min(frames, packets))) : -1;
  };
  await expect.poll(least, { timeout: 40_000, interval: LOOK_MS }).toBeGreaterThan(5);
  const before = await least();
  await expect.poll(least, { timeout: 20_000, interval: LOOK_MS }).toBeGreaterThan(before + 5);
}

/** From its next address on, a page can only use relays reached by `transport`, such as `udp`. */
export async function allowOnlyRelays(page: Page, transport: string): Promise<void> {
  await page.addInitScript((way) => {
    const only = (given: RTCConfiguration = {}): RTCConfiguration => {
      const iceServers = given.iceServers?.map((server) => ({
        ...server,
        urls: [server.urls].flat().filter((url) => url.endsWith(`transport=${way}`)),
      }));
      return { ...given, iceServers: iceServers?.filter(({ urls }) => urls.length > 0), iceTransportPolicy: 'relay' };
    };
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(given?: RTCConfiguration) {
        super(only(given));
      }
      override setConfiguration(given?: RTCConfiguration): void {
        super.setConfiguration(only(given));
      }
    };
  }, transport);
}

/** For every living connection: the types of its two ends, such as `host` or `relay`. */
export function waysOf(page: Page): Promise<{ own: string; other: string }[]> {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const living = connections.filter(({ connectionState }) => connectionState === 'connected');
    return Promise.all(
      living.map(async (connection) => {
        const stats = await connection.getStats();
        const reports = [...stats.values()];
        const transport = reports.find(({ type }) => type === 'transport');
        const pair = stats.get(transport.selectedCandidatePairId);
        return {
          own: stats.get(pair.localCandidateId).candidateType,
          other: stats.get(pair.remoteCandidateId).candidateType,
        };
      }),
    );
  });
}
