// Runs one seed of a whole simulated site, or repeats a list of its steps, and reports where it went wrong.
import type { Action } from '../action.ts';
import { describe as describeAction } from '../action.ts';
import { People } from '../people.ts';
import { Random } from '../random.ts';
import { Hash } from '../state-hash.ts';
import { drawWorld } from '../world.ts';
import { drawDefectRate, drawFault, drawLater, drawLaterRate } from './faults.ts';
import type { Fault } from './faults.ts';
import { bonusFaults, LEAPS_HOURS } from './bonus-rounds.ts';
import { drawSecondCutOff } from './cut-off.ts';
import type { CutOffWay } from './cut-off.ts';
import { historyFaults, proveTables } from './proof.ts';
import { drawLeaps } from './hours.ts';
import type { School } from './school.ts';
import { schoolFaults } from './school-proof.ts';
import { Site } from './site.ts';
import type { Tally } from '../tally.ts';

/** One step: an act of a person, and a fault. */
export interface Step {
  readonly action: Action | null;
  readonly fault: Fault | null;
}

export interface ShellRun {
  readonly seed: number;
  readonly steps: readonly Step[];
  /** Everything that did not hold; empty if all is well. */
  readonly wrong: readonly string[];
  readonly hash: number;
  readonly commands: number;
  readonly recoveries: number;
  readonly virtualMs: number;
  readonly happened: Tally;
}

/** How soon after the last fault every unknown outcome must be known. */
const HEALED_WITHIN_MS = 60_000;
/** Until the process that was cut off has learned what happened meanwhile. */
const HEARS_WITHIN_MS = 2_000;
const SETUP_GAP_MS = 150;
/** The server's longest pause before it asks again, and longer than its round here. */
const HOURS_OF_PAUSE = 7;
const PAUSE_MS = 6_000;
const MOST_PAUSES = 12;
/** How soon after a jump of the clock the market must have caught up. */
const KEPT_WITHIN_MS = 3_000;
/** Makes another sequence of the seed, in which the sites of regressions.txt have none of the faults that came later. */
const LATER = 53_529;
const DEFECTS = 69_809;

export function describe({ action, fault }: Step): string {
  return [action === null ? '' : describeAction(action), fault === null ? '' : `breaks: ${JSON.stringify(fault)}`]
    .filter(Boolean)
    .join('; ');
}

/** `script`: replaces what the seed would draw. */
export async function runShellSeed(
  seed: number,
  count: number,
  script: readonly Step[] | null = null,
): Promise<ShellRun> {
  const random = new Random(seed);
  const world = drawWorld(random);
  const luck = (salt: number) => new Random(seed + salt);
  const people = new People(world, random, {
    luck: luck(1024),
    whims: luck(4096),
    partings: luck(20_002),
    affairs: luck(30_008),
    sessions: luck(40_009),
    laws: luck(50_021),
  });
  const breaks = new Random(seed ^ 0xfa017);
  const later = luck(LATER);
  const laterRate = drawLaterRate(later);
  const defects = luck(DEFECTS);
  const defectRate = drawDefectRate(defects);
  const gapMs = new Random(seed ^ 0x9a9).pick([2, 10, 40]);
  /** The first steps make the market, its people, their cash and some quotes. */
  const quiet = 2 + world.users * 2 + world.instruments.length * 7;
  const site = new Site(seed, world.users);
  const steps: Step[] = [];
  try {
    site.start();
    site.screens.start();
    const next = (): void => {
      const mayBreak = steps.length >= quiet;
      const drawn = script === null ? draw(site, people, breaks, mayBreak) : script[steps.length];
      const isLater = script === null && mayBreak && later.chance(laterRate);
      const isDefect = script === null && mayBreak && defects.chance(defectRate);
      let step = isLater && drawn.fault === null ? { ...drawn, fault: drawLater(later) } : drawn;
      if (isDefect && step.fault === null) step = { ...step, fault: { kind: 'defect' } };
      steps.push(step);
      if (step.fault !== null) site.break(step.fault);
      if (step.action !== null) site.perform(step.action, steps.length);
      if (steps.length > quiet) site.school?.act(steps.length);
      if (steps.length > quiet && site.hasBonusRounds) site.income.giveBonus(seed, steps.length);
      // The market and its people are made one after another.
      const gap = steps.length < quiet ? SETUP_GAP_MS : breaks.next() * 2 * gapMs;
      if (steps.length < count) site.time.after(gap, next);
    };
    site.time.after(50, next);
    await site.time.run(() => steps.length >= count || site.wrong.length > 0, Infinity);
    await settle(site);
    await cutOff(site, 'at once');
    await cutOff(site, drawSecondCutOff(luck));
    if (site.holidays !== null) await passDays(site, drawLeaps(seed));
    if (site.hasBonusRounds) await passBonuses(site);
    await repeat(site);
    const wrong = [...site.wrong, ...site.history.wrong];
    const { time, history, happened, database } = site;
    const { decided } = history;
    if (wrong.length === 0)
      wrong.push(
        ...historyFaults(site.clients.requests, decided, database.tables, (command) => site.hasEffect(command)),
      );
    if (wrong.length === 0) wrong.push(...(await proveTables(database.tables, decided, site.wall)));
    if (wrong.length === 0 && site.school !== null) wrong.push(...schoolFaults(database.tables, site.school.gateway));
    return {
      seed,
      steps,
      wrong,
      hash: hashOf(site),
      commands: decided.length,
      recoveries: history.generations - 1,
      virtualMs: time.now,
      happened,
    };
  } catch (error) {
    // Also found: a fault of the server that nobody caught, or of the site itself.
    const wrong = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    const { time, happened } = site;
    return { seed, steps, wrong, hash: 0, commands: 0, recoveries: 0, virtualMs: time.now, happened };
  } finally {
    site.end();
  }
}

function draw(site: Site, people: People, breaks: Random, mayBreak: boolean): Step {
  const action = site.leader?.look((engine) => people.next(engine)) ?? null;
  const isBreaking = mayBreak && breaks.chance(site.trouble.rate);
  return { action, fault: isBreaking ? drawFault(breaks, site.trouble, site.screens.accounts.length) : null };
}

/** The faults are over: within a minute every request has a definite answer. */
async function settle(site: Site): Promise<void> {
  const { time, clients, wrong } = site;
  if (wrong.length > 0) return;
  site.heal();
  const isSettled = (): boolean => clients.areAnswered && site.leader?.exchange?.isRunning === true;
  await time.run(() => isSettled() || wrong.length > 0, time.now + HEALED_WITHIN_MS);
  for (const { asked, reply, isGivenUp, refusals } of clients.requests)
    if (reply === null && !isGivenUp)
      wrong.push(`${JSON.stringify(asked)} has no definite answer: ${refusals.at(-1) ?? 'none at all'}`);
  if (site.leader === null) wrong.push('nobody trades any more');
  if (site.school !== null && wrong.length === 0) await untilPaid(site, site.school);
}

/** The pauses between two questions to the payment provider are hours long: they pass, until nothing is open. */
async function untilPaid(site: Site, school: School): Promise<void> {
  const { time, clients, wrong } = site;
  const isOver = (): boolean => (school.isQuiet && clients.areAnswered) || wrong.length > 0;
  for (let times = 0; times < MOST_PAUSES && !isOver(); times++) {
    site.passHours(HOURS_OF_PAUSE);
    await time.run(isOver, time.now + PAUSE_MS);
  }
}

/** Hours pass without requests, and soon after each pause the market is as the calendar wants it. */
async function passDays(site: Site, leaps: readonly number[]): Promise<void> {
  const { time, wrong } = site;
  for (const hours of leaps) {
    if (wrong.length > 0) return;
    site.passHours(hours);
    await time.run(() => wrong.length > 0, time.now + KEPT_WITHIN_MS);
    const { leader, database } = site;
    const latest = Math.max(...database.tables.batches.map(({ at }) => at));
    wrong.push(...(leader?.look((engine) => leader.hours!.wrongIn(engine, latest)) ?? ['nobody keeps the hours']));
  }
}

/** Bonuses come near to their ends and pass them, and the next round has done everything that is due. */
async function passBonuses(site: Site): Promise<void> {
  const { time, wrong, database } = site;
  for (const hours of LEAPS_HOURS) {
    if (wrong.length > 0) return;
    site.passHours(hours);
    const at = site.wall;
    await time.run(() => wrong.length > 0, time.now + 2 * PAUSE_MS);
    const { leader } = site;
    wrong.push(...(leader?.look((engine) => bonusFaults(engine, database.tables, at)) ?? ['nobody ends bonuses']));
  }
}

/** Finally the process in charge is cut off from its database, while another one stands by. */
async function cutOff(site: Site, way: CutOffWay | null): Promise<void> {
  const { time, leader, wrong } = site;
  if (way === null || leader === null || wrong.length > 0) return;
  const until = site.cutOff(leader, way);
  await time.run(() => wrong.length > 0, until + HEARS_WITHIN_MS);
  await settle(site);
}

/** Every repeated request gets the same answer, and every page shows the true state. */
async function repeat(site: Site): Promise<void> {
  const { time, clients, wrong } = site;
  if (wrong.length > 0) return;
  clients.repeatAll();
  await time.run(() => clients.repeats.size === 0 || wrong.length > 0, time.now + HEALED_WITHIN_MS);
  for (const { asked, refusals } of clients.repeats)
    wrong.push(`${JSON.stringify(asked)}, repeated, has no definite answer: ${refusals.at(-1)}`);
  // Pushes are under way; pages that have lost their server reconnect by themselves.
  await time.run(() => wrong.length > 0, time.now + 10_000);
  const { leader } = site;
  if (leader === null) wrong.push('nobody trades any more');
  else if (wrong.length === 0) {
    let differences: string[] | null = null;
    time.after(0, () => void site.screens.differences(leader).then((found) => (differences = found)), leader);
    await time.run(() => differences !== null, time.now + 10_000);
    wrong.push(...(differences ?? ['pages could not be compared']));
  }
}

function hashOf({ history, clients, time, database }: Site): number {
  const hash = new Hash();
  for (const each of history.decided) hash.text(JSON.stringify(each));
  for (const { reply, answeredAt } of clients.requests) hash.text(`${answeredAt} ${reply?.body}`);
  for (const batch of database.tables.batches) hash.text(`${batch.sequence} ${batch.hash.toString('hex')}`);
  hash.text(String(time.now));
  return hash.value;
}

const kindOf = (wrong: readonly string[]): string => (wrong[0] ?? '').replace(/[\d.]+/g, '#').slice(0, 60);

const NOTHING: Step = { action: null, fault: null };

/** Fewer actions and faults that still go wrong in the same way; a removed one leaves its step empty. */
export async function shrinkShell(run: ShellRun, attempts = 150): Promise<ShellRun> {
  let best = run;
  let left = attempts;
  for (let size = Math.ceil(run.steps.length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.steps.length && left > 0; from += size) {
      const part = best.steps.slice(from, from + size);
      if (part.every(({ action, fault }) => action === null && fault === null)) continue;
      const fewer = best.steps.map((step, index) => (index >= from && index < from + size ? NOTHING : step));
      left--;
      const again = await runShellSeed(run.seed, fewer.length, fewer);
      if (kindOf(again.wrong) === kindOf(best.wrong)) best = { ...again, steps: fewer };
    }
  }
  return best;
}
