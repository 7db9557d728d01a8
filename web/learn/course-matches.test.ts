// A search finds a course however its name is typed.
import { expect, test } from 'vitest';
import { courseMatches } from './course-matches.ts';

const course = { topic: 'Risk für Anfänger', specialization: 'risk', instructor_name: 'ஸ்ரீதர் José' } as const;

test.each([
  [{}, true],
  [{ q: 'FÜR' }, true],
  [{ q: 'Anfa\u0308nger' }, true],
  [{ q: 'jose\u0301' }, true],
  [{ q: '\uff52\uff49\uff53\uff4b' }, true],
  [{ q: 'தர்' }, true],
  [{ q: 'jose' }, false],
  [{ field: 'risk' as const }, true],
  [{ field: 'technical' as const, q: 'risk' }, false],
])('%j: %s', (search, expected) => expect(courseMatches(course, search)).toBe(expected));
