// Lessons in the words of the wire: sums in rupees, instants as ISO text, the public id in place of our own.
import type {
  AssignedLesson,
  CourseCard,
  LessonForm,
  LessonRow,
  Material,
  PurchasedCourse,
} from '../../contract/learn.ts';
import type { OwnRating, RatingSummary } from '../../contract/ratings.ts';
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

/** `instructorRating`: of all lessons of its instructor. */
export interface OnCard extends Counted {
  readonly instructorRating: RatingSummary;
}

function presentPlaces(lesson: Counted, now: number, seats: number) {
  return { ...presentCourse(lesson, now), enrolled: lesson.enrolled, seats };
}

export function presentCard(lesson: OnCard, now: number, seats: number): CourseCard {
  return { ...presentPlaces(lesson, now, seats), instructorRating: lesson.instructorRating };
}

/** As the desk sees it. */
export interface DeskLesson extends Counted {
  readonly hasInstructor: boolean;
  readonly isInstructorBlocked: boolean;
  readonly hasHostCome: boolean;
  readonly earned: Paise;
  readonly refundsDue: number;
  readonly ratings: number;
}

export function presentRow(lesson: DeskLesson, now: number, seats: number): LessonRow {
  return {
    ...presentPlaces(lesson, now, seats),
    instructor_email: lesson.instructorEmail,
    hasInstructor: lesson.hasInstructor,
    isInstructorBlocked: lesson.isInstructorBlocked,
    hasHostCome: lesson.hasHostCome,
    createdAt: iso(lesson.createdAt),
    earned: toRupees(lesson.earned),
    refundsDue: lesson.refundsDue,
    ratings: lesson.ratings,
  };
}

export interface BoughtLesson extends Lesson {
  readonly enrolledAt: number;
  readonly paid: Paise;
  readonly refund: 'due' | 'done' | null;
  readonly canRate: boolean;
  readonly stars: OwnRating['stars'] | null;
}

export function presentPurchase(lesson: BoughtLesson, now: number): PurchasedCourse {
  return {
    ...presentCourse(lesson, now),
    purchasedAt: iso(lesson.enrolledAt),
    paid: toRupees(lesson.paid),
    refund: lesson.refund,
    canRate: lesson.canRate,
    stars: lesson.stars,
  };
}

export interface TaughtLesson extends Counted {
  readonly earned: Paise;
  readonly materials: number;
  readonly rating: RatingSummary;
  readonly learners: readonly { name: string; enrolledAt: number }[];
}

export function presentAssigned(lesson: TaughtLesson, now: number, seats: number): AssignedLesson {
  return {
    ...presentPlaces(lesson, now, seats),
    earned: toRupees(lesson.earned),
    rating: lesson.rating,
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
