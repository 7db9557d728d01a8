// The OpenAPI document, made from the table of calls alone.
import * as z from 'zod/mini';
import { methodOf, pathOf, routeNames, routeOf, statusesOf, type RouteName } from '../../contract/routes.ts';
import { replyError } from '../../contract/wire.ts';

type Json = Record<string, unknown>;

const statusTexts: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  400: 'Malformed or invalid',
  401: 'No token, or not a valid one',
  402: 'The payment was declined',
  403: 'The wrong role, or blocked',
  404: 'Not found, or not yours',
  409: 'In conflict with the present state',
  413: 'Too large',
  415: 'Not JSON',
  422: 'Understood, and refused by a rule',
  429: 'Too many requests; see Retry-After',
  503: 'Not available right now; see Retry-After',
};

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function envelope(data: Json, success: boolean, top?: Json): Json {
  const properties = {
    success: { type: 'boolean' },
    message: { type: 'string' },
    data,
    error: success ? { type: 'null' } : schemaOf(replyError, 'output'),
    ...(top?.properties as Json | undefined),
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

function reply(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function operation(name: RouteName): Json {
  const route = routeOf(name);
  const input = schemaOf(route.input, 'input');
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = new Set((input.required ?? []) as string[]);
  const inPath = [...pathOf(name).matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
  const parameters: Json[] = inPath.map((parameter) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: properties[parameter],
  }));
  if (methodOf(name) === 'GET')
    for (const [parameter, schema] of Object.entries(properties))
      if (!inPath.includes(parameter))
        parameters.push({ name: parameter, in: 'query', required: required.has(parameter), schema });
  if (route.idempotency !== undefined)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A request repeated with the same key and input gets the first reply again; kept for 72 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  const responses: Json = {};
  for (const status of statusesOf(name)) {
    const isSuccess = status < 300;
    const top = isSuccess && route.top ? schemaOf(route.top, 'output') : undefined;
    const data = isSuccess ? schemaOf(route.data, 'output') : { type: 'null' };
    responses[status] = reply(statusTexts[status] ?? String(status), envelope(data, isSuccess, top));
  }
  return {
    summary: route.summary,
    operationId: name.replace(/\W+/g, '_').replace(/_$/, ''),
    tags: [route.role === 'public' ? 'public' : route.role],
    parameters,
    ...(methodOf(name) === 'POST' ? { requestBody: requestBody(input, inPath) } : {}),
    responses,
    security: route.role === 'public' ? [] : [{ token: [] }],
  };
}

function requestBody(input: Json, inPath: readonly string[]): Json {
  let schema = input;
  if (input.properties && inPath.length > 0) {
    const properties = Object.fromEntries(
      Object.entries(input.properties as Json).filter(([property]) => !inPath.includes(property)),
    );
    const required = ((input.required ?? []) as string[]).filter((property) => !inPath.includes(property));
    schema = { ...input, properties, required };
  }
  const isNeeded = Array.isArray(schema.required) && schema.required.length > 0;
  return { required: isNeeded, content: { 'application/json': { schema } } };
}

export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const name of routeNames) (paths[pathOf(name)] ??= {})[methodOf(name).toLowerCase()] = operation(name);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Istock',
      version,
      description:
        'Practice market with practice money. Sums are rupees with two decimals unless said otherwise; instants are ISO 8601. ' +
        'Every reply is `{ success, message, data, error }`.',
    },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}
