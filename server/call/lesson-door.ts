// The door of a lesson's call: whether somebody may pass it now, and as whom. No clock, no sockets, no waiting.
import { doorOf } from '../../contract/learn.ts';
import type { LessonStatus } from '../../contract/learn.ts';
import type { CallRefusal } from '../../contract/messages/live-call.ts';

export interface CallAdmission {
  readonly part: 'host' | 'learner';
  readonly name: string;
  /** The host has removed this person, and nobody has readmitted them. */
  readonly isRemoved: boolean;
}

export interface LessonTimes {
  readonly title: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly status: LessonStatus;
  /** When the host ended its call for everybody. */
  readonly endedAt: number | null;
}

/** What the school says of a lesson and of one person's part in it; null where it knows none. */
interface AtDoor {
  readonly times: LessonTimes | null;
  readonly admitted: CallAdmission | null;
  /** Its room is open. */
  readonly isRunning: boolean;
  /** This person has a seat in it, and perhaps lost the connection for a moment. */
  readonly isSeated: boolean;
}

export interface PassedDoor {
  readonly times: LessonTimes;
  readonly isHost: boolean;
}

export function passDoor({ times, admitted, isRunning, isSeated }: AtDoor, at: number): CallRefusal | PassedDoor {
  if (times?.status === 'CANCELED') return 'canceled';
  if (times === null || admitted === null) return 'stranger';
  if (isShutOut(admitted)) return 'removed-from-class';
  const isHost = admitted.part === 'host';
  const door = doorOf(times, at);
  if (door === 'over') return 'over';
  // The lesson may have been moved to a later start while they are in its call.
  if (door === 'early' && !isHost && !isSeated) return 'early';
  // The host has ended it: only the host can reopen it.
  if (times.endedAt !== null && !isHost && !isRunning) return 'over';
  return { times, isHost };
}

/** Removed by the host. Not so a current instructor who was removed earlier, as a learner of the lesson. */
export function isShutOut({ part, isRemoved }: CallAdmission): boolean {
  return isRemoved && part !== 'host';
}
