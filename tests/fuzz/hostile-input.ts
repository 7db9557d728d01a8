// Generates inputs for a call from its schema: valid ones, and valid ones with one part spoiled.
import fc from 'fast-check';
import * as z from 'zod/mini';
import { routes, type RouteName } from '../../contract/routes.ts';

/** Values that exist in the server under test, by the name of a field. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

interface JsonSchema {
  type?: string;
  format?: string;
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

/** Meaningful values, by the name of the field, so that valid inputs get past the schema to the rules. */
const meaningful: Known = {
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

/** Inputs that the schema does not describe, because the call distinguishes several kinds by itself. */
const samples: Partial<Record<RouteName, readonly unknown[]>> = {
  'POST /feePromotions': [
    { name: 'Diwali', type: 'PERCENTAGE', discountValue: 50, startDate: '2026-11-01', endDate: '2026-11-09' },
    { name: 'Backwards', discountValue: 5, startDate: '2026-11-09', endDate: '2026-11-01' },
    { id: '1', end: true },
  ],
};

/** What the schema requires, as far as JSON Schema can express it. */
function fitting(schema: JsonSchema, known: Known, field = ''): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => fitting(option, known, field)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties ?? {});
    const requiredKeys = schema.required ?? [];
    return fc.record(Object.fromEntries(properties.map(([key, inner]) => [key, fitting(inner, known, key)])), {
      requiredKeys,
    });
  }
  const any = ofType(schema, known, field);
  const words = schema.type === 'array' ? [] : [...(known[field] ?? []), ...(meaningful[field] ?? [])];
  if (words.length === 0) return any;
  return fc.oneof({ arbitrary: fc.constantFrom(...words), weight: 6 }, { arbitrary: any, weight: 1 });
}

function ofType(schema: JsonSchema, known: Known, field: string): fc.Arbitrary<unknown> {
  const { type, format, items, minimum, maximum, minLength, maxLength } = schema;
  switch (type) {
    case 'array':
      return fc.array(fitting(items ?? {}, known, field), { maxLength: 4 });
    case 'integer':
      return fc.integer({ min: Math.max(minimum ?? 0, -1e9), max: Math.min(maximum ?? 1e9, 1e9) });
    case 'number':
      return fc.integer({ min: 1, max: 1e7 }).map((paise) => paise / 100);
    case 'boolean':
      return fc.boolean();
    case 'string':
      if (format === 'date') return fc.integer({ min: 20_400, max: 21_100 }).map((day) => dateOf(day));
      return fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 40, 40) });
    default:
      return poison;
  }
}

const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

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

/** The same input with half a surrogate pair after one of its texts, for each of them: careless cutting leaves such texts. */
export function halved(input: unknown): unknown[] {
  if (typeof input === 'string') return [`${input}\ud83d`];
  if (typeof input !== 'object' || input === null) return [];
  const spoiled = Object.entries(input).flatMap(([key, value]) =>
    halved(value).map((half): [string, unknown] => [key, half]),
  );
  return spoiled.map(([key, half]) =>
    Array.isArray(input) ? input.with(Number(key), half) : { ...input, [key]: half },
  );
}

/** `examples` are inputs that the server under test would grant. */
export function hostileInput(
  name: RouteName,
  known: Known = {},
  examples: readonly unknown[] = [],
): fc.Arbitrary<unknown> {
  const given = [...(samples[name] ?? []), ...examples];
  const made = fitting(schemaOf(routes[name].input), known);
  if (given.length === 0) return hostile(made);
  return hostile(fc.oneof({ arbitrary: fc.constantFrom(...given), weight: 2 }, { arbitrary: made, weight: 1 }));
}

/** The same for a payload of the socket. */
export function hostileValue(
  schema: z.ZodMiniType,
  known: Known = {},
  examples: readonly unknown[] = [],
): fc.Arbitrary<unknown> {
  const made = fitting(schemaOf(schema), known);
  return hostile(examples.length === 0 ? made : fc.oneof(fc.constantFrom(...examples), made));
}

const schemaOf = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

function hostile(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const spoiled = fc.tuple(good, poison, fc.nat(64)).map(([input, value, place]) => spoil(input, value, place));
  return fc.oneof({ arbitrary: good, weight: 4 }, { arbitrary: spoiled, weight: 5 }, { arbitrary: poison, weight: 1 });
}
