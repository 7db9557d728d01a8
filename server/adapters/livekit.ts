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
}

/** As many as a screen and a host can follow; LiveKit itself carries more. */
const MOST_PEOPLE = 50;
/** Only needed to enter: LiveKit renews the tokens of those who are in the room. */
const TOKEN_SECONDS = 60;

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
export async function greetLiveKit({ url, apiKey, apiSecret }: Omit<LiveKitOptions, 'log'>): Promise<void> {
  await new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret).listRooms([]);
}

export function liveKitMedia({ url, apiKey, apiSecret, log }: LiveKitOptions): LargeMedia {
  const client = new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
  const seats = new Map<string, MediaSeat>();
  let hear: (news: MediaNews) => void = () => undefined;

  const remove = (seat: MediaSeat): void => {
    // Newer servers then also refuse the tokens given before.
    const revokeTokenTs = BigInt(Math.floor(Date.now() / 1_000) + 1);
    client.removeParticipant(roomOf(seat), identityOf(seat), { revokeTokenTs }).catch((error: { status?: number }) => {
      // 404: the person has left already, as most have.
      if (error.status !== 404) log.warn({ err: error }, 'LiveKit could not send somebody away');
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
      const isBack = (): boolean => [...seats.values()].some((other) => identityOf(other) === identityOf(seat));
      if (!isBack()) remove(seat);
      // A token given just before can still be used to enter for a minute.
      setTimeout(() => isBack() || remove(seat), (TOKEN_SECONDS + 5) * 1_000).unref();
    },
    listen: (listener) => void (hear = listener),
  };
}
