// A lesson of eight in real browsers: it outgrows direct connections, moves to the embedded media server, and keeps the rules of a call.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealServer } from '../crash/real-server.ts';
import { openBrowser } from './browser.ts';
import { CallPeople, LOOK_MS } from './call-people.ts';
import type { Person } from './call-people.ts';
import { drawn, expectFaces, SMALL, withSmallCamera } from './small-faces.ts';

const MEDIA = ['--use-fake-device-for-media-stream=fps=2', '--use-fake-ui-for-media-stream'];
const LEARNERS = ['Asha', 'Ravi', 'Tara', 'Noor', 'Kabir', 'Lila', 'Dev'];

let server: RealServer;
let browser: Browser;
let people: CallPeople;

beforeAll(async () => {
  server = await RealServer.create({ ICE_SERVERS: '[]' });
  [browser] = await Promise.all([openBrowser(MEDIA), server.start()]);
  people = new CallPeople(server, browser, () => server.url);
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const open = (person: Person, path: string): Promise<Page> =>
  people.open(person, path, { viewport: SMALL, prepare: withSmallCamera });

/** Living connections, and packets of sound that have come on as many lines as people. */
function connected(page: Page): Promise<{ connections: number; heard: number }> {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const living = connections.filter(({ connectionState }) => connectionState === 'connected');
    const stats = await Promise.all(living.map((connection) => connection.getStats()));
    const lines = stats.flatMap((each) => [...each.values()]);
    const heard = lines.filter(
      ({ type, kind, packetsReceived }) => type === 'inbound-rtp' && kind === 'audio' && packetsReceived > 5,
    );
    return { connections: living.length, heard: heard.length };
  });
}

/** Over one connection, to the media server. */
async function expectVoices(page: Page, others: number): Promise<void> {
  const wanted = { connections: 1, heard: others };
  await expect.poll(() => connected(page), { timeout: 30_000, interval: LOOK_MS }).toEqual(wanted);
}

const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'People in the call' }).getByRole('listitem').filter({ hasText: name });

test('eight see and hear each other over the media server; one is muted, one removed, one shares, one comes back', async () => {
  const meera = await people.signUp('Meera', 'instructor');
  const learners: Person[] = [];
  for (const name of LEARNERS) learners.push(await people.signUp(name));
  const id = await people.lesson(meera, learners);
  const where = `/videocall?session=${id}`;
  const teacher = await open(meera, where);
  await people.join(teacher, 'Start Session');
  const pages = new Map<string, Page>();
  for (let first = 0; first < learners.length; first += 3) {
    const some = learners.slice(first, first + 3);
    const opened = await Promise.all(some.map((learner) => open(learner, where)));
    for (const [i, page] of opened.entries()) {
      await people.join(page);
      pages.set(some[i].name, page);
    }
  }

  const host = 'Meera (host)';
  await expectFaces(teacher, LEARNERS);
  for (const [name, page] of pages) await expectFaces(page, [host, ...LEARNERS.filter((other) => other !== name)]);
  for (const page of [teacher, ...pages.values()]) await expectVoices(page, LEARNERS.length);

  await teacher.getByRole('button', { name: /^People/ }).click();
  await teacher.getByText('8 of 15 places').waitFor();
  await teacher.getByRole('button', { name: 'Mute Ravi' }).click();
  await pages.get('Ravi')!.getByText('The host has muted you.').waitFor();
  await teacher.getByRole('button', { name: 'Remove Tara' }).click();
  await teacher.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await pages.get('Tara')!.getByText('The host has removed you from this call.').waitFor();
  // Nothing is sent to her any more, and the call goes on for the others.
  await expect.poll(async () => (await connected(pages.get('Tara')!)).connections).toBe(0);
  await expectFaces(
    teacher,
    LEARNERS.filter((name) => name !== 'Tara'),
  );

  const [asha, ravi] = [pages.get('Asha')!, pages.get('Ravi')!];
  await ravi.getByRole('button', { name: 'Share Screen' }).click();
  const screen = asha.getByRole('list', { name: 'Shared screen' });
  await screen.getByText("Ravi's screen").waitFor();
  await expect.poll(async () => (await drawn(asha))["Ravi's screen"]).toBeGreaterThan(2);
  await ravi.getByRole('button', { name: 'Stop Share' }).click();
  await screen.waitFor({ state: 'detached' });

  // A reloaded page comes back to its seat, over a new connection.
  const dev = pages.get('Dev')!;
  await dev.reload();
  await tile(teacher, 'Dev').getByText('Reconnecting').waitFor();
  await people.join(dev);
  await expectFaces(dev, [host, ...LEARNERS.filter((name) => name !== 'Tara' && name !== 'Dev')]);
  await expectFaces(
    teacher,
    LEARNERS.filter((name) => name !== 'Tara'),
  );
}, 240_000);
