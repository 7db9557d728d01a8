// kill -9 in the middle of a class: reports, removals and decisions of the desk that were acknowledged are stored once, and the class goes on.
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealServer } from './real-server.ts';

const LEARNERS = 8;
const CYCLES = 4;
const HOUR = 3_600_000;

interface Seated {
  readonly n: number;
  readonly token: string;
  readonly socket: Socket;
}

interface DeskReport {
  readonly _id: string;
  readonly words: string;
  readonly status: 'OPEN' | 'CLOSED';
  readonly decision: string | null;
  readonly reported: { name: string };
}

let server: RealServer;
let host: string;
let learners: string[];
let lesson: string;

const nameOf = (n: number): string => `learner-${n}`;

beforeAll(async () => {
  server = await RealServer.create();
  await server.start();
  host = await server.newTrader('meera', 0, 'instructor');
  learners = await Promise.all(Array.from({ length: LEARNERS }, (_, n) => server.newTrader(nameOf(n), 0)));
  const body = {
    instructor_name: 'Meera',
    instructor_email: 'meera@example.com',
    topic: 'Stops',
    hourly_rate: 0,
    start_time: new Date(Date.now() - 60_000).toISOString(),
    end_time: new Date(Date.now() + HOUR).toISOString(),
  };
  const made = await server.call('POST', '/createSession', { token: await server.adminToken(), body });
  lesson = (made.body.data as { id: string }).id;
  for (const token of learners) await server.call('POST', `/enrol/${lesson}`, { token });
}, 120_000);

afterAll(() => server.remove());

async function seat(token: string, n: number): Promise<Seated> {
  const socket = io(server.url, { auth: { token }, forceNew: true, reconnection: false, transports: ['websocket'] });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { n, token, socket };
}

const ask = (socket: Socket, event: string, payload: unknown): Promise<{ ok: boolean; reason?: string }> =>
  socket.timeout(10_000).emitWithAck(event, payload);

/** Repeats one action of a person until the connection breaks; only answered attempts count. */
async function untilCut(act: () => Promise<boolean>): Promise<void> {
  try {
    while (await act());
  } catch {
    // The server is gone.
  }
}

async function allReports(token: string): Promise<DeskReport[]> {
  const found: DeskReport[] = [];
  for (let page = 1; ; page++) {
    const { data } = (await server.call('GET', `/reports?limit=100&page=${page}`, { token })).body as unknown as {
      data: { reports: DeskReport[]; totalPages: number };
    };
    found.push(...data.reports);
    if (page >= data.totalPages) return found;
  }
}

async function warningsOf(token: string): Promise<number> {
  const reply = await server.call('GET', '/notifications?limit=100', { token });
  return (reply.body.data as { message: string }[]).filter(({ message }) => message.includes('How you behaved')).length;
}

async function letEverybodyIn(): Promise<void> {
  const removed = await server.call('GET', `/removedPeople/${lesson}`, { token: host });
  for (const { _id } of removed.body.data as { _id: string }[])
    expect((await server.call('POST', `/letIn/${_id}`, { token: host })).status).toBe(200);
}

/** What was acknowledged, over all cycles. */
const reported = new Set<string>();
const decided = new Map<string, string>();
let cutShort = 0;

async function cycle(round: number): Promise<Set<number>> {
  const teacher = await seat(host, -1);
  const class_ = await Promise.all(learners.map(seat));
  const messages: { id: number; from: string }[] = [];
  teacher.socket.on('call-chat', (message: { id: number; from: string }) => messages.push(message));
  for (const { socket } of [teacher, ...class_])
    expect(await ask(socket, 'join-room', { session: lesson })).toMatchObject({ ok: true });
  for (const { socket, n } of class_)
    expect(await ask(socket, 'call-chat', { text: `Round ${round}, learner ${n}` })).toMatchObject({ ok: true });
  const admin = await server.adminToken();
  const removed = new Set<number>();
  let begun = 0;
  const kinds = ['warned', 'dismissed', 'deleted'];
  const report = ({ socket, n }: Seated) => {
    let next = 0;
    return untilCut(async () => {
      const about = messages[next++];
      if (about === undefined) return false;
      const words = `round ${round} by ${n} of ${about.id}`;
      begun++;
      const answer = await ask(socket, 'call-report', { message: about.id, reason: 'insult', words });
      if (answer.ok) reported.add(words);
      return true;
    });
  };
  const remove = untilCut(async () => {
    const n = removed.size + 2;
    if (n >= LEARNERS) return false;
    begun++;
    // Seats are numbered in the order of arrival: the host, then the learners.
    const answer = await ask(teacher.socket, 'call-host', { act: 'remove', person: `p${n + 2}` });
    if (answer.ok) removed.add(n);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return answer.ok;
  });
  const decide = untilCut(async () => {
    for (const { _id } of (await allReports(admin)).filter(({ status }) => status === 'OPEN')) {
      const decision = kinds[begun++ % kinds.length];
      const reply = await server.call('POST', `/closeReport/${_id}`, { token: admin, body: { decision } });
      if (reply.status === 200) decided.set(_id, decision);
    }
    return true;
  });
  const work = [...class_.map(report), remove, decide];
  await new Promise((resolve) => setTimeout(resolve, 40 + 70 * round));
  await server.kill();
  await Promise.all(work);
  if (begun > 0) cutShort++;
  for (const { socket } of [teacher, ...class_]) socket.disconnect();
  return removed;
}

test(
  `killed ${CYCLES} times: what was acknowledged is there once, and the class goes on`,
  { timeout: 240_000 },
  async () => {
    for (let round = 0; round < CYCLES; round++) {
      const removed = await cycle(round);
      await server.start();
      const found = await allReports(await server.adminToken());
      const words = found.map((one) => one.words);
      expect(new Set(words).size, 'nothing is stored twice').toBe(words.length);
      expect([...reported].filter((one) => !words.includes(one))).toEqual([]);
      const decisions = new Map(found.map(({ _id, decision }) => [_id, decision]));
      expect([...decided].filter(([id, decision]) => decisions.get(id) !== decision)).toEqual([]);
      for (const [n, token] of learners.entries()) {
        const warned = found.filter(({ reported: who, decision }) => who.name === nameOf(n) && decision === 'warned');
        expect(await warningsOf(token), 'each warning reaches its person once').toBe(warned.length);
      }
      for (const n of removed) {
        const { socket } = await seat(learners[n], n);
        expect(await ask(socket, 'join-room', { session: lesson })).toMatchObject({ reason: 'removed-from-class' });
        socket.disconnect();
      }
      await letEverybodyIn();
    }
    expect([cutShort, reported.size > 0, decided.size > 0]).toEqual([CYCLES, true, true]);
  },
);
