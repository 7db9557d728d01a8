// How people reach the parts: through calls and sockets of this process, or through gateways that talk to it over the bus.
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FileStore } from '../adapters/file-store.ts';
import type { Auth } from '../auth/routes.ts';
import type { Bus } from '../bus/bus.ts';
import { subjectsOf } from '../bus/subjects.ts';
import { PROJECT_ROOT } from '../config.ts';
import { hasStandby } from '../exchange/lease.ts';
import { Beacon } from '../gateway/beacon.ts';
import { CallDesk } from '../gateway/call-desk.ts';
import { FarSockets } from '../gateway/far-sockets.ts';
import type { Handlers } from '../handler.ts';
import { createHttp, type HttpOptions } from '../http.ts';
import { nowHere } from '../http/idempotency.ts';
import { googleSource, liveKitSource, razorpaySource } from '../http/outside.ts';
import type { OutsideSource } from '../http/outside.ts';
import { Performers } from '../http/perform.ts';
import type { PaymentWebhook } from '../http/payment-webhook.ts';
import { Live } from '../live.ts';
import type { ScreenNeeds, Screens } from '../live/screens.ts';
import type { Metrics } from '../metrics.ts';
import { MAIN_VENUE, VERSION } from './site.ts';
import type { Site } from './site.ts';

export interface Front {
  readonly openScreens: (needs: ScreenNeeds) => Screens;
  /** Call it before screens are closed: clients that lose their socket must not get back in, and new requests get 503. */
  readonly stopTaking: () => void;
  /** Lets people in; returns the port. */
  open(): Promise<number>;
}

export interface FrontParts {
  readonly handlers: Handlers;
  readonly auth: Auth;
  readonly metrics: Metrics;
  readonly photos: NonNullable<HttpOptions['photos']>;
  readonly materials: NonNullable<HttpOptions['materials']>;
  readonly payments: PaymentWebhook | null;
  readonly files: FileStore;
}

/** For the HTTP server, whichever process carries out the calls. */
export function httpSettings({ config, db, log }: Site, metrics: Metrics) {
  return {
    database: db,
    log,
    hasRateLimit: config.rateLimit === 'on',
    trustedProxies: config.trustedProxies,
    publicUrl: config.isPublicUrlSet ? config.publicUrl : null,
    webRoot: path.join(PROJECT_ROOT, 'dist', 'web'),
    version: VERSION,
    metrics: { source: metrics, token: config.metricsToken },
  };
}

/** Outside services that pages may use. */
export function outsideOf({ config }: Site, files: FileStore): OutsideSource[] {
  return [
    ...(config.googleClientId ? [googleSource] : []),
    ...(config.razorpay ? [razorpaySource] : []),
    ...(files.origin ? [{ connections: [files.origin] }] : []),
    ...(config.livekit ? [liveKitSource(config.livekit.url)] : []),
  ];
}

type Http = Awaited<ReturnType<typeof createHttp>>;

/** How many connections may wait to be accepted. After a restart all pages return at once, and a refused one retries only seconds later. */
const MOST_AT_THE_DOOR = 16_384;

/** Returns the port: with PORT=0 the system chooses it. */
export async function listen({ config }: Site, http: Http): Promise<number> {
  await http.listen({ host: config.host, port: config.port, backlog: MOST_AT_THE_DOOR });
  return (http.server.address() as AddressInfo).port;
}

/** A function that closes the server once, however often it is called. */
export function endOnce(http: Http): () => Promise<unknown> {
  let ending: Promise<unknown> | undefined;
  return () => (ending ??= http.close());
}

export async function openOwnFront(site: Site, parts: FrontParts): Promise<Front> {
  const { handlers, auth, metrics, photos, materials, payments, files } = parts;
  const settings = httpSettings(site, metrics);
  const http = await createHttp({
    ...settings,
    since: await nowHere(site.db),
    handlers,
    access: auth.access,
    outside: outsideOf(site, files),
    photos,
    payments,
    materials,
  });
  const end = endOnce(http);
  site.closers.add(end);
  const { log, now } = site;
  const { hasRateLimit, publicUrl } = settings;
  const session = (token: string) => auth.access.session(token);
  return {
    openScreens: (needs) => new Live({ server: http.server, session, log, now, hasRateLimit, publicUrl, ...needs }),
    stopTaking: () => void end().catch(() => {}),
    open: () => listen(site, http),
  };
}

/** How long a standby must have reached NATS while we have not. A connection that merely broke is back in a third of this time. */
const CUT_OFF_MS = 1_200;
const LOOK_MS = 100;
/** A standby's report this soon after we lost NATS may be older than the loss: when all of NATS fails, it fails for both. */
const SETTLED_MS = 500;

/**
 * Gives up when a standby reaches NATS and we do not. If NATS as a whole is down, no standby reaches it either: this process then stays,
 * and continues when NATS is back. Returns a function that stops watching.
 */
function watchLine({ db }: Site, bus: Bus, onCutOff: () => void): () => void {
  let heldAt = performance.now();
  let replacedAt: number | null = null;
  let isAsking = false;
  const look = async (): Promise<void> => {
    const now = performance.now();
    if (bus.isConnected) [heldAt, replacedAt] = [now, null];
    const awayMs = now - heldAt - SETTLED_MS;
    if (awayMs < 0 || isAsking) return;
    isAsking = true;
    const isReplaced = await hasStandby(db, MAIN_VENUE, awayMs);
    isAsking = false;
    replacedAt = isReplaced ? (replacedAt ?? now) : null;
    if (replacedAt === null || bus.isConnected || now - replacedAt < CUT_OFF_MS) return;
    clearInterval(timer);
    onCutOff();
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
}

export interface FarFrontOptions {
  readonly bus: Bus;
  /** The exchange that this process runs. */
  readonly exchange: { readonly epoch: number; readonly isRunning: boolean; readonly isOutOfTouch: boolean };
  /** Nobody can reach this process any more, and another one is standing by. */
  readonly onCutOff: () => void;
}

export async function openFarFront(
  site: Site,
  { handlers, auth, metrics, payments }: FrontParts,
  { bus, exchange, onCutOff }: FarFrontOptions,
): Promise<Front> {
  const { config, db, log, now, closers } = site;
  const { 'GET /health': health, 'GET /ready': ready } = handlers;
  // Only for supervisors that check the process. People come through gateways.
  const http = await createHttp({
    ...httpSettings(site, metrics),
    webRoot: null,
    handlers: { 'GET /health': health, 'GET /ready': ready },
    access: auth.access,
  });
  const end = endOnce(http);
  closers.add(end);
  const performers = new Performers(handlers, { database: db, log, since: await nowHere(db) }, auth.access.watch);
  const desk = new CallDesk({
    bus,
    performerOf: (name) => performers.of(name),
    payments,
    log,
    now,
    hasRateLimit: config.rateLimit === 'on',
    onCalled: (call, status, seconds) => metrics.called(call, status, seconds),
  });
  closers.add(() => desk.close());
  let sockets: FarSockets | null = null;
  return {
    openScreens: (needs) => (sockets = new FarSockets({ bus, ...needs })),
    stopTaking: () => void end().catch(() => {}),
    open: async () => {
      const port = await listen(site, http);
      const subjects = subjectsOf(config.secrets.jwt, MAIN_VENUE);
      const beacon = new Beacon({
        bus,
        subjects,
        exchange,
        version: VERSION,
        now,
        serve: (line) => {
          const served = [desk.serve(line), sockets?.serve(line)];
          return { end: () => served.forEach((each) => each?.end()) };
        },
      });
      closers.add(() => beacon.close());
      closers.add(watchLine(site, bus, onCutOff));
      return port;
    },
  };
}
