// Who is logged in in this tab: the token in session storage (spec 6), the role and the name; and how a login begins and ends.
import type { UserRole } from '../contract/auth.ts';

export interface Session {
  token: string;
  role: UserRole;
  name: string;
  email: string;
}

/** Why a login ended: the person logged out, the server let it lapse, or an administrator blocked the account. */
export type SessionEnd = 'logout' | 'expired' | 'blocked';

// Spec 4 and 6 name these two; the others are ours.
const tokenKey = 'token';
const roleKey = 'role';
const nameKey = 'istock.name';
const emailKey = 'istock.email';
const returnKey = 'istock.return';
/** Whose tab was used last: tells a new tab that asking is worthwhile, and whose login to take if there are two. Holds no secret. */
const lastUserKey = 'istock.hasLogin';

const ASK_OTHER_TABS_MS = 400;

const changeListeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();
const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('istock.session') : null;

function readRole(): UserRole {
  const role = sessionStorage.getItem(roleKey);
  return role === 'admin' || role === 'instructor' ? role : 'user';
}

function read(): Session | null {
  const token = sessionStorage.getItem(tokenKey);
  if (!token) return null;
  return {
    token,
    role: readRole(),
    name: sessionStorage.getItem(nameKey) ?? '',
    email: sessionStorage.getItem(emailKey) ?? '',
  };
}

let current = read();

export const addressNow = (): string => `${location.pathname}${location.search}`;

/** The link by which somebody came here who has to log in first. */
let wanted: string | null = null;
let hasEnded = false;

/** Not after a login has ended here: what leads back then is no link, but the way of the last person. */
export function keepLink(address: string): void {
  if (session() === null && !hasEnded) wanted = address;
}

function changed(): void {
  current = read();
  for (const listener of changeListeners) listener();
}

/** The login of this tab; the same object until it changes. Reads the storage each time, since anything may have cleared it. */
export function session(): Session | null {
  if (sessionStorage.getItem(tokenKey) !== (current?.token ?? null)) current = read();
  return current;
}

export function onSessionChange(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

function store(given: Session): void {
  sessionStorage.setItem(tokenKey, given.token);
  sessionStorage.setItem(roleKey, given.role);
  sessionStorage.setItem(nameKey, given.name);
  sessionStorage.setItem(emailKey, given.email);
  changed();
}

/** Whose token it is. Only for comparing: checking it is the server's job. */
export function userIdOf(token = ''): string | undefined {
  try {
    const claims: unknown = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    return (claims as { sub?: string }).sub;
  } catch {
    return undefined;
  }
}

/** For work that takes a while outside the calls: returns whether the person who began it is still logged in here. */
export function beginnerIsIn(): () => boolean {
  const beginner = userIdOf(session()?.token);
  return () => userIdOf(session()?.token) === beginner;
}

/** This tab is the one used last. */
function markUsed(): void {
  try {
    if (current) localStorage.setItem(lastUserKey, userIdOf(current.token) ?? '?');
  } catch {
    // Where the browser stores nothing more, a new tab begins without a login.
  }
}

export function beginSession(given: Session): void {
  store(given);
  markUsed();
}

/** A fresh access token for the same login. */
export function renewToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
  changed();
}

function forget(): void {
  for (const key of [tokenKey, roleKey, nameKey, emailKey]) sessionStorage.removeItem(key);
  changed();
}

function leave(end: SessionEnd): void {
  if (end === 'expired') sessionStorage.setItem(returnKey, `${userIdOf(current?.token)} ${addressNow()}`);
  hasEnded = true;
  wanted = null;
  forget();
  for (const listener of endListeners) listener(end);
}

/** Ends the login in this tab, and in the other tabs when it is over for all of them. */
export function endSession(end: SessionEnd): void {
  if (!current) return;
  const { email } = current;
  localStorage.removeItem(lastUserKey);
  leave(end);
  tabs?.postMessage({ kind: 'ended', end, email });
}

/**
 * Where the person now logged in wanted to go, once: by the link that opened this page, or back to where they were when their login lapsed.
 * Null for anybody else, and when it ended on purpose.
 */
export function takeReturnPath(): string | null {
  const [owner, left = ''] = (sessionStorage.getItem(returnKey) ?? '').split(' ');
  sessionStorage.removeItem(returnKey);
  const path = wanted ?? (owner === userIdOf(session()?.token) ? left : '');
  wanted = null;
  return path.startsWith('/') && !path.startsWith('//') ? path : null;
}

/** True when this tab's login lapsed by itself, until the next login. */
export function hasLapsed(): boolean {
  return sessionStorage.getItem(returnKey) !== null;
}

/** Spec 2: each role has its own home. */
export function homeOf(role: UserRole): '/home' | '/dashboard' | '/adminHome' {
  if (role === 'admin') return '/adminHome';
  return role === 'instructor' ? '/dashboard' : '/home';
}

type TabMessage =
  | { kind: 'ask' }
  | { kind: 'answer'; session: Session }
  | { kind: 'ended'; end: SessionEnd; email: string };

/** The login of a tab that was not the last one used, in case no other tab answers. */
let spare: Session | undefined;

if (tabs) {
  // A person who logged out in another tab while this one was reloading removed the mark, and could not reach this tab.
  if (!localStorage.getItem(lastUserKey)) markUsed();
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, markUsed, { capture: true, passive: true });
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ask') {
      if (current) tabs.postMessage({ kind: 'answer', session: current });
    } else if (data.kind === 'answer') {
      if (current) return;
      // A link pressed in a tab opens as that tab's person, however late that tab answers.
      if (userIdOf(data.session.token) === localStorage.getItem(lastUserKey)) store(data.session);
      else spare = data.session;
    } else if (current) {
      // Another person's login ended; ours goes on, and a new tab may ask for it.
      if (current.email !== data.email) return markUsed();
      leave(data.end);
    }
  };
}

/** A link opened in a new tab starts without a token: ask the tabs that have one. Waits only if some tab might answer. */
export async function adoptSession(): Promise<void> {
  if (current || !tabs || !localStorage.getItem(lastUserKey)) return;
  tabs.postMessage({ kind: 'ask' });
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => (spare ? store(spare) : resolve()), ASK_OTHER_TABS_MS);
    const stop = onSessionChange(() => {
      clearTimeout(timer);
      stop();
      resolve();
    });
  });
}
