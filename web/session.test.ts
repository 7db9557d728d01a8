// Who is logged in in a tab, and what tabs tell one another of it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class Storage {
  readonly items = new Map<string, string>();
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
  removeItem = (key: string): void => void this.items.delete(key);
}

const tokenOf = (sub: string): string => `h.${btoa(JSON.stringify({ sub }))}.s`;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new Storage());
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('location', { pathname: '/portfolio', search: '?page=2' });
});

afterEach(() => void vi.unstubAllGlobals());

/** The session as the script of a tab knows it, with what the tab said to others and ways to tell it something and to press a key in it. */
async function tabs() {
  let hear = (_: { data: object }): void => {};
  let press = (): void => {};
  const said: object[] = [];
  class Channel {
    set onmessage(listener: typeof hear) {
      hear = listener;
    }
    postMessage(message: object): void {
      said.push(message);
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (press = listener));
  vi.resetModules();
  const tab = await import('./session.ts');
  return { ...tab, said, hear: (data: object) => hear({ data }), press: () => press() };
}

const asha = { token: tokenOf('7'), role: 'user', name: 'Asha', email: 'asha@example.com' } as const;
const admin = { token: tokenOf('8'), role: 'admin', name: 'Asha', email: 'admin@example.com' } as const;

test('of the tabs of two people, a new one takes the login of the one that was used last, whichever answers first', async () => {
  vi.useFakeTimers();
  try {
    const old = await tabs();
    old.beginSession(asha);
    old.hear({ kind: 'ask' });
    expect(old.said).toEqual([{ kind: 'answer', session: asha }]);
    const ofAsha = sessionStorage;
    vi.stubGlobal('sessionStorage', new Storage());
    const another = await tabs();
    another.beginSession(admin);
    const ofAdmin = sessionStorage;
    for (const { used, storage, last, other } of [
      { used: old, storage: ofAsha, last: asha, other: admin },
      { used: another, storage: ofAdmin, last: admin, other: asha },
    ]) {
      vi.stubGlobal('sessionStorage', storage);
      used.press();
      vi.stubGlobal('sessionStorage', new Storage());
      const fresh = await tabs();
      const adopted = fresh.adoptSession();
      expect(fresh.said).toEqual([{ kind: 'ask' }]);
      fresh.hear({ kind: 'answer', session: other });
      vi.advanceTimersByTime(300);
      expect(fresh.session()).toBeNull();
      fresh.hear({ kind: 'answer', session: last });
      await adopted;
      fresh.hear({ kind: 'answer', session: other });
      expect(fresh.session()).toEqual(last);
    }
  } finally {
    vi.useRealTimers();
  }
});

test('a new tab takes the login of another person when the tabs of the last one are closed', async () => {
  vi.useFakeTimers();
  try {
    localStorage.setItem('istock.hasLogin', '7');
    const fresh = await tabs();
    const adopted = fresh.adoptSession();
    fresh.hear({ kind: 'answer', session: admin });
    vi.advanceTimersByTime(399);
    expect(fresh.session()).toBeNull();
    vi.advanceTimersByTime(1);
    await adopted;
    expect(fresh.session()).toEqual(admin);
  } finally {
    vi.useRealTimers();
  }
});

test('a login that lapses in one tab lapses in the others, and each remembers where it was', async () => {
  const tab = await tabs();
  tab.beginSession(asha);
  tab.hear({ kind: 'ended', end: 'expired', email: asha.email });
  expect([tab.session(), tab.hasLapsed()]).toEqual([null, true]);
  tab.beginSession(asha);
  expect([tab.takeReturnPath(), tab.hasLapsed()]).toEqual(['/portfolio?page=2', false]);
  tab.hear({ kind: 'ended', end: 'logout', email: asha.email });
  expect([tab.session(), tab.hasLapsed()]).toEqual([null, false]);
});

test('a person who logs in next in the same tab does not land where the last person was', async () => {
  const tab = await tabs();
  tab.beginSession(asha);
  tab.endSession('expired');
  tab.beginSession(admin);
  expect(tab.takeReturnPath()).toBeNull();
  // Nor does the first person, once somebody else has been here.
  tab.endSession('logout');
  tab.beginSession(asha);
  expect(tab.takeReturnPath()).toBeNull();
});

test('a person who has to log in first comes to the link that opened the page, once, and not by the way back', async () => {
  const tab = await tabs();
  tab.keepLink('/lesson/5');
  expect(tab.hasLapsed()).toBe(false);
  tab.beginSession(asha);
  expect([tab.takeReturnPath(), tab.takeReturnPath()]).toEqual(['/lesson/5', null]);
  // Of somebody who has left, the next person follows no link.
  tab.endSession('logout');
  tab.keepLink('/lesson/5');
  tab.beginSession(admin);
  expect(tab.takeReturnPath()).toBeNull();
});

test('a link is followed rather than the way back to where the login lapsed before', async () => {
  const tab = await tabs();
  tab.beginSession(asha);
  tab.endSession('expired');
  const opened = await tabs();
  opened.keepLink('/lesson/5');
  opened.beginSession(asha);
  expect([opened.takeReturnPath(), opened.takeReturnPath()]).toEqual(['/lesson/5', null]);
});

test('the end of another person\u2019s login leaves this one as it is', async () => {
  const tab = await tabs();
  tab.beginSession(asha);
  tab.hear({ kind: 'ended', end: 'logout', email: admin.email });
  expect([tab.session(), tab.hasLapsed()]).toEqual([asha, false]);
  // A new tab may ask for it.
  tab.hear({ kind: 'ask' });
  expect(tab.said.at(-1)).toEqual({ kind: 'answer', session: asha });
});

test('the way back leads to a page of this site alone', async () => {
  const tab = await tabs();
  vi.stubGlobal('location', { pathname: '//other.example/portfolio', search: '' });
  tab.beginSession(asha);
  tab.endSession('expired');
  tab.beginSession(asha);
  expect(tab.takeReturnPath()).toBeNull();
});

test('where the browser stores nothing more, one can log in all the same, and the page loads', async () => {
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const tab = await tabs();
  tab.beginSession(asha);
  tab.press();
  expect((await tabs()).session()).toEqual(asha);
});

test('a tab that is loaded with a login passes it on, also if another tab has taken the mark away meanwhile', async () => {
  (await tabs()).beginSession(asha);
  localStorage.removeItem('istock.hasLogin');
  await tabs();
  expect(localStorage.getItem('istock.hasLogin')).toBe('7');
});
