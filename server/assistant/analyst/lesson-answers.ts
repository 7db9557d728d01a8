// The answer about lessons: the asker's own, the next ones on offer, and where everything about them is done.
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import { counted, list, money, timeWords, written } from './wording.ts';

export const answerLessons: Answerer = async (tools, { text: asked }) => {
  const { own, owned, offered, onOffer, paidFor, paid } = await tools.use('lessons', {});
  const text = written(
    /\b(?:paid|pay|spen[dt]|cost)\b/.test(asked) &&
      (paidFor === 0
        ? 'You have paid for no lesson so far; what was paid back does not count.'
        : `You have paid ${money(paid)} for ${counted(paidFor, 'lesson')} so far; what was paid back does not count.`),
    owned === 0
      ? 'You have no place in a lesson that is still to come.'
      : `Your ${owned === 1 ? 'next lesson' : `next ${counted(owned, 'lesson')}`}:`,
    list(
      own.map(
        ({ title, instructor, startsAt, hasBegun }) =>
          `${title} with ${instructor}, ${hasBegun ? `now, since ${timeWords(startsAt)}` : timeWords(startsAt)}`,
      ),
    ),
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
