// Large calls over the embedded media server: how much of a processor fifteen people cost, and whether all their packets arrive.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { pino } from 'pino';
import { openSfu } from '../server/adapters/sfu.ts';
import type { ClassOrder, ClassReport } from './call-class.ts';
import { short, spreadOf } from './section.ts';
import type { Section } from './section.ts';

const PLACE = { address: '127.0.0.1', isLoopback: true, ports: [43_000, 43_199] as const };
const SECONDS = 6;
const ROUNDS = 5;
/** The number of people, and how many have a camera: a class that sees its teacher, and a meeting in which everybody is seen. */
const CALLS = [
  { people: 8, cameras: 8 },
  { people: 15, cameras: 1 },
  { people: 15, cameras: 15 },
];

interface Round {
  readonly processor: number;
  readonly arrived: number;
  readonly packets: number;
  readonly delay: number;
}

export async function bench(): Promise<Section[]> {
  const rows: string[][] = [];
  for (const { people, cameras } of CALLS) {
    const rounds = await measure(people, cameras);
    const [processor, arrived, packets, delay] = (['processor', 'arrived', 'packets', 'delay'] as const).map((figure) =>
      spreadOf(rounds.map((round) => round[figure])),
    );
    rows.push([
      `${people}, ${cameras} with a camera`,
      `${short(packets.median)}/s`,
      `${processor.median.toFixed(0)} % (${processor.min.toFixed(0)} to ${processor.max.toFixed(0)})`,
      `${arrived.median.toFixed(2)} % (${arrived.min.toFixed(2)} at least)`,
      `${delay.median.toFixed(0)} ms (${delay.max.toFixed(0)})`,
    ]);
  }
  return [
    {
      title: 'Large calls over the embedded media server',
      columns: ['people', 'packets handed on', 'of one processor', 'arrived', 'p99 delay, median (worst)'],
      rows,
      notes: [
        `A voice is 50 packets a second, a camera 30 (250 kbit/s); ${ROUNDS} rounds of ${SECONDS} s. Everybody hears and sees all others.`,
        'The people are another process on the same machine, which works as hard as the server: both decrypt and encrypt every packet.',
      ],
    },
  ];
}

async function measure(people: number, cameras: number): Promise<Round[]> {
  const sfu = await openSfu(PLACE, pino({ level: 'silent' }));
  const crowd = fork(path.join(import.meta.dirname, 'call-class.ts'));
  const order = (message: ClassOrder): boolean => crowd.send(message);
  const rounds: Round[] = [];
  try {
    sfu.listen((news) => news.kind === 'offer' && order({ kind: 'offer', link: news.link, sdp: news.sdp }));
    crowd.on('message', (report: ClassReport) => report.kind === 'answer' && sfu.answer(report.link, report.sdp));
    const connected = reported(crowd, (report) => report.kind === 'connected' && report.people === people);
    for (let i = 0; i < people; i++)
      sfu.join({ link: `link${i}`, room: 'class', person: `p${i}`, page: 'page', name: `Person ${i}` });
    await connected;
    for (let round = 0; round <= ROUNDS; round++) {
      const counted = reported(crowd, (report) => report.kind === 'counted');
      const before = process.cpuUsage();
      const startedAt = performance.now();
      order({ kind: 'send', seconds: SECONDS, cameras });
      const report = await counted;
      const passed = performance.now() - startedAt;
      const { user, system } = process.cpuUsage(before);
      // The first one warms up.
      if (round > 0 && report.kind === 'counted') rounds.push(roundOf(report, people, (user + system) / 10 / passed));
    }
  } finally {
    order({ kind: 'end' });
    await sfu.close();
  }
  return rounds;
}

function roundOf(
  { sent, received, delays }: Extract<ClassReport, { kind: 'counted' }>,
  people: number,
  processor: number,
): Round {
  const due = sent * (people - 1);
  const sorted = delays.sort((a, b) => a - b);
  return {
    processor,
    arrived: (100 * received) / due,
    packets: received / SECONDS,
    delay: sorted[Math.floor(sorted.length * 0.99)],
  };
}

function reported(crowd: ChildProcess, isIt: (report: ClassReport) => boolean): Promise<ClassReport> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The people of the call do not answer.')), 60_000);
    const hear = (report: ClassReport): void => {
      if (!isIt(report)) return;
      clearTimeout(late);
      crowd.off('message', hear);
      resolve(report);
    };
    crowd.on('message', hear);
  });
}
