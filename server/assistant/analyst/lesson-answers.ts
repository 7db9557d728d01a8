// The answer about lessons: those the asker teaches or has a place in, the next ones on offer, and where everything about them is done.
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import type { ToolResult } from '../tools/toolbox.ts';
import { counted, list, money, timeWords, written } from './wording.ts';

const whenOf = ({ startsAt, hasBegun }: { startsAt: string; hasBegun: boolean }): string =>
  hasBegun ? `now, since ${timeWords(startsAt)}` : timeWords(startsAt);

/** For instructors. */
function taughtText({ next, assigned, earned, earnedThisMonth }: NonNullable<ToolResult<'lessons'>['taught']>): string {
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
    `Your lessons have earned ${money(earned)} so far, ${money(earnedThisMonth)} of it this month.`,
    'What you teach stands under Sessions: its learners, the way into the call, and its own page, where files are added. Earnings says what each month has brought, and Dashboard how learners have rated it. When a session is held, what it costs and whether it is canceled is decided by the administrators of this site; they also pay out what it has earned.',
  );
}

export const answerLessons: Answerer = async (tools, { text: asked }) => {
  const { taught, own, owned, offered, onOffer, paidFor, paid } = await tools.use('lessons', {});
  const text = written(
    taught !== null && taughtText(taught),
    /\b(?:paid|pay|spen[dt]|cost)\b/.test(asked) &&
      (paidFor === 0
        ? 'You have paid for no lesson so far; what was paid back does not count.'
        : `You have paid ${money(paid)} for ${counted(paidFor, 'lesson')} so far; what was paid back does not count.`),
    owned === 0
      ? taught === null && 'You have no place in a lesson that is still to come.'
      : `Your ${owned === 1 ? 'next lesson' : `next ${counted(owned, 'lesson')}`}:`,
    list(own.map((lesson) => `${lesson.title} with ${lesson.instructor}, ${whenOf(lesson)}`)),
    onOffer > 0 && `On offer${onOffer > offered.length ? `, the next ${offered.length} of ${onOffer}` : ''}:`,
    list(
      offered.map(
        ({ title, instructor, startsAt, price }) =>
          `${title} with ${instructor}, ${timeWords(startsAt)}, ${price === 0 ? 'free' : money(price)}`,
      ),
    ),
    'What is on offer stands under Courses, and what is yours under My lessons there: the time, the materials, the way into the call, and, until the door opens, the button that gives your place back with what you have paid. There are no certificates.',
  );
  return answer(text, [], ['How was my day?', 'What moves today?', 'What is a limit order?']);
};
