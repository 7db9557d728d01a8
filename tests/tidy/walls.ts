// The walls between rooms and inside them: which rooms and units may import which, and which file may use which library.
import { isTest, targetOf, type Source } from './source.ts';

export type Violation = string;

/** A room may import the rooms named here, and itself. */
const ROOMS: Record<string, readonly string[]> = {
  core: [],
  contract: ['core'],
  server: ['core', 'contract'],
  web: ['core', 'contract'],
  tests: ['core', 'contract', 'server', 'web', 'tools', 'vitest.config.ts'],
  bench: ['core', 'contract', 'server', 'tests'],
  tools: [],
};

/**
 * Inside a room a unit (a folder, or a file in the room's own folder) imports only units to its left. Units of one group do not
 * import each other. `server/http` is both the file and the folder of that name.
 */
const RANKS: Record<string, readonly (readonly string[])[]> = {
  core: [
    ['money', 'assert', 'first-place'],
    ['market', 'ledger'],
    ['trade'],
    ['rewards', 'surveillance', 'command'],
    ['accounts', 'market-day'],
    ['engine'],
    ['snapshot', 'preview'],
  ],
  contract: [
    ['wire'],
    ['messages'],
    ['login', 'ratings'],
    [
      'auth',
      'market',
      'trade',
      'wallet',
      'rewards',
      'learn',
      'call',
      'assistant',
      'platform',
      'notice',
      'surveillance',
    ],
    ['user', 'admin', 'watchlists'],
    ['routes', 'events'],
  ],
  server: [
    ['setting-reader', 'secrets', 'holidays', 'error-words', 'config-error', 'in-time', 'durable-name'],
    ['call-settings', 'nats-settings', 'env-file'],
    ['config'],
    ['log', 'engine-flags'],
    ['db'],
    ['http-error', 'allowance', 'bearer', 'equal-texts', 'network', 'random-letters', 'request-id'],
    ['handler', 'gate', 'notices', 'audit', 'stale'],
    ['adapters', 'exchange', 'bus'],
    ['desk-acts'],
    [
      'http',
      'platform',
      'metrics',
      'auth',
      'user',
      'market',
      'trade',
      'wallet',
      'rewards',
      'learn',
      'call',
      'assistant',
      'admin',
      'surveillance',
      'demo',
    ],
    ['live'],
    ['gateway'],
    ['app'],
    ['import', 'admins', 'backups', 'main'],
  ],
  web: [
    ['ui'],
    ['session'],
    ['ahead', 'refresh', 'own-storage', 'typed', 'address-text'],
    ['api'],
    ['reached'],
    ['query', 'quotes', 'call-once', 'put-file', 'csv-button', 'lazy-part'],
    ['notices', 'phase-words', 'other-windows'],
    ['phase-text'],
    ['live-socket'],
    ['live'],
    ['market-phase'],
    ['live-text'],
    ['chart'],
    ['trade'],
    ['market'],
    ['wallet'],
    ['learn', 'user', 'assistant', 'auth', 'conduct'],
    ['call'],
    ['home', 'instructor', 'admin', 'shell'],
    ['routes'],
    ['main'],
  ],
};

/**
 * Which part of the product may use which library: a path, or the beginning of one. A library that is not listed may not be used.
 * Types alone may be used in the rest of the room, because they are gone when the program runs.
 */
const OWNERS: Record<string, readonly string[]> = {
  zod: [
    'contract/',
    'server/gateway/',
    'server/http/openapi.ts',
    'server/http/quick-objects.ts',
    'server/http/request-call.ts',
  ],
  fastify: ['server/http.ts', 'server/http/'],
  '@fastify/cookie': ['server/http.ts', 'server/http/'],
  '@fastify/helmet': ['server/http.ts', 'server/http/'],
  '@fastify/static': ['server/http.ts', 'server/http/'],
  '@fastify/swagger': ['server/http.ts', 'server/http/'],
  '@fastify/swagger-ui': ['server/http.ts', 'server/http/'],
  'socket.io': ['server/live.ts'],
  '@nats-io/transport-node': ['server/bus/nats-bus.ts', 'server/bus/nats-options.ts'],
  pg: ['server/db/open.ts'],
  'node-pg-migrate': ['server/db/migrate.ts'],
  pino: ['server/log.ts'],
  'prom-client': ['server/metrics.ts'],
  jose: ['server/auth/tokens.ts', 'server/adapters/google.ts'],
  '@node-rs/argon2': ['server/auth/passwords.ts'],
  otpauth: ['server/auth/totp.ts'],
  'rate-limiter-flexible': ['server/auth/limits.ts', 'server/http/rates.ts', 'server/assistant/limits.ts'],
  ai: ['server/adapters/ai.ts'],
  '@ai-sdk/openai-compatible': ['server/adapters/ai.ts'],
  nodemailer: ['server/adapters/mail.ts'],
  razorpay: ['server/adapters/payment-razorpay.ts'],
  '@aws-sdk/client-s3': ['server/adapters/files-s3.ts'],
  '@aws-sdk/s3-request-presigner': ['server/adapters/files-s3.ts'],
  'livekit-server-sdk': ['server/adapters/livekit.ts'],
  'livekit-client': ['web/call/livekit-link.ts'],
  werift: ['server/adapters/sfu-link.ts', 'server/adapters/sfu-door.ts'],
  'turn-server': ['server/adapters/turn-worker.ts'],
  sharp: ['server/adapters/photo.ts'],
  'file-type': ['server/adapters/photo.ts'],
  react: ['web/'],
  'react-dom': ['web/main.tsx', 'web/ui/'],
  'react-aria-components': ['web/ui/'],
  '@tanstack/react-router': ['web/'],
  '@tanstack/react-query': ['web/'],
  'lucide-react': ['web/'],
  'lightweight-charts': ['web/chart/'],
  qr: ['web/admin/security/qr-code'],
  'socket.io-client': ['web/live-socket.ts'],
};

const roomOf = (file: string): string => file.split('/')[0];

/** `core/trade/order.ts` -> `trade`; `core/money.ts` -> `money`. */
const unitOf = (file: string): string => file.split('/')[1]?.replace(/\.\w+$/, '') ?? '';

const isCode = (file: string): boolean => /\.(tsx?|mjs)$/.test(file);

const place = (source: Source, line: number): string => `${source.path}:${line}`;

/** The imports of our own code, each with the file that it leads to. */
const ownImports = (source: Source) =>
  source.imports.flatMap((each) => {
    const target = targetOf(source, each.specifier);
    return target === undefined ? [] : [{ ...each, target }];
  });

export const roomWalls = (sources: readonly Source[]): Violation[] =>
  sources
    .filter(({ path }) => roomOf(path) in ROOMS)
    .flatMap((source) => {
      const room = roomOf(source.path);
      // A test beside its file may use the test tools, but is bound by the other walls.
      const allowed = [room, ...ROOMS[room], ...(isTest(source.path) ? ['tests'] : [])];
      return ownImports(source)
        .filter(({ target }) => !allowed.includes(roomOf(target)))
        .map(({ target, line }) => `${place(source, line)} ${room} may not import ${target}`);
    });

export const rankWalls = (sources: readonly Source[]): Violation[] =>
  sources
    .filter(({ path }) => roomOf(path) in RANKS && !isTest(path))
    .flatMap((source) => {
      const room = roomOf(source.path);
      const rankOf = (unit: string): number => RANKS[room].findIndex((group) => group.includes(unit));
      const unit = unitOf(source.path);
      if (rankOf(unit) < 0)
        return [`${source.path} "${unit}" has no place in the ranks of ${room} (tests/tidy/walls.ts)`];
      return ownImports(source)
        .filter(({ target }) => roomOf(target) === room && isCode(target) && unitOf(target) !== unit)
        .filter(({ target }) => rankOf(unitOf(target)) >= rankOf(unit))
        .map(
          ({ target, line }) =>
            `${place(source, line)} ${room}/${unit} may not import ${target}, which is not to its left`,
        );
    });

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

export const libraryOwners = (sources: readonly Source[]): Violation[] =>
  sources
    .filter(({ path }) => ['core', 'contract', 'server', 'web'].includes(roomOf(path)) && !isTest(path))
    .flatMap((source) =>
      source.imports
        .filter(
          ({ specifier }) =>
            !specifier.startsWith('.') && !(specifier.startsWith('node:') && roomOf(source.path) === 'server'),
        )
        .flatMap(({ specifier, isTypeOnly, line }) => {
          const owners = OWNERS[packageOf(specifier)];
          if (owners === undefined)
            return [`${place(source, line)} ${specifier} is not in the table of library owners`];
          const isOwner = owners.some((owner) => source.path.startsWith(owner));
          const isRoom =
            owners.some((owner) => roomOf(owner) === roomOf(source.path)) || packageOf(specifier) === 'zod';
          if (isOwner || (isTypeOnly && isRoom && roomOf(source.path) !== 'core')) return [];
          return [`${place(source, line)} ${specifier} belongs to ${owners.join(', ')}`];
        }),
    );

/** Every library in the table must be a dependency of the project. */
export const forgottenOwners = (packages: readonly string[]): Violation[] =>
  Object.keys(OWNERS)
    .filter((name) => !packages.includes(name))
    .map((name) => `${name} has an owner, but is not a dependency`);

/** Rings of files that need each other at run time; types are gone by then, and may refer to each other within a folder. */
export const fileCycles = (sources: readonly Source[]): Violation[] =>
  ringsOf(
    new Map(
      sources.map((source) => [
        source.path,
        ownImports(source)
          .filter(({ isTypeOnly }) => !isTypeOnly)
          .map(({ target }) => target),
      ]),
    ),
  );

/** Rings of folders, types included; a room's own folder is not one, since its ranks are single files. */
export const folderCycles = (sources: readonly Source[]): Violation[] => {
  const edges = new Map<string, string[]>();
  for (const source of sources.filter(({ path }) => !isTest(path))) {
    const from = folderOf(source.path);
    const to = ownImports(source).map(({ target }) => folderOf(target));
    edges.set(from, [...(edges.get(from) ?? []), ...to.filter((folder) => folder !== from)]);
  }
  return ringsOf(edges);
};

const folderOf = (file: string): string => {
  const [room, unit, ...rest] = file.split('/');
  return rest.length === 0 ? `${room}/${unit}` : `${room}/${unit}/`;
};

const ringsOf = (edges: Map<string, string[]>): Violation[] => {
  const rings = new Map<string, string>();
  const done = new Set<string>();
  const walk = (at: string, way: string[]): void => {
    const first = way.indexOf(at);
    if (first >= 0) {
      const ring = way.slice(first);
      rings.set([...ring].sort().join(), [...ring, at].join(' -> '));
      return;
    }
    if (done.has(at)) return;
    for (const next of edges.get(at) ?? []) walk(next, [...way, at]);
    done.add(at);
  };
  for (const start of edges.keys()) walk(start, []);
  return [...rings.values()].map((ring) => `a ring of imports: ${ring}`);
};
