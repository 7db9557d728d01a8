// How sound and picture travel in calls: from each to each in small ones, over a media server in larger ones.
import type { MediaWay } from '../../contract/call.ts';
import type { IceServer } from '../call-settings.ts';
import { RENEW_MS } from './ice-servers.ts';

/** Who comes into which call. */
interface MediaGuest {
  readonly account: number;
  readonly name: string;
  readonly isHost: boolean;
  /** The public id of the lesson; null for a call by code. */
  readonly lesson: string | null;
}

/** One browser of a large call. */
export interface MediaSeat {
  /** Names the connection; another one of the same seat has another name. */
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

/** A media server. What comes of an order is told later, as news. */
export interface LargeMedia {
  readonly mostPeople: number;
  join(seat: MediaSeat): void;
  answer(link: string, sdp: string): void;
  leave(link: string): void;
  /** By the one who is told the news. */
  listen(hear: (news: MediaNews) => void): void;
}

export interface Media {
  /** More people than this a call cannot carry. */
  readonly mostPeople: number;
  /** More people than this need the media server. */
  readonly meshPeople: number;
  readonly large: LargeMedia | null;
  readonly renewMs: number;
  /** Asked at every entry and again after `renewMs`, so that credentials can be short-lived. */
  admit(guest: MediaGuest): Promise<MediaWay>;
}

/** Each browser sends to every other one: beyond six, uplinks of homes and old machines give in. */
const MESH_PEOPLE = 6;

/** Up to six only addresses are exchanged by the server; sound and picture go from browser to browser. */
export function callMedia(iceServersFor: (account: number) => IceServer[], large: LargeMedia | null = null): Media {
  return {
    mostPeople: large?.mostPeople ?? MESH_PEOPLE,
    meshPeople: MESH_PEOPLE,
    large,
    renewMs: RENEW_MS,
    admit: async ({ account }) => ({ kind: 'mesh', iceServers: iceServersFor(account) }),
  };
}
