// The tool about lessons: those the asker teaches, or has a place in, and that are not over, the next ones on offer, and what was earned or paid so far.
import type { ToolInput } from '../../../contract/assistant.ts';
import { lessonTitle } from '../../../contract/learn.ts';
import type { AssignedLesson, CourseCard } from '../../../contract/learn.ts';
import type { RatingSummary } from '../../../contract/ratings.ts';
import type { Asker } from '../asker.ts';
import { round } from './market-tools.ts';

const SHOWN = 5;
const MOST_ASSIGNED = 100;

/** Each list begins with the lesson that comes next. */
export async function lessons(asker: Asker, { priceTo = Infinity, isByRating = false }: ToolInput<'lessons'>) {
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
  const fitting = others.filter(({ hourly_rate }) => hourly_rate <= priceTo);
  if (isByRating)
    fitting.sort((one, other) => (other.instructorRating.tenths ?? 0) - (one.instructorRating.tenths ?? 0));
  return {
    taught: assigned && (await teaching(asker, assigned, offered)),
    own: own.slice(0, SHOWN).map((lesson) => ({ ...lineOf(lesson), hasBegun: lesson.start_time <= now })),
    owned: own.length,
    offered: fitting.slice(0, SHOWN).map((course) => ({
      ...lineOf(course),
      price: course.hourly_rate,
      placesLeft: course.seats - course.enrolled,
      instructorRating: ratingOf(course.instructorRating),
    })),
    onOffer: fitting.length,
    onOfferAtAnyPrice: others.length,
    priceTo: priceTo === Infinity ? null : priceTo,
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

async function teaching(asker: Asker, assigned: readonly AssignedLesson[], offered: readonly CourseCard[]) {
  const [{ asked, months }, past] = await Promise.all([
    asker.read('GET /lessonEarnings', {}),
    asker.read('GET /getAssigned', { page: 1, limit: MOST_ASSIGNED, isPast: true }),
  ]);
  const ids = new Set(assigned.map(({ id }) => id));
  const rating = offered.find(({ id }) => ids.has(id))?.instructorRating;
  const best = [...past, ...assigned]
    .filter(({ earned }) => earned > 0)
    .toSorted((one, other) => other.earned - one.earned)
    .at(0);
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
    earnedMost: best === undefined ? null : { ...lineOf(best), earned: best.earned, learners: best.learners.length },
    // Known from what is on offer: null without a lesson to come.
    rating: rating === undefined ? null : ratingOf(rating),
  };
}

/** In stars; null while nobody has rated. */
const ratingOf = ({ tenths, count }: RatingSummary) => ({ stars: tenths === null ? null : tenths / 10, count });

type Listed = Parameters<typeof lessonTitle>[0] & { instructor_name: string; start_time: string };

function lineOf(course: Listed) {
  return { title: lessonTitle(course), instructor: course.instructor_name, startsAt: course.start_time };
}
