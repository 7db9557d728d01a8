// Live calls: rooms for sockets, lessons from the school, audio and video through the media adapter, and the clock that drives them.
import { randomBytes } from 'node:crypto';
import { iceServersOf } from '../adapters/ice-servers.ts';
import { liveKitMedia } from '../adapters/livekit.ts';
import { callMedia } from '../adapters/media.ts';
import type { LargeMedia, Media } from '../adapters/media.ts';
import { openSfu } from '../adapters/sfu.ts';
import { openTurn } from '../adapters/turn.ts';
import { Calls } from '../call/calls.ts';
import { takeReport } from '../call/reports.ts';
import { noteRemoval } from '../learn/removals.ts';
import type { Learn } from '../learn/routes.ts';
import { everyRound } from './site.ts';
import type { Site } from './site.ts';
import type { Speaker } from './speaker.ts';

const CLOCK_MS = 1_000;
/** How often attendance is stored, of which a crash loses no more than this, and credentials of relays are renewed. */
const CALL_ROUND_MS = 30_000;
/** How often to check the lessons of calls, beside the moments at which one is changed or canceled at the desk. */
const LESSON_LOOK_MS = 10_000;
const LOOK = 'looking at lessons that are held';

export async function openCalls(site: Site, learn: Learn, media: Media, speaker: Speaker): Promise<Calls> {
  const { config, db, log, now, closers } = site;
  const { visits } = learn;
  await visits.recover();
  const calls = new Calls({
    lessons: {
      admission: learn.admission,
      times: learn.lessonTimes,
      came: (lesson, account, at) => visits.came(lesson, account, at),
      went: (lesson, account, at) => visits.went(lesson, account, at),
      removed: (what) => noteRemoval(db, what),
      ended: (lesson, at) => visits.ended(lesson, at),
      reopened: (lesson) => visits.reopened(lesson),
      stored: () => visits.save(),
    },
    report: (report) => takeReport(db, report),
    media,
    isUnlimited: config.rateLimit === 'off',
    log,
    now,
    push: (socket, event, payload) => speaker.tellCall(socket, event, payload),
  });
  closers.add(() => visits.close());
  everyRound(site, CLOCK_MS, 'the clock of calls', async () => calls.tick());
  everyRound(site, CALL_ROUND_MS, 'storing attendance', () => visits.beat());
  everyRound(site, CALL_ROUND_MS, 'renewing credentials of relays', () => calls.renewWays());
  everyRound(site, LESSON_LOOK_MS, LOOK, () => calls.lookAtLessons());
  // A former host could end the class, or remove people from it, until the next round.
  learn.onChange(() => void calls.lookAtLessons().catch((error) => log.warn({ err: error }, `${LOOK} failed`)));
  return calls;
}

/** How audio and video travel, which decides how many people a call can have. */
export async function openMedia(site: Site): Promise<Media> {
  const { config, log, now, closers } = site;
  const { turn, turnSecret } = config.calls;
  // Without a setting, a new one is made at each start: nobody else needs the secret of our own relay, and old credentials expire with it.
  const secret = turnSecret ?? (turn && randomBytes(32).toString('base64url'));
  if (turn !== undefined && secret !== undefined) {
    const relay = await openTurn(turn, secret, log);
    closers.add(() => relay.close());
  }
  const iceServersFor = iceServersOf(config.calls, secret);
  return callMedia((account) => iceServersFor(account, now()), await openLarge(site));
}

async function openLarge({ config, log, closers }: Site): Promise<LargeMedia | null> {
  const { sfu } = config.calls;
  if (config.livekit !== undefined) return liveKitMedia({ ...config.livekit, log });
  if (sfu === undefined) return null;
  const opened = await openSfu(sfu, log);
  closers.add(() => opened.close());
  return opened;
}
