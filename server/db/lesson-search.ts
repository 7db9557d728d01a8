// Finds lessons by what lists and the log call them: the topic, the field in words, and the instructor.
import { specializationNames, specializations } from '../../contract/learn.ts';
import type { Conditions } from './conditions.ts';
import { containing } from './list-query.ts';

/** A condition on `lessons l`: one of them contains this word, in any case. */
export function tellsOf(word: string, asked: Conditions): string {
  const part = asked.parameter(containing(word));
  const fields = specializationNames.filter((name) => specializations[name].toLowerCase().includes(word.toLowerCase()));
  const texts = ['topic', 'instructor_name', 'instructor_email'].map((column) => `l.${column} ilike ${part}`);
  return `(${texts.join(' or ')} or l.specialization = any(${asked.parameter(fields)}))`;
}
