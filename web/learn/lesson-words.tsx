// How lessons are described: their title, their state, and whether their door is open.
import { doorOf, FEW_SEATS, lessonTitle, seatsLeft, specializations } from '../../contract/learn.ts';
import type { Door, LessonStatus, Specialization } from '../../contract/learn.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import { Badge } from '../ui/badge.tsx';
import type { BadgeTone } from '../ui/badge.tsx';
import { moneyText } from '../ui/number-text.ts';
import { untilText } from './lesson-time.tsx';

export interface ShownLesson {
  readonly id: string;
  readonly topic: string;
  readonly specialization: Specialization | null;
  readonly instructor_name: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly status: LessonStatus;
}

export function titleOf(lesson: Pick<ShownLesson, 'topic' | 'specialization'>): string {
  return lessonTitle(lesson);
}

/** The field of the lesson, unless the title already says it. */
export function fieldOf({ topic, specialization }: Pick<ShownLesson, 'topic' | 'specialization'>): string | null {
  return topic && specialization ? specializations[specialization] : null;
}

export function doorAt({ start_time, end_time, status }: ShownLesson, now: number): Door {
  return doorOf({ startsAt: Date.parse(start_time), endsAt: Date.parse(end_time), status }, now);
}

export const SOLD_OUT = 'Sold out';

/** For seats that are few or gone; null while there are enough. */
export function seatsText(lesson: { seats: number; enrolled: number }): string | null {
  const left = seatsLeft(lesson);
  // Also null for an exchange of the previous version, which says nothing about seats.
  if (!(left <= FEW_SEATS)) return null;
  if (left === 0) return SOLD_OUT;
  return left === 1 ? '1 seat left' : `${left} seats left`;
}

/** What follows from giving back a place that cost this many rupees. */
export function giveBackText(paid: number): string {
  return paid > 0
    ? `Somebody else can have it then, and the ${moneyText(paid)} you paid goes back to where it came from.`
    : 'Somebody else can have it then.';
}

/** Until when a place that is bought now can be given back: buyers should know before they pay. */
export function leaveText(lesson: ShownLesson, now: number): string {
  return doorAt(lesson, now) === 'early' ? lessonMessages.tooLateToLeave : lessonMessages.cannotLeave;
}

/** It has begun and not ended. */
export function isRunning({ start_time, end_time, status }: ShownLesson, now: number): boolean {
  return status === 'SCHEDULED' && Date.parse(start_time) <= now && now < Date.parse(end_time);
}

/** When a lesson that is running ends, which somebody who buys it now wants to know; null for others. */
export function endsText(lesson: ShownLesson, now: number): string | null {
  return isRunning(lesson, now) ? `ends ${untilText(Date.parse(lesson.end_time) - now)}` : null;
}

const tones: Record<LessonStatus, BadgeTone> = { SCHEDULED: 'accent', COMPLETED: 'up', CANCELED: 'down' };

export function LessonBadge({ status }: { status: LessonStatus }) {
  return <Badge tone={tones[status]}>{status}</Badge>;
}
