// Live calls: rooms for sockets, lessons from the school, sound and picture by the media adapter, and the clock of all of it.
import { meshMedia } from '../adapters/media.ts';
import { Calls } from '../call/calls.ts';
import type { Learn } from '../learn/routes.ts';
import { everyRound } from './site.ts';
import type { Site } from './site.ts';
import type { Speaker } from './speaker.ts';

const TICK_MS = 1_000;
/** A crash costs attendance no more than this. */
const BEAT_MS = 30_000;
/** So long a call of a lesson goes on that has been canceled. */
const LESSON_LOOK_MS = 10_000;

export async function openCalls(site: Site, learn: Learn, speaker: Speaker): Promise<Calls> {
  const { config, log, now, closers } = site;
  const { visits } = learn;
  await visits.recover();
  const calls = new Calls({
    lessons: {
      admission: learn.admission,
      times: learn.lessonTimes,
      came: (lesson, account, at) => visits.came(lesson, account, at),
      went: (lesson, account, at) => visits.went(lesson, account, at),
      ended: (lesson, at) => visits.ended(lesson, at),
    },
    media: meshMedia(config.iceServers),
    log,
    now,
    push: (socket, event, payload) => speaker.tellCall(socket, event, payload),
  });
  closers.add(() => visits.close());
  everyRound(site, TICK_MS, 'the clock of calls', async () => calls.tick());
  everyRound(site, BEAT_MS, 'storing attendance', () => visits.beat());
  everyRound(site, LESSON_LOOK_MS, 'looking at lessons that are held', () => calls.lookAtLessons());
  return calls;
}
