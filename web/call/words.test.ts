// The texts that calls show by themselves: changes between two states, troubles with devices, addresses, and doors.
import { expect, test } from 'vitest';
import type { CallPerson, CallState } from '../../contract/call.ts';
import { callSearch } from './call-search.ts';
import { chatParts } from './chat-text.ts';
import { afterRefusal, presenterOf } from './call-view.ts';
import { chatNewsOf, newsOf, unreadOf } from './news.ts';
import { noticeText } from './notice-text.ts';
import { troubleText, troubleWith } from './trouble-text.ts';

const person = (id: string, name: string, given: Partial<CallPerson> = {}): CallPerson => ({
  id,
  page: id,
  name,
  isHost: false,
  isAway: false,
  isMuted: false,
  hasCamera: true,
  isSharing: false,
  handUpAt: null,
  ...given,
});

const state = (...people: CallPerson[]): CallState => ({
  roomCode: 'ABCDE-12345',
  session: null,
  title: null,
  openedAt: '2026-11-20T10:00:00.000Z',
  closesAt: '2026-11-20T14:00:00.000Z',
  mostPeople: 6,
  isLarge: false,
  people,
});

const me = person('p1', 'Asha');
const ravi = person('p2', 'Ravi');

test.each([
  ['somebody came', [me], [me, ravi], 'Ravi has joined.'],
  ['somebody went', [me, ravi], [me], 'Ravi has left.'],
  ['somebody was sent away', [me, person('p3', 'Uma')], [me], 'Uma has been removed.'],
  ['a hand', [me, ravi], [me, { ...ravi, handUpAt: '2026-11-20T10:00:00.000Z' }], 'Ravi has raised a hand.'],
  ['a screen', [me, ravi], [me, { ...ravi, isSharing: true }], 'Ravi shares the screen.'],
  ['a lost line', [me, ravi], [me, { ...ravi, isAway: true }], 'Ravi has lost the connection.'],
  ['a line that is back', [me, { ...ravi, isAway: true }], [me, ravi], 'Ravi is back.'],
  ['what one does oneself', [me, ravi], [{ ...me, isSharing: true }, ravi], null],
  ['one has another seat', [person('p4', 'Asha'), ravi], [ravi, me], null],
  ['nothing', [me, ravi], [me, { ...ravi, isMuted: true }], null],
] as const)('news: %s', (_, before, after, sentence) => {
  expect(newsOf(state(...before), state(...after), 'p1', new Set(['p3']))).toBe(sentence);
});

test('somebody alone reads so, whether others are still to come or have left', () => {
  const view = { isMediaLost: false } as const;
  const calm = {
    view,
    isLost: false,
    closesInMs: Infinity,
    trouble: null,
    news: null,
    isJustMuted: false,
    isUnsaid: false,
  };
  expect(noticeText({ ...calm, people: 1 })).toBe('You are the only one here.');
  expect(noticeText({ ...calm, people: 1, news: 'Ravi has left.' })).toBe('Ravi has left.');
  expect(noticeText({ ...calm, people: 2 })).toBeNull();
  expect(noticeText({ ...calm, people: 2, isLost: true })).toBe('The connection was lost. Reconnecting.');
  const unsaid = 'Your message could not be sent. Open the chat to send it again.';
  expect(noticeText({ ...calm, people: 1, isUnsaid: true })).toBe(unsaid);
});

test('one sentence for what fails together, and none for what works', () => {
  expect(troubleText({ microphoneTrouble: null, cameraTrouble: null })).toBeNull();
  expect(troubleText({ microphoneTrouble: 'refused', cameraTrouble: 'refused' })).toContain('camera and microphone');
  expect(troubleText({ microphoneTrouble: null, cameraTrouble: 'none' })).toBe(
    'No camera was found. You can join without one.',
  );
  expect(troubleText({ microphoneTrouble: 'busy', cameraTrouble: 'none' })).toContain('microphone is used');
});

test('an address says a lesson or a code, and nothing that is too long', () => {
  expect(callSearch({ session: 'abc', code: 12345 })).toEqual({ session: 'abc', code: '12345' });
  expect(callSearch({ session: 'x'.repeat(65), code: {} })).toEqual({ session: undefined, code: undefined });
});

test('addresses in the chat are links, without what ends the sentence; nothing else is one', () => {
  const links = (text: string): string[] => chatParts(text).flatMap((part) => (part.isLink ? [part.text] : []));
  expect(links('See https://a.example/b?c=1, and (http://d.example/e_(f)).')).toEqual([
    'https://a.example/b?c=1',
    'http://d.example/e_(f)',
  ]);
  for (const text of ['javascript:alert(1)', 'http://', 'https:// no', 'https://?', 'www.a.example', '<b>'])
    expect(links(text)).toEqual([]);
  for (const text of ['', 'See https://a.example.', 'https://a.example https://b.example!', 'https://?'])
    expect(
      chatParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});

test('a message is told to everybody but its writer, and a long one is cut', () => {
  const message = {
    id: 1,
    from: 'p2',
    name: 'Ravi',
    isHost: false,
    text: 'Good',
    sentAt: '2026-11-20T10:00:00.000Z',
    isDeleted: false,
  };
  expect(chatNewsOf([message], 'p1')).toBe('Ravi: Good');
  expect(chatNewsOf([message], 'p2')).toBeNull();
  expect(chatNewsOf([], 'p1')).toBeNull();
  expect(chatNewsOf([{ ...message, text: 'x'.repeat(400) }], 'p1')).toHaveLength('Ravi: '.length + 101);
});

test('messages of others since the last one read are new, however many one is given on the way back', () => {
  const said = (id: number, from: string, isDeleted = false) => ({
    ...{ id, from, isDeleted, name: from, isHost: false, text: 'x' },
    sentAt: '2026-11-20T10:00:00.000Z',
  });
  const chat = [said(300, 'p2'), said(301, 'p1'), said(302, 'p2', true), said(303, 'p2')];
  expect(unreadOf(chat, 300, 'p1')).toBe(1);
  expect(unreadOf(chat, 303, 'p1')).toBe(0);
  expect(unreadOf(chat, 0, 'p1')).toBe(2);
});

test('a participant is not put out because the server is busy for a moment', () => {
  const inside = { kind: 'inside' } as const;
  for (const passing of [{}, { message: 'not available' }, { message: 'x', reason: 'too-many' as const }])
    expect(afterRefusal(inside, passing)).toBe('again');
  expect(afterRefusal(inside, { message: 'x', reason: 'not-found' })).toBe('gone');
  expect(afterRefusal(inside, { message: 'x', reason: 'removed-from-class' })).toBe('refused');
  expect(afterRefusal({ kind: 'entering' }, { message: 'not available' })).toBe('refused');
  expect(afterRefusal({ kind: 'entering' }, {})).toBe('again');
});

test('a press for a device that is not available explains why, for that one alone', () => {
  const troubles = { microphoneTrouble: 'refused', cameraTrouble: 'busy' } as const;
  expect(troubleWith('microphone', troubles)).toMatch(/^Your browser does not let Istock use your microphone\./);
  expect(troubleWith('camera', troubles)).toMatch(/^Your camera is used by another program\./);
  expect(troubleWith('camera', { ...troubles, cameraTrouble: null })).toBeNull();
  const lost = { microphoneTrouble: 'lost', cameraTrouble: null } as const;
  expect(troubleWith('microphone', lost)).toMatch(/^Your microphone has stopped\./);
});

test('the stage is the host\u2019s when several share a screen; a disconnected person gives it up', () => {
  const asha = person('p1', 'Asha', { isSharing: true });
  const host = person('p2', 'Meera', { isHost: true, isSharing: true });
  expect(presenterOf([asha, host])).toBe(host);
  expect(presenterOf([asha, { ...host, isAway: true }])).toBe(asha);
  expect(presenterOf([asha, { ...host, isSharing: false }])).toBe(asha);
  expect(presenterOf([{ ...asha, isSharing: false }])).toBe(null);
});

test('a long message is cut between letters, and a name from right to left stands apart', () => {
  const said = { id: 1, from: 'p2', isHost: false, sentAt: '2026-11-20T10:00:00.000Z', isDeleted: false };
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
  const long = { ...said, name: 'Asha', text: `${'x'.repeat(96)}${family} and more` };
  expect(chatNewsOf([long], 'p1')).toBe(`Asha: ${'x'.repeat(96)}\u2026`);
  expect(chatNewsOf([{ ...said, name: '\u05d3\u05d5\u05d3', text: '12' }], 'p1')).toBe(
    '\u2068\u05d3\u05d5\u05d3\u2069: 12',
  );
});
