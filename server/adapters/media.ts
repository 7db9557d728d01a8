// How sound and picture travel in calls: from each to each by default; a media server takes the same place.
import type { MediaWay } from '../../contract/call.ts';
import type { IceServer } from '../call-settings.ts';

/** Who comes into which call. */
export interface MediaGuest {
  readonly account: number;
  readonly name: string;
  readonly isHost: boolean;
  /** The public id of the lesson; null for a call by code. */
  readonly lesson: string | null;
}

export interface Media {
  /** More people than this a call cannot carry. */
  readonly mostPeople: number;
  /** Asked at every entry, so that credentials can be short-lived. */
  admit(guest: MediaGuest): Promise<MediaWay>;
}

/** Each browser sends to every other one: beyond six, uplinks of homes and old machines give in. */
const MESH_PEOPLE = 6;

/** Only addresses are exchanged by the server; sound and picture go from browser to browser. */
export function meshMedia(iceServersFor: (account: number) => IceServer[]): Media {
  return {
    mostPeople: MESH_PEOPLE,
    admit: async ({ account }) => ({ kind: 'mesh', iceServers: iceServersFor(account) }),
  };
}
