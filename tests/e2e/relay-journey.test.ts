// A call between two real browsers that may use nothing but the embedded relay, over UDP and over TCP.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealServer } from '../crash/real-server.ts';
import { freePort } from '../free-port.ts';
import { openBrowser } from './browser.ts';
import { allowOnlyRelays, CallPeople, CAMERA_THAT_IS_NONE, expectReception, waysOf } from './call-people.ts';

let server: RealServer;
let browser: Browser;
let people: CallPeople;

beforeAll(async () => {
  server = await RealServer.create({ TURN: 'on', TURN_PORT: String(await freePort()) });
  [browser] = await Promise.all([openBrowser(CAMERA_THAT_IS_NONE), server.start()]);
  people = new CallPeople(server, browser, () => server.url);
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

for (const transport of ['udp', 'tcp']) {
  test(`relay only, over ${transport}: both see and hear each other`, async () => {
    const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
    const id = await people.lesson(meera, [asha]);
    const pages = [];
    for (const person of [meera, asha]) {
      const prepare = (page: Page): Promise<void> => allowOnlyRelays(page, transport);
      const page = await people.open(person, `/videocall?session=${id}`, { prepare });
      await people.join(page, person === meera ? 'Start Session' : 'Join Call');
      pages.push(page);
    }
    for (const page of pages) await expectReception(page, 1);
    const ways = await waysOf(pages[0]);
    expect(ways).toEqual([{ own: 'relay', other: 'relay' }]);
    await people.closeAll();
  });
}
