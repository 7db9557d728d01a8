// The tool about lessons: those the asker has a place in and that are not over, and the next ones on offer.
import { lessonTitle } from '../../../contract/learn.ts';
import type { Asker } from '../asker.ts';

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
  const owned = new Set(own.map(({ id }) => id));
  const others = offered.filter(({ id }) => !owned.has(id));
  return {
    own: own.slice(0, SHOWN).map(lineOf),
    owned: own.length,
    offered: others.slice(0, SHOWN).map((course) => ({ ...lineOf(course), hourlyRate: course.hourly_rate })),
    onOffer: others.length,
  };
}

type Listed = Parameters<typeof lessonTitle>[0] & { instructor_name: string; start_time: string };

function lineOf(course: Listed) {
  return { title: lessonTitle(course), instructor: course.instructor_name, startsAt: course.start_time };
}
