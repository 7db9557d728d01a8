// People in live calls over real sockets, and the traces they leave: a call that was left, a report from it, a person who was removed.
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { CallEntry } from '../../contract/call.ts';
import type { RequestName } from '../../contract/events.ts';
import type { Person, WholeServer } from './whole-server.ts';

const MOST_WAIT_MS = 10_000;

export function connect({ url }: WholeServer, token: string | null): Socket {
  const auth = token === null ? {} : { token };
  return io(url, { auth, forceNew: true, reconnection: false, transports: ['websocket'] });
}

export const next = <Payload = unknown>(socket: Socket, event: string): Promise<Payload> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event}`)), MOST_WAIT_MS);
    socket.once(event, (payload: Payload) => {
      clearTimeout(timer);
      resolve(payload);
    });
  });

/** @throws when it is refused. */
export async function ask(socket: Socket, event: RequestName, payload: unknown): Promise<void> {
  const answer = (await socket.timeout(MOST_WAIT_MS).emitWithAck(event, payload)) as { ok: boolean; message?: string };
  if (!answer.ok) throw new Error(`${event} was refused: ${answer.message}`);
}

/** `host` begins a call by code, or holds a lesson. */
export async function beginCall(host: Socket, lesson: string | null = null): Promise<CallEntry> {
  const entered = next<CallEntry>(host, lesson === null ? 'room-created' : 'room-joined');
  await (lesson === null ? ask(host, 'create-room', null) : ask(host, 'join-room', { session: lesson }));
  return entered;
}

export async function enterCall(guest: Socket, way: { roomCode: string } | { session: string }): Promise<CallEntry> {
  const entered = next<CallEntry>(guest, 'room-joined');
  await ask(guest, 'join-room', way);
  return entered;
}

/** Both are in it, `work` is done, and both leave. Returns the code of the room. */
async function together(
  server: WholeServer,
  [host, guest]: readonly [Person, Person],
  { lesson, work }: { lesson: string | null; work: (call: OfTwo) => Promise<void> },
): Promise<string> {
  const sockets = [connect(server, host.token), connect(server, guest.token)] as const;
  try {
    await Promise.all(sockets.map((socket) => next(socket, 'stockUpdate')));
    const { roomCode, me } = await beginCall(sockets[0], lesson);
    const entered = await enterCall(sockets[1], lesson === null ? { roomCode } : { session: lesson });
    await work({ host: { socket: sockets[0], id: me }, guest: { socket: sockets[1], id: entered.me } });
    return roomCode;
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

interface OfTwo {
  readonly host: Seated;
  readonly guest: Seated;
}
interface Seated {
  readonly socket: Socket;
  readonly id: string;
}

/** A call by code that is over, in which `guest` can still report messages of `host`. */
export const pastCallOf = (server: WholeServer, guest: Person, host: Person): Promise<string> =>
  together(server, [host, guest], {
    lesson: null,
    work: ({ host: { socket } }) => ask(socket, 'call-chat', { text: 'Buy before it is too late' }),
  });

export async function reportFromCall(server: WholeServer, guest: Person, host: Person): Promise<void> {
  const reason = { reason: 'insult', words: 'Again' };
  await together(server, [host, guest], {
    lesson: null,
    work: (call) => ask(call.guest.socket, 'call-report', { ...reason, person: call.host.id }),
  });
}

/** `teacher` removes a learner from a lesson that is open. */
export async function sendAway(server: WholeServer, lesson: string, teacher: Person, learner: Person): Promise<void> {
  await together(server, [teacher, learner], {
    lesson,
    work: ({ host, guest }) => ask(host.socket, 'call-host', { act: 'remove', person: guest.id }),
  });
}
