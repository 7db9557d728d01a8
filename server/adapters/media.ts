// How audio and video travel in calls: from browser to browser in small ones, through a media server in larger ones.
import type { MediaWay } from '../../contract/call.ts';
import type { IceServer } from '../call-settings.ts';
import { RENEW_MS } from './ice-servers.ts';

/** Who is entering which call. */
interface MediaGuest {
  readonly account: number;
  readonly name: string;
  readonly isHost: boolean;
  /** The public id of the lesson; null for a call by code. */
  readonly lesson: string | null;
}

/** One browser in a large call. */
export interface MediaSeat {
  /** The id of the connection; each new connection of the same seat gets another. */
  readonly link: string;
  readonly room: string;
  readonly person: string;
  readonly page: string;
  readonly name: string;
}

export type MediaNews =
  | { kind: 'offer'; link: string; sdp: string }
  | { kind: 'token'; link: string; url: string; token: string }
  | { kind: 'streams'; link: string; streams: { person: string; sound: string; picture: string }[] }
  | { kind: 'lost'; link: string };

/** A media server. What it does in response is reported later, as news. */
export interface LargeMedia {
  readonly mostPeople: number;
  join(seat: MediaSeat): void;
  answer(link: string, sdp: string): void;
  leave(link: string): void;
  /** Sets the one listener. */
  listen(hear: (news: MediaNews) => void): void;
}

export interface Media {
  /** The most people a call can have. */
  readonly mostPeople: number;
  /** The most people a call can have without the media server. */
  readonly meshPeople: number;
  readonly large: LargeMedia | null;
  readonly renewMs: number;
  /** Called at every entry and again after `renewMs`, so that credentials can be short-lived. */
  admit(guest: MediaGuest): Promise<MediaWay>;
}

/** Each browser sends to every other one: beyond six, home uplinks and old machines cannot keep up. */
const MESH_PEOPLE = 6;

/** Up to six people, the server only passes on addresses; audio and video go from browser to browser. */
export function callMedia(iceServersFor: (account: number) => IceServer[], large: LargeMedia | null = null): Media {
  return {
    mostPeople: large?.mostPeople ?? MESH_PEOPLE,
    meshPeople: MESH_PEOPLE,
    large,
    renewMs: RENEW_MS,
    admit: async ({ account }) => ({ kind: 'mesh', iceServers: iceServersFor(account) }),
  };
}
