// The tool about lessons: those the asker has a place in and that are not over, the next ones on offer, and what was paid so far.
import { lessonTitle } from '../../../contract/learn.ts';
import type { Asker } from '../asker.ts';
import { round } from './market-tools.ts';

const SHOWN = 5;

/** Each list begins with the lesson that comes next. */
export async function lessons(asker: Asker) {
  const [bought, offered] = await Promise.all([
    asker.read('GET /getPurchased', {}),
    asker.read('GET /activeSessions', {}),
  ]);
  const now = new Date(asker.now()).toISOString();
  const own = bought
    .filter(({ status, end_time }) => status === 'SCHEDULED' && end_time > now)
    .toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1));
  const paidFor = bought.filter(({ paid, refund }) => paid > 0 && refund === null);
  const owned = new Set(own.map(({ id }) => id));
  const others = offered.filter(({ id }) => !owned.has(id));
  return {
    own: own.slice(0, SHOWN).map((lesson) => ({ ...lineOf(lesson), hasBegun: lesson.start_time <= now })),
    owned: own.length,
    offered: others.slice(0, SHOWN).map((course) => ({ ...lineOf(course), price: course.hourly_rate })),
    onOffer: others.length,
    paidFor: paidFor.length,
    paid: round(paidFor.reduce((sum, { paid }) => sum + paid, 0)),
  };
}

type Listed = Parameters<typeof lessonTitle>[0] & { instructor_name: string; start_time: string };

function lineOf(course: Listed) {
  return { title: lessonTitle(course), instructor: course.instructor_name, startsAt: course.start_time };
}
