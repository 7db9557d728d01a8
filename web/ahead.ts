// Answers that index.html asked for before the first script was there: what a first screen reads comes down together with its scripts.

interface Ahead {
  /** Whose answers these are. */
  token: string;
  /** By address, each until it is taken. */
  answers: Record<string, Promise<Response> | undefined>;
}

/** Later a screen is not the first one any more, and what was asked for at the beginning may have changed unheard. */
const WITHIN_MS = 15_000;

/** The answer to this read, if it is on its way already; each only once. */
export function takeAhead(url: string, token: string | undefined): Promise<Response> | undefined {
  const { ahead } = globalThis as { ahead?: Ahead };
  const answer = ahead?.answers[url];
  if (!ahead || !answer) return undefined;
  ahead.answers[url] = undefined;
  return token === ahead.token && performance.now() < WITHIN_MS ? answer : undefined;
}
