// One renewal of the access token at a time, however many calls found it expired at once.
import { renewToken, session, userIdOf } from './session.ts';

type Answer = { token: string } | 'over' | 'unknown';
export type RefreshOutcome = 'renewed' | 'over' | 'unknown';

let running: Promise<RefreshOutcome> | null = null;

/** A browser may hold one login for each person in its tabs, so say whose to renew. */
type Ask = (userId: string | undefined) => Promise<Answer>;

async function renew(ask: Ask): Promise<RefreshOutcome> {
  const answer = await ask(userIdOf(session()?.token));
  if (typeof answer === 'string') return answer;
  const before = session();
  // The person may have logged out in the meantime.
  if (!before || userIdOf(before.token) !== userIdOf(answer.token)) return 'over';
  renewToken(answer.token);
  return 'renewed';
}

export function beginRefresh(ask: Ask): Promise<RefreshOutcome> {
  running ??= renew(ask).finally(() => {
    running = null;
  });
  return running;
}
