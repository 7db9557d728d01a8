// Limits how often somebody may request mails and guess codes. Owns the account side of rate-limiter-flexible.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { otpMessages } from '../../contract/messages/account.ts';
import { loginMessages } from '../../contract/messages/login.ts';
import { createOwnGates } from '../gate.ts';
import { tooMany } from '../http-error.ts';
import { siteOf } from '../network.ts';

/** Who asks: from which network, about which address. */
interface Asking {
  readonly email: string;
  readonly network: string;
}

export interface Limits {
  /**
   * Before a mail with a code: one in 30 s, five an hour and ten a day for an address from one network. Networks in which nobody has
   * logged in with the address share twenty an hour and sixty a day, which is all that strangers can take away. @throws HttpError 429.
   */
  takeMail(asking: Asking, isAtHome?: boolean): Promise<void>;
  /**
   * Makes one guess at a code; null is a wrong one. 30 wrong an hour from one network, 15 for one address from there, and 300 from all
   * networks of one site. @throws HttpError 429.
   */
  guess<Found>(guessing: Guessing, tryCode: () => Promise<Found | null>): Promise<Found | null>;
}

interface Guessing {
  readonly network: string;
  /** Null while it is not known whose code it would be. */
  readonly email: string | null;
}

const { mailTooSoon } = otpMessages;
const HOUR = 3600;
const DAY = 24 * HOUR;

export function createLimits(hasRateLimit: boolean): Limits {
  if (!hasRateLimit) return { takeMail: async () => {}, guess: (_guessing, tryCode) => tryCode() };
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration });
  const mailsFromOne = [limiter(1, 30), limiter(5, HOUR), limiter(10, DAY)];
  const mailsOfStrangers = [limiter(20, HOUR), limiter(60, DAY)];
  const guessesFromOne = limiter(30, HOUR);
  const guessesFromSite = limiter(300, HOUR);
  const guessesForEmail = limiter(15, HOUR);
  // Of many at once, all would be allowed before the first had failed.
  const inTurn = createOwnGates({ most: 1, mostWaiting: 200 });

  return {
    async takeMail({ email, network }, isAtHome = false) {
      const own = keyOf(network, email);
      const shared = isAtHome ? [] : mailsOfStrangers;
      // Nobody is charged for a mail that is not sent.
      for (const each of mailsFromOne) await check(each, own, mailTooSoon);
      for (const each of shared) await check(each, email, mailTooSoon);
      for (const each of mailsFromOne) await take(each, own, mailTooSoon);
      for (const each of shared) await take(each, email, mailTooSoon);
    },
    guess({ network, email }, tryCode) {
      const counts = [
        { limiter: guessesFromOne, key: network },
        { limiter: guessesFromSite, key: siteOf(network) },
        ...(email === null ? [] : [{ limiter: guessesForEmail, key: keyOf(network, email) }]),
      ];
      return inTurn(siteOf(network), async () => {
        for (const { limiter, key } of counts) await check(limiter, key, loginMessages.tooMany);
        const found = await tryCode();
        if (found === null) for (const { limiter, key } of counts) await limiter.penalty(key);
        return found;
      });
    },
  };
}

/** One line may have 65,536 networks of IPv6 for itself: all of them together may log in as often as five. */
const NETWORKS_OF_A_SITE = 5;

/**
 * Called before a password is checked, because that keeps a processor busy. At most `most` logins in ten minutes from one network, right or
 * wrong. All browsers known to one account together have as many of their own, and only after those use up what their network has left:
 * each login makes another known browser, so they are not counted one by one.
 * @throws HttpError 429.
 */
export function createLoginLimit(most: number): (network: string, knownTo: string | null) => Promise<void> {
  const logins = new RateLimiterMemory({ points: most, duration: 600 });
  const ofSites = new RateLimiterMemory({ points: most * NETWORKS_OF_A_SITE, duration: 600 });
  const fromNetwork = async (network: string): Promise<void> => {
    await take(logins, network, loginMessages.tooMany);
    if (siteOf(network) !== network) await take(ofSites, siteOf(network), loginMessages.tooMany);
  };
  return (network, knownTo) =>
    knownTo === null
      ? fromNetwork(network)
      : take(logins, knownTo, loginMessages.tooMany).catch(() => fromNetwork(network));
}

const keyOf = (network: string, email: string): string => `${network} ${email}`;

type Said = (wait: string) => string;

async function check(limiter: RateLimiterMemory, key: string, said: Said): Promise<void> {
  const used = await limiter.get(key);
  if (used && used.remainingPoints <= 0) throw tooMany(used.msBeforeNext, said);
}

/** Of many requests that pass the check at once, only the allowed number get one. */
async function take(limiter: RateLimiterMemory, key: string, said: Said): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext, said);
    throw refusal;
  }
}
