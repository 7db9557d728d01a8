// One renewal of the access token at a time, however many calls found it expired at once.
import { renewToken, session } from './session.ts';

type Answer = { token: string } | 'over' | 'unknown';
export type RefreshOutcome = 'renewed' | 'over' | 'unknown';

let running: Promise<RefreshOutcome> | null = null;

/** Whose token it is. Not checked here, only compared: the server checks. */
function subjectOf(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    return (claims as { sub?: unknown }).sub;
  } catch {
    return undefined;
  }
}

async function renew(ask: () => Promise<Answer>): Promise<RefreshOutcome> {
  const answer = await ask();
  if (typeof answer === 'string') return answer;
  const before = session();
  // The person may have logged out meanwhile; or another tab logged in as somebody else, and the cookie is theirs now.
  if (!before || subjectOf(before.token) !== subjectOf(answer.token)) return 'over';
  renewToken(answer.token);
  return 'renewed';
}

export function beginRefresh(ask: () => Promise<Answer>): Promise<RefreshOutcome> {
  running ??= renew(ask).finally(() => {
    running = null;
  });
  return running;
}
