// The thread of the embedded media server: its links by room; each receives all others of its room and nobody else.
import { parentPort, workerData } from 'node:worker_threads';
import type { Opening } from './media-worker.ts';
import { Link } from './sfu-link.ts';
import type { LinkPlace, Stream } from './sfu-link.ts';

export type SfuOrder =
  | { kind: 'join'; link: string; room: string; person: string; others: number }
  | { kind: 'answer'; link: string; sdp: string }
  | { kind: 'leave'; link: string };

export type SfuNews =
  | { kind: 'offer'; link: string; sdp: string }
  | { kind: 'streams'; link: string; streams: Stream[] }
  | { kind: 'lost'; link: string };

const place = workerData as LinkPlace;
/** Each link gets a few ports of its own to choose from: two links that choose among the same ports could take the same one. */
const PORTS_EACH = 4;
let lastPort = place.ports[0];

function nextPorts(): [number, number] {
  const [first, last] = place.ports;
  const from = lastPort + PORTS_EACH - 1 > last ? first : lastPort;
  lastPort = from + PORTS_EACH;
  return [from, from + PORTS_EACH - 1];
}

const links = new Map<string, { room: string; link: Link; isAnswered: boolean }>();

const say = (message: SfuNews | Opening): void => parentPort?.postMessage(message);

function regroup(room: string): void {
  const there = [...links].filter(([, entry]) => entry.room === room && entry.isAnswered);
  for (const [id, { link }] of there) {
    link.listenTo(there.filter(([other]) => other !== id).map(([, entry]) => entry.link));
    say({ kind: 'streams', link: id, streams: link.streams });
  }
}

function leave(id: string): void {
  const entry = links.get(id);
  if (entry === undefined) return;
  links.delete(id);
  entry.link.close();
  regroup(entry.room);
}

async function join({ link: id, room, person, others }: Extract<SfuOrder, { kind: 'join' }>): Promise<void> {
  leave(id);
  const link = new Link(person, others, { ...place, ports: nextPorts() }, () => {
    if (links.get(id)?.link !== link) return;
    leave(id);
    say({ kind: 'lost', link: id });
  });
  links.set(id, { room, link, isAnswered: false });
  const sdp = await link.offer();
  if (links.get(id)?.link === link) say({ kind: 'offer', link: id, sdp });
}

async function answer({ link: id, sdp }: Extract<SfuOrder, { kind: 'answer' }>): Promise<void> {
  const entry = links.get(id);
  if (entry === undefined || entry.isAnswered) return;
  entry.isAnswered = true;
  await entry.link.take(sdp);
  regroup(entry.room);
}

/** A browser may send anything: if it cannot be used, only that browser's link ends. */
parentPort?.on('message', (order: SfuOrder) => {
  if (order.kind === 'leave') return leave(order.link);
  (order.kind === 'join' ? join(order) : answer(order)).catch(() => {
    leave(order.link);
    say({ kind: 'lost', link: order.link });
  });
});
say({ kind: 'opened' });
