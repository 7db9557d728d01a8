// Whether the server can be reached now, and when it can be again.
import { ANSWER_WITHIN_MS } from './api.ts';

/**
 * Requests the page itself: what the browser reports says only whether there is a network, and not even that reliably. A proxy before a
 * server that is away answers for it, with an error of its own.
 */
export function isReached(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

export const NOT_REACHED = 'There is no connection to Istock.';

const LOOK_EVERY_MS = 3_000;

/**
 * Calls back when a server that is out of reach can be reached again, for which there is no event. Not where it is within reach in the
 * first place: then something else is wrong, and trying again would never end. Returns a function that stops looking.
 */
export function onceBack(act: () => void): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (isFirst: boolean): Promise<void> => {
    const isThere = await isReached();
    if (isStopped) return;
    if (!isThere) timer = setTimeout(() => void look(false), LOOK_EVERY_MS);
    else if (!isFirst) act();
  };
  void look(true);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
