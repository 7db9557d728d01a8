// A statement's names become numbers, and a name that only the statement or only the list of values has is refused.
import { expect, test } from 'vitest';
import { numbered } from './named-values.ts';

test('names become their places, casts and literals stay', () => {
  const text = `select :at::bigint, u.id from unnest(:ids::integer[]) u(id) where u.id > :at and u.name = 'a'`;
  expect(numbered(text, ['ids', 'at'])).toBe(
    `select $2::bigint, u.id from unnest($1::integer[]) u(id) where u.id > $2 and u.name = 'a'`,
  );
});

test('an unknown name is refused', () => {
  expect(() => numbered('select :at, :id', ['at'])).toThrow('no value called id');
});

test('a value that the statement leaves out is refused', () => {
  expect(() => numbered('select :at', ['at', 'id', 'venue'])).toThrow('does not use id, venue');
});
