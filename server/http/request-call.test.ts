// A request that does not fit the table is refused with a sentence that names the field.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../contract/routes.ts';
import { HttpError } from '../http-error.ts';
import { parseInput } from './request-call.ts';

function refusal(act: () => unknown): HttpError {
  try {
    act();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

// A package of the assistant's sets it in the same process.
z.config({ localeError: () => 'Invalid option: expected one of "asker"' });

test.each([
  [{ prompt: 'What is a stop?', history: [{ from: 'me', text: '' }] }, 'history.0.from', 'history'],
  [{ prompt: 'What is a stop?', history: 7 }, 'history', 'history'],
])('%j is told where it is wrong', (given, place, field) => {
  const { status, message, fields } = refusal(() => parseInput(routes['POST /generate'], given));
  const sentence = `${place} is missing or of the wrong kind. The reference at /docs says what it is.`;
  expect([status, message, fields]).toEqual([400, sentence, { [field]: sentence }]);
});

test('without a field, the request as a whole is wrong', () => {
  expect(refusal(() => parseInput(routes['POST /generate'], [])).message).toBe('The request is not valid.');
});
