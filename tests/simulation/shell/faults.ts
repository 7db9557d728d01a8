// The faults of a simulated site, and how they are drawn: each world has some of them often, and others never.
import type { Random } from '../random.ts';
import type { Mishap } from './database.ts';

export type Fault =
  | { readonly kind: 'mishap'; readonly mishap: Mishap }
  /** kill -9 at this very instant. */
  | { readonly kind: 'kill' }
  /** The process stands still, as under SIGSTOP or in a machine that is being migrated. */
  | { readonly kind: 'pause'; readonly ms: number }
  /** Another process stands by, or is started by mistake beside the first. */
  | { readonly kind: 'second'; readonly isStandby: boolean }
  /** Nothing passes between the process and its database, in either direction, for this long. */
  | { readonly kind: 'partition'; readonly ms: number }
  /** Every present connection dies silently. */
  | { readonly kind: 'half-open' }
  | { readonly kind: 'database-restart'; readonly ms: number }
  | { readonly kind: 'disk-full'; readonly ms: number }
  /** The machine's clock jumps. */
  | { readonly kind: 'clock'; readonly ms: number }
  /** The machine's clock stands still. */
  | { readonly kind: 'clock-frozen'; readonly ms: number }
  /** A page is closed or loses its connection, and comes back. */
  | { readonly kind: 'screen-gone'; readonly account: number; readonly ms: number }
  | { readonly kind: 'provider-away'; readonly ms: number }
  /** The disk stalls for this long: requests that need it wait, and nothing can end that. */
  | { readonly kind: 'disk-stalls'; readonly ms: number }
  /** Nothing at all can be written, not only commits of batches. */
  | { readonly kind: 'read-only'; readonly ms: number }
  /** Others have taken every connection that the database offers. */
  | { readonly kind: 'no-connection'; readonly ms: number }
  /** A mistake in the program: the listener of the next execution throws, in the middle of the decision. */
  | { readonly kind: 'defect' };

/** The error thrown then. All other unexpected errors are real mistakes. */
export class Defect extends Error {
  constructor() {
    super('a defect: the command was not carried out');
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CODES = ['40001', '40P01', '57014', '55P03', '53100', '53200', '57P01', '58030'] as const;
const KINDS = [
  'mishap',
  'kill',
  'pause',
  'second',
  'partition',
  'half-open',
  'database-restart',
  'disk-full',
  'clock',
  'clock-frozen',
  'screen-gone',
  'provider-away',
] as const;
/** Faults that were added later; drawn apart, so that older seeds stay the same. */
const LATER = ['disk-stalls', 'read-only', 'no-connection'] as const;
const MISHAPS = ['lost', 'silent', 'slow', 'refused', 'killed'] as const;

export interface Trouble {
  /** How often anything breaks, for each step. */
  readonly rate: number;
  readonly weights: Readonly<Record<(typeof KINDS)[number], number>>;
  readonly mishaps: Readonly<Record<(typeof MISHAPS)[number], number>>;
  /** How often a request, or its reply, is lost; and how often it arrives twice. */
  readonly lossRate: number;
  readonly twiceRate: number;
}

export function drawTrouble(random: Random): Trouble {
  const some = (most: number) => (random.chance(0.4) ? 0 : random.next() * most);
  const weights = Object.fromEntries(KINDS.map((kind) => [kind, kind === 'mishap' ? 4 : some(1)]));
  const mishaps = Object.fromEntries(MISHAPS.map((kind) => [kind, 0.02 + some(2)]));
  return {
    rate: random.pick([0, 0.01, 0.03, 0.08]),
    weights: weights as Trouble['weights'],
    mishaps: mishaps as Trouble['mishaps'],
    lossRate: random.pick([0, 0.02, 0.1]),
    twiceRate: random.pick([0, 0.05, 0.3]),
  };
}

export function drawFault(random: Random, { weights, mishaps }: Trouble, users: number): Fault {
  const kind = random.weighted(weights);
  switch (kind) {
    case 'mishap':
      return { kind, mishap: drawMishap(random, random.weighted(mishaps)) };
    case 'kill':
    case 'half-open':
      return { kind };
    case 'pause':
      return { kind, ms: random.pick([200, 2_500, 9_000]) };
    case 'second':
      return { kind, isStandby: random.chance(0.8) };
    case 'partition':
      return { kind, ms: random.pick([300, 2_500, 9_000]) };
    case 'clock':
      return { kind, ms: random.pick([HOUR_MS, -HOUR_MS, -1_000, -20_000, 60_000, 4 * DAY_MS]) };
    case 'screen-gone':
      return { kind, account: random.whole(1, users), ms: random.pick([50, 1_000, 8_000]) };
    case 'database-restart':
    case 'disk-full':
    case 'clock-frozen':
    case 'provider-away':
      return { kind, ms: random.pick([100, 1_000, 4_000]) };
  }
}

/** How often, for each step. */
export const drawLaterRate = (random: Random): number => random.pick([0, 0, 0.004, 0.02]);

export const drawLater = (random: Random): Fault => ({
  kind: random.pick(LATER),
  ms: random.pick([300, 2_000, 7_000, 20_000]),
});

/** How often, for each step. */
export const drawDefectRate = (random: Random): number => random.pick([0, 0, 0, 0.004, 0.02]);

function drawMishap(random: Random, kind: (typeof MISHAPS)[number]): Mishap {
  const on = random.chance(0.8) ? 'commit' : 'any';
  switch (kind) {
    case 'lost':
    case 'silent':
      return { on, kind, moment: random.pick(['before', 'after']) };
    case 'slow':
      return { on, kind, ms: random.pick([300, 1_500, 4_000, 12_000, 31_000]) };
    case 'refused':
      return { on, kind, code: random.pick(CODES) };
    case 'killed':
      return { on, kind, moment: random.pick(['before', 'underway', 'after', 'answered']) };
  }
}
