// Makes inputs for a call out of its schema: good ones, and good ones spoiled in one place, for tests that throw them at the server.
import fc from 'fast-check';
import * as z from 'zod/mini';
import { routes, type RouteName } from '../contract/routes.ts';

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Values that have broken programs before. */
const poison: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'null',
    '0',
    '-0',
    'NaN',
    '1e309',
    '__proto__',
    'constructor',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    'http://169.254.169.254/',
    '<script>alert(1)</script>',
    '=HYPERLINK("x")',
    '(a+)+$',
    '\u202e\ufeff',
    '😀'.repeat(40),
    'x'.repeat(5000),
    -1,
    0,
    0.1,
    1.005,
    2 ** 53,
    1e21,
    1e300,
    -1e-300,
    [],
    {},
    [[]],
    [null],
    { $ne: null },
    { $gt: '' },
    { toString: 'x' },
    { length: 1e9 },
    JSON.parse('{"then":"x"}'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.double(),
);

/** Roughly what the schema asks for. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(fitting));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, fitting(inner)])),
      );
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 4 });
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1e9, 1e9) });
    case 'number':
      return fc.integer({ min: 1, max: 1e7 }).map((paise) => paise / 100);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.oneof(
        fc.constantFrom('asha1@example.com', 'TCS', '123456', 'secret12', '00000000-0000-4000-8000-000000000000', '7'),
        fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 40) }),
      );
    default:
      return poison;
  }
}

function spoil(input: unknown, value: unknown, place: number): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return value;
  const keys = Object.keys(input);
  if (keys.length === 0 || place % (keys.length + 2) === keys.length) return value;
  if (place % (keys.length + 2) === keys.length + 1) return { ...input, extra: value };
  const key = keys[place % (keys.length + 2)];
  const { [key]: old, ...rest } = input as Record<string, unknown>;
  if (typeof old === 'object' && place % 2 === 0) return { ...rest, [key]: spoil(old, value, place >> 1) };
  return place % 3 === 0 ? rest : { ...rest, [key]: value };
}

export function hostileInput(name: RouteName): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(routes[name].input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const good = fitting(schema);
  return fc.oneof(
    good,
    fc.tuple(good, poison, fc.nat(64)).map(([input, value, place]) => spoil(input, value, place)),
    poison,
  );
}
