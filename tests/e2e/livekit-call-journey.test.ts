// A lesson that outgrows direct connections moves to LiveKit, by LiveKit's own program in real browsers and its own protocol.
import type { Browser, Page } from 'playwright-core';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealServer } from '../crash/real-server.ts';
import { LIVEKIT_KEYS, LiveKitServer } from '../livekit-server.ts';
import { openBrowser } from './browser.ts';
import { CallPeople } from './call-people.ts';
import type { Person } from './call-people.ts';
import { drawn, expectFaces, SMALL, withSmallCamera } from './small-faces.ts';

const MEDIA = ['--use-fake-device-for-media-stream=fps=2', '--use-fake-ui-for-media-stream'];
/** Plain clients that sit in the lesson without a browser, so that it becomes large. */
const SILENT = ['Noor', 'Kabir', 'Lila', 'Dev'];

let livekit: LiveKitServer;
let server: RealServer;
let browser: Browser;
let people: CallPeople;
const sockets: Socket[] = [];

beforeAll(async () => {
  livekit = await LiveKitServer.start();
  const { apiKey, apiSecret } = LIVEKIT_KEYS;
  const settings = { LIVEKIT_URL: livekit.url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
  server = await RealServer.create({ ICE_SERVERS: '[]', ...settings });
  [browser] = await Promise.all([openBrowser(MEDIA), server.start()]);
  people = new CallPeople(server, browser, () => server.url);
});

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await browser?.close();
  await server?.remove();
  await livekit?.stop();
});

const open = (person: Person, path: string): Promise<Page> =>
  people.open(person, path, { viewport: SMALL, prepare: withSmallCamera });

/** A plain client that takes a seat, and neither sends nor hears anything. */
async function sit({ token }: Person, session: string): Promise<void> {
  const socket = io(server.url, { auth: { token }, forceNew: true, transports: ['websocket'] });
  sockets.push(socket);
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  expect(await socket.timeout(10_000).emitWithAck('join-room', { session })).toMatchObject({ ok: true });
}

/** Packets of sound that come in a second from each of the others. What came on lines of an earlier connection stays counted there. */
function heard(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const received = async (): Promise<Map<string, number>> => {
      const living = connections.filter(({ connectionState }) => connectionState === 'connected');
      const stats = await Promise.all(living.map((connection) => connection.getStats()));
      const lines = stats.flatMap((each) => [...each.values()]);
      const sounds = lines.filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio');
      return new Map(sounds.map(({ ssrc, packetsReceived }) => [String(ssrc), packetsReceived]));
    };
    const before = await received();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const after = await received();
    return [...after].map(([ssrc, packets]) => packets - (before.get(ssrc) ?? 0)).filter((packets) => packets > 5);
  });
}

async function expectVoices(page: Page, others: number): Promise<void> {
  await expect.poll(async () => (await heard(page)).length, { timeout: 30_000 }).toBe(others);
}

const tile = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('seven over LiveKit: picture, sound, muting, a shared screen, a removal, and recovery after LiveKit was away', async () => {
  const meera = await people.signUp('Meera', 'instructor');
  const learners: Person[] = [];
  for (const name of ['Asha', 'Ravi', ...SILENT]) learners.push(await people.signUp(name));
  const id = await people.lesson(meera, learners);
  const where = `/videocall?session=${id}`;
  const teacher = await open(meera, where);
  await people.join(teacher, 'Start Session');
  const [asha, ravi] = await Promise.all(learners.slice(0, 2).map((learner) => open(learner, where)));
  await Promise.all([people.join(asha), people.join(ravi)]);
  expect(livekit.joined).toEqual([]);

  for (const learner of learners.slice(2)) await sit(learner, id);
  await expect.poll(() => livekit.present.length, { timeout: 30_000 }).toBe(3);
  const host = 'Meera (host)';
  await Promise.all([
    expectFaces(teacher, ['Asha', 'Ravi']),
    expectFaces(asha, [host, 'Ravi']),
    expectFaces(ravi, [host, 'Asha']),
  ]);
  await Promise.all([teacher, asha, ravi].map((page) => expectVoices(page, 2)));

  await asha.getByRole('button', { name: 'Mute' }).click();
  await tile(teacher, 'Asha').getByLabel('Muted').waitFor();
  await asha.getByRole('button', { name: 'Camera off' }).click();
  await teacher.locator('video[aria-label="Asha"]').waitFor({ state: 'detached' });
  await asha.getByRole('button', { name: 'Share Screen' }).click();
  await teacher.getByRole('list', { name: 'Shared screen' }).getByText("Asha's screen").waitFor();
  await expect.poll(async () => (await drawn(teacher))["Asha's screen"], { timeout: 20_000 }).toBeGreaterThan(2);
  await asha.getByRole('button', { name: 'Stop Share' }).click();
  await asha.getByRole('button', { name: 'Camera on' }).click();
  await asha.getByRole('button', { name: 'Unmute' }).click();
  await expectFaces(teacher, ['Asha', 'Ravi']);

  await teacher.getByRole('button', { name: /^People/ }).click();
  await teacher.getByRole('button', { name: 'Remove Ravi' }).click();
  await teacher.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await ravi.getByText('The host has removed you from this call.').waitFor();
  await expect.poll(() => livekit.removed.length).toBe(1);
  expect(livekit.removed[0]).toMatch(/^istock-[0-9A-Z]{5}-[0-9A-Z]{5} p\d+:[\w-]+$/);
  await expect.poll(() => livekit.present.length).toBe(2);
  await expect.poll(() => heard(ravi)).toEqual([]);

  await livekit.stop();
  await tile(teacher, 'Asha').getByText('Connecting').waitFor();
  await livekit.restart();
  await tile(teacher, 'Asha').getByText('Connecting').waitFor({ state: 'detached', timeout: 40_000 });
  await Promise.all([expectFaces(teacher, ['Asha']), expectFaces(asha, [host])]);
  await Promise.all([teacher, asha].map((page) => expectVoices(page, 1)));
  // A person who comes back is not removed because of the earlier connection.
  expect(new Set(livekit.removed).size).toBe(1);
}, 180_000);

test('no page has reported an error', () => {
  // The browser's complaints about a missing server are the test's own doing.
  expect(people.faults.flat().filter((fault) => !/ERR_CONNECTION|WebSocket/.test(fault))).toEqual([]);
});
