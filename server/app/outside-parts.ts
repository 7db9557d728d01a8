// At the start, asks every configured outside service whether it answers and accepts our keys, and logs each that does not.
import { greetModel } from '../adapters/ai.ts';
import { greetGoogle } from '../adapters/google.ts';
import { iceServersOf } from '../adapters/ice-servers.ts';
import { greetLiveKit } from '../adapters/livekit.ts';
import { greetMailServer } from '../adapters/mail.ts';
import { RazorpayProvider } from '../adapters/payment-razorpay.ts';
import { greetRelay } from '../adapters/relay-greeting.ts';
import { needsCredentials } from '../call-settings.ts';
import type { Config } from '../config.ts';
import { inTime } from '../in-time.ts';
import type { Site } from './site.ts';

interface OutsidePart {
  /** The name the operator knows it by. */
  readonly name: string;
  /** What does not work without it. */
  readonly without: string;
  /** @throws with the reason. */
  greet(): Promise<void>;
}

/** How long to wait for an answer before the service is reported. */
const LIMIT_MS = 10_000;
const LONGEST_REASON = 200;

/** Do not await it at a start: the market opens without these services, and each is tried again when it is needed. */
export async function greetOutsideParts(
  { config, log, report }: Pick<Site, 'config' | 'log' | 'report'>,
  limitMs = LIMIT_MS,
): Promise<void> {
  const greeted = outsidePartsOf(config, log).map(async ({ name, without, greet }) => {
    try {
      await inTime(greet(), limitMs, () => new Error('it does not answer'));
    } catch (error) {
      report(`${name} is not as it should be (${reasonOf(error)}): ${without} until it is.`);
      log.warn({ err: error }, 'an outside part is not as it should be');
    }
  });
  await Promise.all(greeted);
}

function outsidePartsOf({ role, s3, smtpUrl, ...config }: Config, log: Site['log']): OutsidePart[] {
  const parts: OutsidePart[] = [];
  const add = <Settings>(settings: Settings | undefined, part: (settings: Settings) => OutsidePart): void => {
    if (settings !== undefined) parts.push(part(settings));
  };
  add(s3, (settings) => ({
    name: `The bucket of S3_BUCKET at ${settings.endpoint}`,
    without: 'photos and materials are answered with 503',
    greet: async () => (await import('../adapters/files-s3.ts')).greetS3(settings),
  }));
  // The others are checked by the process that uses them.
  if (role === 'gateway') return parts;
  add(smtpUrl, (url) => ({
    name: `The mail server of SMTP_URL at ${new URL(url).host}`,
    without: 'mails are kept, and tried for a day, but codes are lost',
    greet: () => greetMailServer(url),
  }));
  add(config.livekit, (settings) => ({
    name: `LiveKit at ${settings.url}`,
    without: 'calls of more than six people have no picture',
    greet: () => greetLiveKit(settings),
  }));
  add(config.googleClientId, () => ({
    name: `The sign-in provider at ${config.googleIssuer}`,
    without: 'nobody signs in with it',
    greet: () => greetGoogle({ issuer: config.googleIssuer }),
  }));
  add(config.razorpay, (settings) => ({
    name: `Razorpay at ${settings.apiUrl}`,
    without: 'payments are answered with 503',
    greet: () => new RazorpayProvider({ ...settings, log }).greet(),
  }));
  add(config.ai, (settings) => ({
    name: `The language model at ${settings.baseUrl}`,
    without: 'the assistant answers by fixed rules',
    greet: () => greetModel(settings),
  }));
  return [...parts, ...relaysOf(config)];
}

/** Those in ICE_SERVERS. The embedded relay reports its own failures, and nobody chose the default STUN server. */
function relaysOf({ calls }: Pick<Config, 'calls'>): OutsidePart[] {
  if (!calls.areGiven) return [];
  const given = iceServersOf({ ...calls, turn: undefined }, calls.turnSecret)(0, Date.now());
  return given.flatMap(({ urls, username, credential }, n) =>
    urls.map((url) => {
      const hasOwn = !needsCredentials(calls.iceServers[n]);
      const isAnonymous = url.startsWith('stun') || username === undefined || credential === undefined;
      return {
        name: `${url} of ICE_SERVERS`,
        without: `calls find no way over it${isAnonymous || hasOwn ? '' : ' (see TURN_SECRET)'}`,
        greet: () => greetRelay(url, isAnonymous ? null : { username, credential }, LIMIT_MS / 2),
      };
    }),
  );
}

/** The innermost cause: the network's error rather than what a library made of it. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ').slice(0, LONGEST_REASON);
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error.name === 'TimeoutError') return 'it does not answer';
  return (error.message || error.name).split('\n')[0].slice(0, LONGEST_REASON);
}
