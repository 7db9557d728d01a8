// Which people of a large call the media server is told of: only those with a seat, each with one connection, and nobody any longer than that.
import { expect, test } from 'vitest';
import type { CallPushName } from '../../contract/call.ts';
import type { LargeMedia, MediaNews, MediaSeat } from '../adapters/media.ts';
import { MediaLinks } from './media-links.ts';
import { newRoomCode } from './room-code.ts';
import { Rooms } from './rooms.ts';
import type { Entrant } from './seat.ts';

const T = Date.UTC(2026, 10, 20, 10);

const person = (n: number, given: Partial<Entrant> = {}): Entrant => ({
  socket: `s${n}`,
  account: n,
  name: `Person ${n}`,
  isHost: n === 1,
  page: `page${n}`,
  isMuted: false,
  hasCamera: true,
  media: { kind: 'mesh', iceServers: [] },
  ...given,
});

/** A call of so many people, three of whom need no media server, and a media server that records its requests. */
function callOf(people: number) {
  const rooms = new Rooms({ newCode: newRoomCode, mostPeople: 15, meshPeople: 3 });
  const there = new Map<string, MediaSeat>();
  const answers: string[] = [];
  const asked: string[] = [];
  let tell: (news: MediaNews) => void = () => undefined;
  const large: LargeMedia = {
    mostPeople: 15,
    join: (seat) => {
      asked.push(`join ${seat.link}`);
      there.set(seat.link, seat);
    },
    answer: (link, sdp) => void answers.push(`${there.get(link)?.person} ${sdp}`),
    leave: (link) => {
      asked.push(`leave ${link}`);
      there.delete(link);
    },
    listen: (hear) => void (tell = hear),
  };
  const told: string[] = [];
  const push = (socket: string, event: CallPushName): void => void told.push(`${event} ${socket}`);
  const links = new MediaLinks({ large, rooms, push });
  rooms.create(person(1), T);
  const { code } = rooms.placeOf('s1')!.room;
  const enter = (n: number, given: Partial<Entrant> = {}) =>
    rooms.enter(rooms.placeOf('s1')!.room, person(n, given), T);
  for (let n = 2; n <= people; n++) enter(n);
  const seats = (): string[] => [...there.values()].map((seat) => seat.person);
  return { rooms, links, code, told, answers, asked, seats, enter, there, tell: (news: MediaNews) => tell(news) };
}

test('a small call knows no media server; one that has grown keeps it until it is empty', () => {
  const { rooms, links, seats, enter, code } = callOf(3);
  expect(links.join('s1', T)).toEqual({ refusal: 'not-in-call' });
  enter(4);
  expect(links.join('s1', T)).toMatchObject({ refusal: null });
  expect(seats()).toEqual(['p1']);
  rooms.leave('s4', code, T);
  expect(links.join('s2', T)).toMatchObject({ refusal: null });
  for (const n of [1, 2, 3]) rooms.leave(`s${n}`, code, T);
  links.sweep();
  expect(seats()).toEqual([]);
});

test('strangers are not let in, and cannot answer for others', () => {
  const { links, seats, answers } = callOf(4);
  expect(links.join('outside', T)).toEqual({ refusal: 'not-in-call' });
  expect(links.answer('outside', { sdp: 'v=0' }, T)).toEqual({ refusal: 'not-in-call' });
  expect(links.answer('s2', { sdp: 'v=0' }, T)).toEqual({ refusal: 'not-in-call' });
  links.join('s2', T);
  links.answer('s2', { sdp: 'v=0' }, T);
  expect(answers).toEqual(['p2 v=0']);
  expect(seats()).toEqual(['p2']);
});

test('one seat has one connection; a person who is removed, or reloads the page, loses it at once', () => {
  const { rooms, links, seats, enter, there } = callOf(5);
  for (const n of [1, 2, 3]) links.join(`s${n}`, T);
  links.join('s2', T);
  expect(seats()).toEqual(['p1', 'p3', 'p2']);
  const removal = rooms.removable('s1', 'p2', T);
  if (typeof removal !== 'string') rooms.remove(removal, T);
  links.sweep();
  expect(seats()).toEqual(['p1', 'p3']);
  enter(3, { socket: 's3b', page: 'another' });
  links.sweep();
  expect([...there.values()].map((seat) => seat.page)).toEqual(['page1']);
});

test('a page that connects again is back before the earlier connection is given up', () => {
  const { links, asked } = callOf(4);
  links.join('s2', T);
  links.join('s2', T);
  expect(asked).toEqual(['join 1', 'join 2', 'leave 1']);
});

test('an answer that is still of the offer before is not taken for one of the new offer', () => {
  const { links, answers, told, tell } = callOf(4);
  links.join('s2', T);
  links.join('s2', T);
  tell({ kind: 'offer', link: '2', sdp: 'of the second' });
  expect(told).toEqual(['media-offer s2']);
  expect(links.answer('s2', { sdp: 'to the first', link: '1' }, T)).toEqual({ refusal: null, effects: [] });
  expect(links.answer('s2', { sdp: 'to the second', link: '2' }, T)).toEqual({ refusal: null, effects: [] });
  expect(answers).toEqual(['p2 to the second']);
});

test('a lost connection to the room keeps sound and picture; missed events are sent again', () => {
  const { rooms, links, seats, enter, told, tell, there } = callOf(4);
  links.join('s2', T);
  const [link] = there.keys();
  rooms.drop('s2', false, T);
  links.sweep();
  expect(seats()).toEqual(['p2']);
  tell({ kind: 'streams', link, streams: [{ person: 'p1', sound: '2', picture: '3' }] });
  expect(told).toEqual([]);
  enter(2, { socket: 's2b' });
  links.remind('s2b');
  expect(told).toEqual(['media-streams s2b']);
  tell({ kind: 'lost', link });
  tell({ kind: 'offer', link, sdp: 'of what is gone' });
  expect(told).toEqual(['media-streams s2b', 'media-lost s2b']);
  expect(seats()).toEqual([]);
});

test('requests are limited', () => {
  const { links } = callOf(4);
  for (let i = 0; i < 60; i++) expect(links.join('s1', T)).toMatchObject({ refusal: null });
  expect(links.join('s1', T)).toEqual({ refusal: 'too-many' });
});
