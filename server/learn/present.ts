// Lessons in the words of the wire: sums in rupees, instants as ISO text, the public id in place of our own.
import type {
  AssignedLesson,
  CourseCard,
  LessonForm,
  LessonRow,
  Material,
  PurchasedCourse,
} from '../../contract/learn.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { Paise } from '../../core/money.ts';
import { statusAt } from './lessons.ts';
import type { Lesson, LessonPlan } from './lessons.ts';

const iso = (at: number): string => new Date(at).toISOString();

function presentCourse(lesson: Lesson, now: number) {
  return {
    _id: lesson.publicId,
    id: lesson.publicId,
    specialization: lesson.specialization,
    topic: lesson.topic,
    about: lesson.about,
    instructor_name: lesson.instructorName,
    hourly_rate: toRupees(lesson.hourlyRate),
    start_time: iso(lesson.startsAt),
    end_time: iso(lesson.endsAt),
    status: statusAt(lesson, now),
  };
}

export interface Counted extends Lesson {
  readonly enrolled: number;
}

export function presentCard(lesson: Counted, now: number, seats: number): CourseCard {
  return { ...presentCourse(lesson, now), enrolled: lesson.enrolled, seats };
}

/** As the desk sees it. */
export interface DeskLesson extends Counted {
  readonly hasInstructor: boolean;
  readonly isInstructorBlocked: boolean;
  readonly hasHostCome: boolean;
  readonly earned: Paise;
  readonly refundsDue: number;
}

export function presentRow(lesson: DeskLesson, now: number, seats: number): LessonRow {
  return {
    ...presentCard(lesson, now, seats),
    instructor_email: lesson.instructorEmail,
    hasInstructor: lesson.hasInstructor,
    isInstructorBlocked: lesson.isInstructorBlocked,
    hasHostCome: lesson.hasHostCome,
    createdAt: iso(lesson.createdAt),
    earned: toRupees(lesson.earned),
    refundsDue: lesson.refundsDue,
  };
}

export interface BoughtLesson extends Lesson {
  readonly enrolledAt: number;
  readonly paid: Paise;
  readonly refund: 'due' | 'done' | null;
}

export function presentPurchase(lesson: BoughtLesson, now: number): PurchasedCourse {
  return {
    ...presentCourse(lesson, now),
    purchasedAt: iso(lesson.enrolledAt),
    paid: toRupees(lesson.paid),
    refund: lesson.refund,
  };
}

export interface TaughtLesson extends Counted {
  readonly earned: Paise;
  readonly materials: number;
  readonly learners: readonly { name: string; enrolledAt: number }[];
}

export function presentAssigned(lesson: TaughtLesson, now: number, seats: number): AssignedLesson {
  return {
    ...presentCard(lesson, now, seats),
    earned: toRupees(lesson.earned),
    materials: lesson.materials,
    learners: lesson.learners.map(({ name, enrolledAt }) => ({ name, enrolledAt: iso(enrolledAt) })),
  };
}

export interface MaterialRow {
  readonly key: string;
  readonly name: string;
  readonly contentType: 'application/pdf' | 'image/webp';
  readonly bytes: number;
  readonly addedAt: number;
}

export function presentMaterial({ key, name, contentType, bytes, addedAt }: MaterialRow): Material {
  const kind = contentType === 'application/pdf' ? 'pdf' : 'image';
  return { _id: key, name, kind, bytes, addedAt: iso(addedAt) };
}

export function planOf(form: LessonForm): LessonPlan {
  return {
    instructorName: form.instructor_name,
    instructorEmail: form.instructor_email,
    specialization: form.specialization ?? null,
    topic: form.topic ?? '',
    about: form.about ?? '',
    hourlyRate: form.hourly_rate,
    startsAt: form.start_time,
    endsAt: form.end_time,
  };
}
