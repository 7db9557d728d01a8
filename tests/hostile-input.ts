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
  required?: string[];
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

/** Values that mean something, by the name of the field: so that good inputs get past the schema and on to the rules. */
const meaningful: Record<string, readonly unknown[]> = {
  email: ['asha1@example.com', 'nobody@example.com', 'Asha1@Example.COM'],
  to: ['asha1@example.com'],
  password: ['secret1', 'wrong-password'],
  newPassword: ['a-new-password'],
  otp: ['123456', '000000'],
  stock: ['MERIT', 'ZENITH', 'merit', 'NOBODY'],
  symbol: ['MERIT', 'ZENITH', 'NOBODY'],
  q: ['m', 'MERIT', 'asha', ''],
  id: ['1', '2', '7', '00000000-0000-4000-8000-000000000000'],
  quantity: [1, 2, 10, 1000, 1001],
  price: [400, 399.95, 100, 480, 0.01],
  stopPrice: [410, 390],
  page: [1, 2, 1000],
  limit: [1, 10, 100, 1000],
  from: ['2026-11-01', 1_790_000_000],
  order_id: ['order_1'],
  vpa: ['success@upi', 'failure@upi'],
};

/** What the schema asks for, as far as JSON Schema can say it. */
function fitting(schema: JsonSchema, field = ''): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => fitting(option, field)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties ?? {});
    const requiredKeys = schema.required ?? [];
    return fc.record(Object.fromEntries(properties.map(([key, inner]) => [key, fitting(inner, key)])), {
      requiredKeys,
    });
  }
  const known = meaningful[field];
  const any = ofType(schema);
  return known ? fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 6 }, { arbitrary: any, weight: 1 }) : any;
}

function ofType({ type, items, minimum, maximum, minLength, maxLength }: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'array':
      return fc.array(fitting(items ?? {}), { maxLength: 4 });
    case 'integer':
      return fc.integer({ min: Math.max(minimum ?? 0, -1e9), max: Math.min(maximum ?? 1e9, 1e9) });
    case 'number':
      return fc.integer({ min: 1, max: 1e7 }).map((paise) => paise / 100);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 40, 40) });
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
  const spoiled = fc.tuple(good, poison, fc.nat(64)).map(([input, value, place]) => spoil(input, value, place));
  return fc.oneof({ arbitrary: good, weight: 4 }, { arbitrary: spoiled, weight: 5 }, { arbitrary: poison, weight: 1 });
}
