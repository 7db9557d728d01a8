// Sends a request over the socket and waits for its answer.
import type { Acknowledgement, RequestName, RequestOf } from '../../contract/events.ts';
import type { LiveSocket } from '../live-socket.ts';

interface Question<E extends RequestName> {
  readonly event: E;
  readonly payload: RequestOf<E>;
  readonly withinMs: number;
}

/** Null without an answer in time. */
export function askLive<E extends RequestName>(
  live: LiveSocket,
  { event, payload, withinMs }: Question<E>,
): Promise<Acknowledgement | null> {
  // The library's types lose which payload belongs to an event while its name is still a parameter.
  const asking = live.timeout(withinMs) as unknown as {
    emitWithAck(event: E, payload: RequestOf<E>): Promise<Acknowledgement>;
  };
  return asking.emitWithAck(event, payload).catch(() => null);
}
