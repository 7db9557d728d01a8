// How often somebody may ask for mails and guess codes. Owns the account side of rate-limiter-flexible.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callMessages } from '../../contract/messages/call.ts';
import { tooMany } from '../http-error.ts';
import { networkOf } from '../network.ts';

export interface Limits {
  /** Before a mail with a code: one in 30 s and five an hour per address. @throws HttpError 429. */
  takeMail(email: string): Promise<void>;
  /** Before a guess: 30 wrong an hour from one IP address, 15 for one mail address. @throws HttpError 429. */
  checkGuess(ip: string, email: string | null): Promise<void>;
  countWrongGuess(ip: string, email: string | null): Promise<void>;
}

const none = async (): Promise<void> => {};

export function createLimits(hasRateLimit: boolean): Limits {
  if (!hasRateLimit) return { takeMail: none, checkGuess: none, countWrongGuess: none };
  const mailPause = new RateLimiterMemory({ points: 1, duration: 30 });
  const mailsInHour = new RateLimiterMemory({ points: 5, duration: 3600 });
  const guessesOfIp = new RateLimiterMemory({ points: 30, duration: 3600 });
  const guessesForEmail = new RateLimiterMemory({ points: 15, duration: 3600 });

  const check = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
    const used = await limiter.get(key);
    if (used && used.remainingPoints <= 0) throw tooMany(used.msBeforeNext, callMessages.tooMany);
  };

  return {
    async takeMail(email) {
      try {
        await mailPause.consume(email);
        await mailsInHour.consume(email);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext, callMessages.tooMany);
        throw refusal;
      }
    },
    async checkGuess(ip, email) {
      await check(guessesOfIp, networkOf(ip));
      if (email !== null) await check(guessesForEmail, email);
    },
    async countWrongGuess(ip, email) {
      await guessesOfIp.penalty(networkOf(ip));
      if (email !== null) await guessesForEmail.penalty(email);
    },
  };
}
