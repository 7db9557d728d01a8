// X17: clients that never read, send nothing, or send one letter a second. Others hardly notice, and the memory stays bounded.
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';
import type { Stage } from './stage.ts';

interface Crowd {
  readonly readersEach: number;
  readonly silent: number;
  readonly drips: number;
}

const CROWD: Crowd = { readersEach: 8, silent: 1_000, drips: 300 };
const FOR_MS = 15_000;
const TRADERS = 10;
const MOST_GROWTH_MB = 300;
/** More come at once than wait at the door: a server that is busy for a moment lets the rest in when they knock again. */
const HERE_WITHIN_MS = 10_000;
/** Of anybody: who is still waiting at the end is in no hundredth. */
const MOST_WAIT_MS = 5_000;
/** For the slowest hundredth: twice the time before, plus an allowance for a shared machine. */
const ALLOWED_MS = 250;

async function memoryOf({ server }: Stage): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

interface DeafReader {
  isConnected(): boolean;
  disconnect(): void;
}

/** Connected like any page, and then reading nothing, so that pushes pile up on the way. */
function deafReader(stage: Stage, token: string): DeafReader {
  let isDeaf = false;
  const socket = io(stage.server.url, {
    auth: { token },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
  });
  socket.on('connect', () => {
    const transport = socket.io.engine.transport as unknown as { ws: { _socket?: Socket } };
    const line = transport.ws._socket;
    line?.pause();
    isDeaf = line?.isPaused() === true;
  });
  return { isConnected: () => isDeaf && socket.connected, disconnect: () => void socket.disconnect() };
}

function stranger(stage: Stage, says: string): Socket {
  const { hostname, port } = new URL(stage.server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  if (says !== '') {
    socket.write('GET /stocks HTTP/1.1\r\nHost: localhost\r\n');
    const timer = setInterval(() => socket.write(says), 1_000);
    socket.on('close', () => clearInterval(timer));
  }
  return socket;
}

const slowest = (scene: Scene, from: number, to: number): number => {
  const waits = scene.journal.attempts
    .filter(({ sentAt, ms }) => sentAt + ms >= from && sentAt + ms < to)
    .map(({ ms }) => ms);
  waits.sort((one, other) => one - other);
  return waits[Math.floor(waits.length * 0.99)] ?? Infinity;
};

/** A crowd that was turned away at the door proves nothing. */
function whoIsMissing(readers: readonly DeafReader[], silent: readonly Socket[], drips: readonly Socket[]): string[] {
  const isOpen = (socket: Socket): boolean => socket.readyState === 'open';
  const here = {
    'deaf readers': [readers.filter((reader) => reader.isConnected()).length, TRADERS * CROWD.readersEach],
    'silent connections': [silent.filter(isOpen).length, CROWD.silent],
    'dripping ones': [drips.filter(isOpen).length, CROWD.drips],
  };
  return Object.entries(here).flatMap(([who, [count, wanted]]) =>
    count === wanted ? [] : [`${count} of ${wanted} ${who} are connected`],
  );
}

async function crowdIn(scene: Scene): Promise<void> {
  const { stage, traders, wrong } = scene;
  const quietFrom = performance.now();
  await sleep(3_000);
  const before = { memory: await memoryOf(stage), slowest: slowest(scene, quietFrom, performance.now()) };
  const readers = traders.flatMap(({ token }) =>
    Array.from({ length: CROWD.readersEach }, () => deafReader(stage, token)),
  );
  const silent = Array.from({ length: CROWD.silent }, () => stranger(stage, ''));
  const drips = Array.from({ length: CROWD.drips }, (_, n) => stranger(stage, `X-${n}: a\r\n`));
  const missing = (): string[] => whoIsMissing(readers, silent, drips);
  const until = performance.now() + HERE_WITHIN_MS;
  await sleep(1_000);
  while (missing().length > 0 && performance.now() < until) await sleep(100);
  wrong.push(...missing());
  const crowdedFrom = performance.now();
  await sleep(FOR_MS);
  const after = { memory: await memoryOf(stage), slowest: slowest(scene, crowdedFrom, performance.now()) };
  for (const reader of readers) reader.disconnect();
  for (const socket of [...silent, ...drips]) socket.destroy();
  if (after.memory - before.memory > MOST_GROWTH_MB)
    wrong.push(`memory grew from ${Math.round(before.memory)} to ${Math.round(after.memory)} MB`);
  if (!Number.isFinite(before.slowest) || after.slowest > 2 * before.slowest + ALLOWED_MS)
    wrong.push(`the slowest hundredth waited ${Math.round(after.slowest)} ms, ${Math.round(before.slowest)} before`);
}

export const slowClients: Fault = {
  id: 'X17',
  what: '80 readers that never read, 1,000 silent connections, 300 that drip their headers',
  cycles: { day: 1, night: 10 },
  run: (stage) =>
    underLoad(
      stage,
      { traders: TRADERS, hasScreens: false, recoveryMs: 5_000, longestMs: MOST_WAIT_MS },
      async (scene) => {
        await crowdIn(scene);
        return performance.now();
      },
    ),
};
