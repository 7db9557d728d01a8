// A gateway: serves pages, files and sockets, lets people in, and passes their calls on to the exchange. It has no state of its own.
import { openFiles } from '../adapters/files.ts';
import { createAccess } from '../auth/access.ts';
import { createTokens } from '../auth/tokens.ts';
import type { Bus } from '../bus/bus.ts';
import { subjectsOf } from '../bus/subjects.ts';
import { Lookout } from '../gateway/lookout.ts';
import { NearSockets } from '../gateway/near-sockets.ts';
import { RemoteCalls } from '../gateway/remote-calls.ts';
import { unavailable } from '../http-error.ts';
import { createHttp } from '../http.ts';
import { Materials } from '../learn/materials.ts';
import { diskUse } from '../db/disk-use.ts';
import { Metrics } from '../metrics.ts';
import { createPlatformHandlers } from '../platform.ts';
import { storedCallHandlers } from '../trade/stored-calls.ts';
import { Photos } from '../user/photos.ts';
import { endOnce, httpSettings, listen, outsideOf } from './front.ts';
import { MAIN_VENUE } from './site.ts';
import type { App, Site } from './site.ts';

export async function openGateway(site: Site, bus: Bus): Promise<App> {
  const { config, db, reads, log, now, closers } = site;
  let sockets: NearSockets | null = null;
  let hasMet = false;
  const lookout: Lookout = new Lookout({
    bus,
    subjects: subjectsOf(config.secrets.jwt, MAIN_VENUE),
    log,
    onLine: (line) => {
      hasMet ||= line !== null;
      calls.lineBroke();
      sockets?.setLine(line);
    },
  });
  closers.add(() => lookout.close());
  const calls = new RemoteCalls({ bus, line: () => lookout.line, deadline: (ms) => lookout.deadline(ms) });
  const tokens = createTokens(config.secrets.jwt, now);
  const access = createAccess({ database: db, tokens, now, isTold: () => lookout.line !== null });
  const files = await openFiles(config);
  closers.add(() => files.close());
  const secret = config.secrets.upload;
  const metrics = new Metrics();
  const http = await createHttp({
    ...httpSettings(site, metrics),
    handlers: {
      ...createPlatformHandlers({ settings: config, waitingFor: () => lookout.waitingFor }),
      ...storedCallHandlers(reads, MAIN_VENUE, site.calendar),
    },
    elsewhere: (name) => calls.performerOf(name),
    access: {
      authenticate: (token) => {
        // Until an exchange has been met, the tables may not exist yet.
        if (!hasMet) throw unavailable();
        return access.authenticate(token);
      },
    },
    outside: outsideOf(site, files),
    photos: new Photos({ database: db, store: files, secret, log }).files,
    payments: config.razorpay ? calls.payments : null,
    materials: new Materials({ db, now, files, secret, log }).files,
  });
  const end = endOnce(http);
  closers.add(end);
  const { hasRateLimit, publicUrl } = httpSettings(site, metrics);
  const near = new NearSockets({ bus, server: http.server, access, log, now, hasRateLimit, publicUrl });
  near.setLine(lookout.line);
  sockets = near;
  closers.add(() => near.close());
  closers.add(() => void end().catch(() => {}));
  metrics.watchGateway({ hasLine: () => lookout.line !== null, underWay: () => calls.underWay });
  metrics.watch({
    sockets: () => near.count,
    connections: () => db.pool.totalCount,
    connectionsWaiting: () => db.pool.waitingCount,
    diskUsed: diskUse(config.dataDir),
  });
  const url = config.publicUrl.replace(/:0$/, `:${await listen(site, http)}`);
  const hasMailbox = config.smtpUrl === undefined;
  return { url, newAdmin: null, hasMailbox, demo: null, close: () => closers.closeAll() };
}
