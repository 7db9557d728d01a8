// LiveKit as the media server of larger calls: gives tokens for seats, and removes people who have lost their seat.
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';
import type { Log } from '../log.ts';
import type { LargeMedia, MediaNews, MediaSeat } from './media.ts';

export interface LiveKitOptions {
  /** `wss://...`, as browsers reach it. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly log: Log;
  /** The pauses before somebody whom LiveKit could not send away is sent away again. */
  readonly retryAfterMs?: readonly number[];
}

/** As many as a screen and a host can follow; LiveKit itself carries more. */
const MOST_PEOPLE = 50;
/** Only needed to enter: LiveKit renews the tokens of those who are in the room. */
const TOKEN_SECONDS = 60;
const RETRY_AFTER_MS = [1_000, 5_000, 20_000, 60_000, 300_000] as const;

/** One identity per page, so that a person's earlier page can be removed without the one that replaced it. */
const identityOf = ({ person, page }: MediaSeat): string => `${person}:${page}`;
const roomOf = ({ room }: MediaSeat): string => `istock-${room}`;

/** Allows to send and receive audio, video and the screen in one room, and nothing else. */
export async function liveKitToken(seat: MediaSeat, apiKey: string, apiSecret: string): Promise<string> {
  const token = new AccessToken(apiKey, apiSecret, { identity: identityOf(seat), ttl: TOKEN_SECONDS });
  token.addGrant({
    roomJoin: true,
    room: roomOf(seat),
    canPublish: true,
    canSubscribe: true,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
  return token.toJwt();
}

/** @throws with the reason when the server does not answer, or does not take the key */
export async function greetLiveKit({
  url,
  apiKey,
  apiSecret,
}: Pick<LiveKitOptions, 'url' | 'apiKey' | 'apiSecret'>): Promise<void> {
  await new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret).listRooms([]);
}

export function liveKitMedia(options: LiveKitOptions): LargeMedia {
  const { url, apiKey, apiSecret, log, retryAfterMs = RETRY_AFTER_MS } = options;
  const client = new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
  const seats = new Map<string, MediaSeat>();
  let hear: (news: MediaNews) => void = () => undefined;

  const isBack = (seat: MediaSeat): boolean =>
    [...seats.values()].some((other) => identityOf(other) === identityOf(seat));

  const remove = (seat: MediaSeat, pausesMs: readonly number[] = retryAfterMs): void => {
    if (isBack(seat)) return;
    // Newer servers then also refuse the tokens given before.
    const revokeTokenTs = BigInt(Math.floor(Date.now() / 1_000) + 1);
    client.removeParticipant(roomOf(seat), identityOf(seat), { revokeTokenTs }).catch((error: { status?: number }) => {
      // 404: the person has left already, as most have.
      if (error.status === 404) return;
      const [pauseMs, ...later] = pausesMs;
      log.warn({ err: error, willRetry: pauseMs !== undefined }, 'LiveKit could not send somebody away');
      if (pauseMs !== undefined) setTimeout(() => remove(seat, later), pauseMs).unref();
    });
  };

  return {
    mostPeople: MOST_PEOPLE,
    join: (seat) => {
      seats.set(seat.link, seat);
      liveKitToken(seat, apiKey, apiSecret).then(
        (token) => hear({ kind: 'token', link: seat.link, url, token }),
        (error: unknown) => log.error({ err: error }, 'no token for LiveKit'),
      );
    },
    answer: () => undefined,
    leave: (link) => {
      const seat = seats.get(link);
      seats.delete(link);
      if (seat === undefined) return;
      remove(seat);
      // A token given just before can still be used to enter for a minute.
      setTimeout(() => remove(seat), (TOKEN_SECONDS + 5) * 1_000).unref();
    },
    listen: (listener) => void (hear = listener),
  };
}
