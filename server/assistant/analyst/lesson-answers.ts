// The answer about lessons: those the asker teaches or has a place in, the next ones on offer, and where everything about them is done.
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import type { ToolResult } from '../tools/toolbox.ts';
import { counted, list, money, timeWords, written } from './wording.ts';

const whenOf = ({ startsAt, hasBegun }: { startsAt: string; hasBegun: boolean }): string =>
  hasBegun ? `now, since ${timeWords(startsAt)}` : timeWords(startsAt);

type Lessons = ToolResult<'lessons'>;
type Rating = Lessons['offered'][number]['instructorRating'];

const ratingWords = ({ stars, count: given }: Rating): string =>
  stars === null ? 'no ratings yet' : `${stars.toFixed(1)} stars, ${counted(given, 'rating')}`;

type Taught = NonNullable<Lessons['taught']>;

export const earnedWords = ({ earned, earnedThisMonth }: Taught): string =>
  `Your lessons have earned ${money(earned)} so far, ${money(earnedThisMonth)} of it this month.`;

/** For instructors. */
function taughtText(taught: Taught): string {
  const { next, assigned, earnedMost, rating } = taught;
  return written(
    next.length === 0
      ? 'No session that is still to come is assigned to you.'
      : `You teach next${assigned > next.length ? `, ${next.length} of ${assigned}` : ''}:`,
    list(
      next.map(
        (lesson) =>
          `${lesson.title}, ${whenOf(lesson)}, ${lesson.price === 0 ? 'free' : money(lesson.price)}: ${counted(lesson.learners, 'learner')}`,
      ),
    ),
    earnedWords(taught),
    earnedMost !== null &&
      `Of your newest lessons, this has earned most: ${earnedMost.title}, ${timeWords(earnedMost.startsAt)}, ${money(earnedMost.earned)} from ${counted(earnedMost.learners, 'learner')}.`,
    rating !== null && `What learners think of your lessons: ${ratingWords(rating)}.`,
    'What you teach stands under Sessions: its learners, the way into the call, and its own page, where files are added. Earnings says what each month has brought, and Dashboard how learners have rated it. When a session is held, what it costs and whether it is canceled is decided by the administrators of this site; they also pay out what it has earned.',
  );
}

/** No number of days, hours or people: `lessons within 7 days`. */
const AT_MOST =
  /\b(?:under|below|(?:less|cheaper|lower) than|at most|up to|not more than|for) (?:₹|rs\.? ?)?(\d[\d,]{0,6})\b(?! ?(?:days?|weeks?|months?|hours?|hrs?|minutes?|mins?|people|persons?|learners?|students?|places?|seats?|friends?|stars?|am\b|pm\b|:))/;

/** In rupees: `lessons under 500`, `free lessons`. */
function highestPrice(asked: string): number | undefined {
  if (/\bfree\b/.test(asked)) return 0;
  const price = AT_MOST.exec(asked)?.[1];
  return price === undefined ? undefined : Number(price.replaceAll(',', ''));
}

/** What can be had at the price that was asked for, and otherwise. */
function offerWords({ onOffer, offered, onOfferAtAnyPrice, priceTo }: Lessons): string | false {
  if (onOfferAtAnyPrice === 0) return false;
  if (priceTo === null)
    return `On offer${onOffer > offered.length ? `, the next ${offered.length} of ${onOffer}` : ''}:`;
  const wanted = priceTo === 0 ? 'free' : `for ${money(priceTo)} or less`;
  return onOffer === 0
    ? `No lesson on offer is ${wanted}. At other prices there are ${onOfferAtAnyPrice}.`
    : `On offer ${wanted}: ${onOffer} of ${onOfferAtAnyPrice}.`;
}

export const answerLessons: Answerer = async (tools, { text: asked }) => {
  const isByRating = /\b(?:rat(?:ed|ing|ings)|stars?|best|top|good)\b/.test(asked);
  const found = await tools.use('lessons', { priceTo: highestPrice(asked), isByRating });
  const { taught, own, owned, offered, priceTo, paidFor, paid } = found;
  const isOfPlaces = /\b(?:seats?|places?|full|room)\b/.test(asked);
  const text = written(
    taught !== null && taughtText(taught),
    /\b(?:paid|pay|spen[dt]|(?:did|have|has) .*cost)\b/.test(asked) &&
      priceTo === null &&
      (paidFor === 0
        ? 'You have paid for no lesson so far; what was paid back does not count.'
        : `You have paid ${money(paid)} for ${counted(paidFor, 'lesson')} so far; what was paid back does not count.`),
    owned === 0
      ? taught === null && 'You have no place in a lesson that is still to come.'
      : `Your ${owned === 1 ? 'next lesson' : `next ${counted(owned, 'lesson')}`}:`,
    list(own.map((lesson) => `${lesson.title} with ${lesson.instructor}, ${whenOf(lesson)}`)),
    offerWords(found),
    list(
      offered.map(({ title, instructor, startsAt, price, placesLeft, instructorRating }) =>
        [
          `${title} with ${instructor}${isByRating ? ` (${ratingWords(instructorRating)})` : ''}`,
          timeWords(startsAt),
          price === 0 ? 'free' : money(price),
          ...(isOfPlaces ? [placesLeft === 0 ? 'no place left' : `${counted(placesLeft, 'place')} left`] : []),
        ].join(', '),
      ),
    ),
    isByRating &&
      offered.length > 0 &&
      'Ratings are of all lessons of an instructor; a lesson to come has none of its own.',
    'What is on offer stands under Courses, and what is yours under My lessons there: the time, the materials, the way into the call, and, until the door opens, the button that gives your place back with what you have paid. There are no certificates.',
  );
  return answer(text, [], ['How was my day?', 'What moves today?', 'What is a limit order?']);
};
