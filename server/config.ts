// Reads every setting from the environment and an optional .env file, or refuses to start with a sentence for each mistake.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { passwordField, signupInput } from '../contract/auth.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../contract/login.ts';
import { type CallSettings, readCalls } from './call-settings.ts';
import { ConfigError } from './config-error.ts';
import { readEnvFile } from './env-file.ts';
import { keepHolidays } from './holidays.ts';
import { checkNats, type NatsSettings } from './nats-settings.ts';
import { keepSecrets, type Secrets } from './secrets.ts';
import { hostInUrl, isLoopbackHost, isLoopbackName, settingReader, type SettingReader } from './setting-reader.ts';

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '..');

export type Config = Settings & {
  secrets: Secrets;
  /** Days as `YYYY-MM-DD` on which a market with closing hours stays closed. */
  holidays: readonly string[];
};

export type Settings = {
  /** 0 lets the system choose a free port. */
  port: number;
  host: string;
  /** Only this machine, and proxies on it, can reach the server; RATE_LIMIT=off depends on it. */
  isLoopback: boolean;
  /** Which setting says that others reach it; null if only this machine does. The built-in mailbox and a demo depend on it. */
  reachedBecause: string | null;
  /** The address people type, without a trailing slash; links in mails begin with it. */
  publicUrl: string;
  /** Set by the operator; otherwise it is a guess, and the address that the client used is better. */
  isPublicUrlSet: boolean;
  /** How many reverse proxies in front of the server are trusted about the caller's address. */
  trustedProxies: number;
  dataDir: string;
  /** An outside PostgreSQL; without it the embedded one runs in dataDir. */
  databaseUrl: string | undefined;
  /** A read replica of it, for history and lists. */
  databaseReadUrl: string | undefined;
  /** Waits until nobody else runs the database's market, instead of refusing to start. */
  isStandby: boolean;
  /** `gateway` serves people and asks the exchange; `exchange` runs the market and everything with state; `all` does both. */
  role: 'all' | 'gateway' | 'exchange';
  /** Connects gateways and exchange. */
  nats: NatsSettings;
  admin: { email: string; password: string } | undefined;
  passwordMin: number;
  rateLimit: 'on' | 'off';
  logLevel: (typeof LOG_LEVELS)[number];
  metricsToken: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  googleClientId: string | undefined;
  /** Whose identity tokens are trusted: Google's, or those of another OpenID provider that replaces it in tests. */
  googleIssuer: string;
  razorpay: { keyId: string; keySecret: string; webhookSecrets: string[]; apiUrl: string } | undefined;
  s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string } | undefined;
  ai: { baseUrl: string; model: string; apiKey: string | undefined } | undefined;
  calls: CallSettings;
  livekit: { url: string; apiKey: string; apiSecret: string } | undefined;
  marketSeed: number;
  marketHours: 'always' | 'nse';
  /** The list of its holidays, if not the one in the data folder. */
  marketHolidays: string | undefined;
  minDataAgeDays: number;
  topupMaxPaise: number;
  usdInr: number;
  /** `npm start -- --demo`: traders, instructors and lessons to look at, in a folder of their own unless DATA_DIR says where. */
  isDemo: boolean;
};

const RAZORPAY_API = 'https://api.razorpay.com';
const GOOGLE_ISSUER = 'https://accounts.google.com';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Everything the server needs to know, from the real environment; creates the data folder and its secrets, unless `check` throws before. */
export const loadConfig = (
  args: readonly string[] = process.argv.slice(2),
  check: (settings: Pick<Config, 'databaseUrl' | 'dataDir'>) => void = () => {},
): Config => {
  const settings = readSettings({ ...readEnvFile(), ...process.env }, args);
  check(settings);
  try {
    makeFolder(settings.dataDir);
    const secrets = keepSecrets(path.join(settings.dataDir, 'secrets.json'));
    return { ...settings, secrets, holidays: readHolidays(settings) };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([`DATA_DIR ${settings.dataDir} cannot be used: ${reasonOf(error)}`], error);
  }
};

const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not. Start Istock as the user that owns the folder, or set DATA_DIR to one of your own.',
  EEXIST: 'it is a file. Set DATA_DIR to a folder.',
  ENOTDIR: 'it lies below a file. Set DATA_DIR to a folder.',
  EROFS: 'it lies on a disk that can only be read. Set DATA_DIR to a folder on another one.',
  ENOSPC: 'the disk is full. Make room on it, or set DATA_DIR to a folder on another one.',
};

/** What the system refused, and what to do about it. */
const reasonOf = (error: unknown): string => {
  const said = error instanceof Error ? error.message : String(error);
  const words = error instanceof Error && 'code' in error ? REFUSALS[String(error.code)] : undefined;
  return words === undefined ? said : `${words} (${said})`;
};

/** Creates parents one by one: Node's own way never returns for a place that takes no folders, such as /proc. */
export const makeFolder = (folder: string): void => {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};

const readHolidays = ({ marketHours, marketHolidays, dataDir }: Settings): readonly string[] => {
  if (marketHours === 'always') return [];
  const file = marketHolidays ?? path.join(dataDir, 'holidays.txt');
  try {
    return keepHolidays(file, marketHolidays === undefined ? 'own' : 'given');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`The list of holidays ${file} cannot be used: ${reason}.`], error);
  }
};

/** Environment -> settings, without side effects. @throws ConfigError with every mistake at once. */
export const readSettings = (env: NodeJS.ProcessEnv, args: readonly string[] = []): Settings => {
  const read = settingReader(env);
  const isDemo = args.includes('--demo');
  for (const unknown of args.filter((arg) => arg !== '--demo'))
    read.refuse(`${unknown} is not known: the only option is --demo, and everything else a setting of .env.example.`);
  const host = read.host('HOST', '127.0.0.1');
  const port = read.integer('PORT', { fallback: 5000, min: 0, max: 65535 });
  const place = {
    host,
    isLoopback: isLoopbackHost(host),
    publicUrl: readPublicUrl(read) ?? defaultPublicUrl(host, port),
    trustedProxies: read.integer('TRUSTED_PROXIES', { fallback: 0, min: 0, max: 10 }),
  };
  const reachedBecause = reasonToBeReached(place);
  const settings: Settings = {
    ...place,
    reachedBecause,
    port,
    isPublicUrlSet: read.text('PUBLIC_URL') !== undefined,
    dataDir: path.resolve(PROJECT_ROOT, read.text('DATA_DIR') ?? (isDemo ? 'data/demo' : 'data')),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseReadUrl: read.url('DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    isStandby: read.oneOf('STANDBY', ['on', 'off'], 'off') === 'on',
    role: read.oneOf('ROLE', ['all', 'gateway', 'exchange'], 'all'),
    nats: {
      urls: read.urls('NATS_URL', ['nats:', 'tls:']),
      caFile: read.text('NATS_CA_FILE'),
      credsFile: read.text('NATS_CREDS_FILE'),
    },
    admin: read.group({ email: 'ADMIN_EMAIL', password: 'ADMIN_PASSWORD' }),
    passwordMin: read.integer('PASSWORD_MIN', { fallback: PASSWORD_MIN, min: PASSWORD_MIN, max: 64 }),
    rateLimit: read.oneOf('RATE_LIMIT', ['on', 'off'], 'on'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    metricsToken: read.text('METRICS_TOKEN'),
    smtpUrl: readSmtp(read),
    mailFrom: readMailFrom(read),
    googleClientId: read.text('GOOGLE_CLIENT_ID'),
    googleIssuer: read.url('GOOGLE_ISSUER', ['https:', 'http:']) ?? GOOGLE_ISSUER,
    razorpay: readRazorpay(read),
    s3: readS3(read),
    ai: readAi(read),
    calls: readCalls(read, { isForHere: reachedBecause === null, port }),
    livekit: readLivekit(read),
    marketSeed: read.integer('MARKET_SEED', { fallback: 1, min: 0, max: 2 ** 32 - 1 }),
    marketHours: read.oneOf('MARKET_HOURS', ['always', 'nse'], 'always'),
    marketHolidays: resolved(read.text('MARKET_HOLIDAYS')),
    minDataAgeDays: read.integer('MIN_DATA_AGE_DAYS', { fallback: 30, min: 0, max: 36500 }),
    topupMaxPaise: read.integer('TOPUP_MAX', { fallback: 1_000_000, min: 1, max: 1_000_000_000 }) * 100,
    usdInr: read.decimal('USD_INR', { fallback: 85, min: 1, max: 10_000 }),
    isDemo,
  };
  checkTogether(settings, read);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return settings;
};

/** Pages and links start at the root of a site: below another site's path none of them would be found. */
const readPublicUrl = (read: SettingReader): string | undefined => {
  const given = read.url('PUBLIC_URL', ['http:', 'https:']);
  if (given === undefined) return undefined;
  const { origin, href } = new URL(given);
  if (href.replace(/\/+$/, '') !== origin)
    read.refuse(
      'PUBLIC_URL must be a site of its own, such as https://istock.example.org, with nothing after its name.',
    );
  return origin;
};

/** Without a name of the server, mails would go to whatever answers on this machine. */
const readSmtp = (read: SettingReader): string | undefined => {
  const given = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  if (given !== undefined && new URL(given).hostname === '')
    read.refuse('SMTP_URL must name the mail server, such as smtps://user:password@mail.example.org.');
  return given;
};

/** With any other scheme every mail would be refused, one by one, while people wait for it. */
const readMailFrom = (read: SettingReader): string => {
  const from = read.text('MAIL_FROM') ?? 'Istock <no-reply@istock.invalid>';
  if (!/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(from))
    read.refuse('MAIL_FROM must be an address, or a name and an address such as Istock <no-reply@istock.example.org>.');
  return from;
};

/** The rules that join several settings. */
const checkTogether = (settings: Settings, read: SettingReader): void => {
  const { admin, host, isLoopback } = settings;
  if (settings.smtpUrl === undefined) checkMailbox(settings, read);
  if (!isLoopback && settings.rateLimit === 'off') {
    read.refuse(`RATE_LIMIT=off is allowed only while HOST is loopback (127.0.0.1, ::1 or localhost), not ${host}.`);
  }
  checkRole(settings, read);
  checkPort(settings, read);
  if (settings.isStandby && settings.databaseUrl === undefined) {
    read.refuse('STANDBY=on needs DATABASE_URL: an embedded database belongs to one process alone.');
  }
  if (settings.databaseReadUrl !== undefined && settings.databaseUrl === undefined) {
    read.refuse('DATABASE_READ_URL needs DATABASE_URL: it is a copy of that database.');
  }
  const issuer = URL.canParse(settings.googleIssuer) ? new URL(settings.googleIssuer) : undefined;
  if (issuer?.protocol === 'http:' && !isLoopbackHost(issuer.hostname)) {
    read.refuse('GOOGLE_ISSUER must be an https address: only a provider on this machine may be asked over http.');
  }
  if (settings.marketHours === 'nse' && settings.isDemo) {
    read.refuse('MARKET_HOURS=nse is not for a demo, whose people have traded day and night: leave it out.');
  }
  if (settings.marketHours === 'always' && settings.marketHolidays !== undefined) {
    read.refuse('MARKET_HOLIDAYS needs MARKET_HOURS=nse: a market that is always open has no holidays.');
  }
  if (admin === undefined) return;
  if (!signupInput.shape.email.safeParse(admin.email).success)
    read.refuse('ADMIN_EMAIL must be an e-mail address that can log in, such as you@example.org.');
  const wrong = `ADMIN_PASSWORD must have ${settings.passwordMin} to ${PASSWORD_MAX} characters.`;
  if (!passwordField(settings.passwordMin, wrong, wrong).safeParse(admin.password).success) read.refuse(wrong);
};

type Place = Pick<Settings, 'host' | 'isLoopback' | 'publicUrl' | 'trustedProxies'>;

/** Other machines may reach this site by a proxy on this one, too. */
const reasonToBeReached = ({ host, isLoopback, publicUrl, trustedProxies }: Place): string | null => {
  if (!isLoopback) return `HOST is ${host}`;
  if (trustedProxies > 0) return `TRUSTED_PROXIES is ${trustedProxies}`;
  return isLoopbackName(new URL(publicUrl).hostname) ? null : `PUBLIC_URL is ${publicUrl}`;
};

/** A client behind a proxy on this machine that adds no headers looks like this machine, and could read codes sent to others. */
const checkMailbox = ({ reachedBecause }: Settings, read: SettingReader): void => {
  if (reachedBecause !== null)
    read.refuse(
      `SMTP_URL is needed because ${reachedBecause}: codes must not land in the built-in mailbox, which anybody could read.`,
    );
};

/** No browser opens a page at these ports, which other protocols use (the Fetch standard's "bad ports", from 1024 on). */
const CLOSED_TO_BROWSERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/** Behind a proxy that is not named, the port that people open is the proxy's. */
const checkPort = ({ publicUrl, isPublicUrlSet, trustedProxies }: Settings, read: SettingReader): void => {
  const port = Number(new URL(publicUrl).port);
  if (!CLOSED_TO_BROWSERS.has(port) || (!isPublicUrlSet && trustedProxies > 0)) return;
  const name = isPublicUrlSet ? 'The port of PUBLIC_URL' : 'PORT';
  read.refuse(
    `${name} is ${port}, which browsers keep for something else and do not open: choose another, such as 8080.`,
  );
};

/** What one of several processes needs to find the others. */
const checkRole = ({ role, nats, databaseUrl, isStandby, isDemo }: Settings, read: SettingReader): void => {
  if (role === 'all') {
    if (nats.urls.length > 0)
      read.refuse('NATS_URL is for ROLE=gateway and ROLE=exchange: one process alone has nobody to speak to.');
    else if (nats.caFile !== undefined || nats.credsFile !== undefined)
      read.refuse('NATS_CA_FILE and NATS_CREDS_FILE are for ROLE=gateway and ROLE=exchange.');
    return;
  }
  if (nats.urls.length === 0) read.refuse(`ROLE=${role} needs NATS_URL, over which gateways and the exchange speak.`);
  else checkNats(nats, read);
  if (databaseUrl === undefined)
    read.refuse(`ROLE=${role} needs DATABASE_URL: an embedded database belongs to one process alone.`);
  if (isDemo) read.refuse('A demo runs in one process: leave ROLE out.');
  if (role === 'gateway' && isStandby)
    read.refuse('STANDBY=on is for the exchange: gateways all work at once, as many as there are.');
};

const readRazorpay = (read: SettingReader): Settings['razorpay'] => {
  const keys = read.group({
    keyId: 'RAZORPAY_KEY_ID',
    keySecret: 'RAZORPAY_KEY_SECRET',
    webhookSecret: 'RAZORPAY_WEBHOOK_SECRET',
  });
  const apiUrl = read.url('RAZORPAY_API_URL', ['https:', 'http:']) ?? RAZORPAY_API;
  const { protocol, hostname } = new URL(apiUrl);
  if (protocol === 'http:' && !isLoopbackHost(hostname)) {
    read.refuse('RAZORPAY_API_URL must be an https address: only a server on this machine may be asked over http.');
  }
  if (keys === undefined) return undefined;
  // Whether money is real must not be guessed.
  if (!/^rzp_(test|live)_/.test(keys.keyId)) read.refuse('RAZORPAY_KEY_ID must begin with rzp_test_ or rzp_live_.');
  const { keyId, keySecret, webhookSecret } = keys;
  return { keyId, keySecret, webhookSecrets: webhookSecret.split(/\s+/), apiUrl: apiUrl.replace(/\/+$/, '') };
};

const readS3 = (read: SettingReader): Settings['s3'] => {
  const keys = read.group({
    bucket: 'S3_BUCKET',
    accessKeyId: 'S3_ACCESS_KEY_ID',
    secretAccessKey: 'S3_SECRET_ACCESS_KEY',
  });
  const endpoint = read.url('S3_ENDPOINT', ['http:', 'https:']);
  // Otherwise files would stay on this disk without a word.
  if (keys === undefined && endpoint !== undefined)
    read.refuse('S3_ENDPOINT also needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  const region = read.text('S3_REGION') ?? 'us-east-1';
  // It becomes part of the bucket's address.
  if (!/^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(region))
    read.refuse(`S3_REGION must be the name of a region, such as ap-south-1, not "${region}".`);
  return keys && { ...keys, region, endpoint: endpoint ?? `https://s3.${region}.amazonaws.com` };
};

const readAi = (read: SettingReader): Settings['ai'] => {
  const base = read.group({ baseUrl: 'AI_BASE_URL', model: 'AI_MODEL' });
  read.url('AI_BASE_URL', ['http:', 'https:']);
  const apiKey = read.text('AI_API_KEY');
  if (base === undefined && apiKey !== undefined) read.refuse('AI_API_KEY also needs AI_BASE_URL and AI_MODEL.');
  return base && { ...base, apiKey };
};

const readLivekit = (read: SettingReader): Settings['livekit'] => {
  read.url('LIVEKIT_URL', ['ws:', 'wss:', 'http:', 'https:']);
  return read.group({ url: 'LIVEKIT_URL', apiKey: 'LIVEKIT_API_KEY', apiSecret: 'LIVEKIT_API_SECRET' });
};

const resolved = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : path.resolve(PROJECT_ROOT, file);

const defaultPublicUrl = (host: string, port: number): string =>
  `http://${isLoopbackHost(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : hostInUrl(host)}:${port}`;
