// Answers that index.html asked for before the first script was there: what a first screen reads comes down together with its scripts.

interface Ahead {
  /** Whose answers these are. */
  token: string;
  /** By address, each until it is taken. */
  answers: Record<string, Promise<Response> | undefined>;
}

/** After this long the screen is no longer the first one, and the early answers may be out of date. */
const WITHIN_MS = 15_000;

/** The answer to this read, if it has already been requested; each only once. */
export function takeAhead(url: string, token: string | undefined): Promise<Response> | undefined {
  const { ahead } = globalThis as { ahead?: Ahead };
  const answer = ahead?.answers[url];
  if (!ahead || !answer) return undefined;
  ahead.answers[url] = undefined;
  return token === ahead.token && performance.now() < WITHIN_MS ? answer : undefined;
}
