// A new seat in a room, and how much its occupant may send.
import type { MediaWay } from '../../contract/call.ts';
import { fullAllowance } from '../allowance.ts';
import type { Rate } from '../allowance.ts';
import type { Room, Seat } from './room.ts';

export const DESCRIPTIONS: Rate = { burst: 60, perSecond: 1 };
export const CANDIDATES: Rate = { burst: 400, perSecond: 10 };
export const CHAT: Rate = { burst: 10, perSecond: 0.5 };
/** Everybody in the room is told of each change. */
export const CHANGES: Rate = { burst: 40, perSecond: 2 };

/** Somebody at the door, already admitted. */
export interface Entrant {
  readonly socket: string;
  readonly account: number;
  readonly name: string;
  readonly isHost: boolean;
  readonly page: string;
  readonly isMuted: boolean;
  readonly hasCamera: boolean;
  readonly media: MediaWay;
}

export function newSeat(room: Room, entrant: Entrant, at: number, isUnlimited: boolean): Seat {
  const { account, name, isHost, socket, page, isMuted, hasCamera, media } = entrant;
  const full = (rate: Rate) => fullAllowance(rate, at, isUnlimited);
  const id = `p${++room.lastSeat}`;
  room.sitters.set(id, { account, name, isHost, cameAt: at, wentAt: null });
  return {
    id,
    account,
    name,
    isHost,
    socket,
    page,
    awaySince: null,
    isMuted,
    isMutedByHost: false,
    hasCamera,
    isSharing: false,
    handUpAt: null,
    way: { media, at },
    descriptions: full(DESCRIPTIONS),
    candidates: full(CANDIDATES),
    chat: full(CHAT),
    changes: full(CHANGES),
  };
}
