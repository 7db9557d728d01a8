// Limits how many questions a person may ask in a day. Owns the assistant's side of rate-limiter-flexible.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { assistantMessages } from '../../contract/messages/assistant.ts';
import { tooMany } from '../http-error.ts';

const QUESTIONS_A_DAY = 100;
const DAY_SECONDS = 86_400;

/** Counts a question. @throws HttpError 429 */
export type TakeQuestion = (userId: string) => Promise<void>;

export function dailyQuestions(hasRateLimit: boolean): TakeQuestion {
  if (!hasRateLimit) return async () => {};
  const limiter = new RateLimiterMemory({ points: QUESTIONS_A_DAY, duration: DAY_SECONDS });
  return async (userId) => {
    try {
      await limiter.consume(userId);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext, assistantMessages.dayOver);
      throw refusal;
    }
  };
}
