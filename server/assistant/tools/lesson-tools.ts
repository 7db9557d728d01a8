// The tool about lessons: those the asker teaches, or has a place in, and that are not over, the next ones on offer, and what was earned or paid so far.
import { lessonTitle } from '../../../contract/learn.ts';
import type { AssignedLesson } from '../../../contract/learn.ts';
import type { Asker } from '../asker.ts';
import { round } from './market-tools.ts';

const SHOWN = 5;
const MOST_ASSIGNED = 100;

/** Each list begins with the lesson that comes next. */
export async function lessons(asker: Asker) {
  const [assigned, bought, offered] = await Promise.all([
    assignedTo(asker),
    asker.read('GET /getPurchased', {}),
    asker.read('GET /activeSessions', {}),
  ]);
  const now = new Date(asker.now()).toISOString();
  const own = bought
    .filter(({ status, end_time }) => status === 'SCHEDULED' && end_time > now)
    .toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1));
  const paidFor = bought.filter(({ paid, refund }) => paid > 0 && refund === null);
  const known = new Set([...own, ...(assigned ?? [])].map(({ id }) => id));
  const others = offered.filter(({ id }) => !known.has(id));
  return {
    taught: assigned && (await teaching(asker, assigned)),
    own: own.slice(0, SHOWN).map((lesson) => ({ ...lineOf(lesson), hasBegun: lesson.start_time <= now })),
    owned: own.length,
    offered: others.slice(0, SHOWN).map((course) => ({ ...lineOf(course), price: course.hourly_rate })),
    onOffer: others.length,
    paidFor: paidFor.length,
    paid: round(paidFor.reduce((sum, { paid }) => sum + paid, 0)),
  };
}

/** Null for those who do not teach. */
async function assignedTo(asker: Asker) {
  if (asker.user.role !== 'instructor') return null;
  const lessons = await asker.read('GET /getAssigned', { page: 1, limit: MOST_ASSIGNED, isPast: false });
  return lessons.filter(({ status }) => status === 'SCHEDULED');
}

async function teaching(asker: Asker, assigned: readonly AssignedLesson[]) {
  const { asked, months } = await asker.read('GET /lessonEarnings', {});
  const now = new Date(asker.now()).toISOString();
  return {
    next: assigned.slice(0, SHOWN).map((lesson) => ({
      ...lineOf(lesson),
      hasBegun: lesson.start_time <= now,
      price: lesson.hourly_rate,
      learners: lesson.learners.length,
    })),
    assigned: assigned.length,
    earned: round(months.reduce((sum, { net }) => sum + net, 0)),
    earnedThisMonth: asked.net,
  };
}

type Listed = Parameters<typeof lessonTitle>[0] & { instructor_name: string; start_time: string };

function lineOf(course: Listed) {
  return { title: lessonTitle(course), instructor: course.instructor_name, startsAt: course.start_time };
}
