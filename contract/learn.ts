// Lessons ("sessions" and "courses" on the wire): the administrator's form and list, the cards that are sold, an instructor's own, and their materials.
import * as z from 'zod/mini';
import { ownRating, ratingSummary } from './ratings.ts';
import { lessonMessages, materialMessages } from './messages/learn.ts';
import {
  booleanFromQuery,
  count,
  emailInput,
  id,
  idInput,
  instant,
  nameText,
  numberFromQuery,
  ONE_PARAGRAPH,
  pageQuery,
  rupees,
  searchText,
  severalLines,
  text,
} from './wire.ts';
import { isRupees, toPaise } from './wire/sums.ts';

/** Spec 5, with the words they are displayed as. */
export const specializations = {
  technical: 'Technical Analysis',
  fundamental: 'Fundamental Analysis',
  risk: 'Risk Management',
  psychology: 'Trading Psychology',
} as const;
export type Specialization = keyof typeof specializations;
export const specializationNames = [
  'technical',
  'fundamental',
  'risk',
  'psychology',
] as const satisfies readonly Specialization[];

export const lessonStatuses = ['SCHEDULED', 'COMPLETED', 'CANCELED'] as const;
export type LessonStatus = (typeof lessonStatuses)[number];

/** How long before its start the door of a lesson's call opens. */
export const LESSON_DOOR_MS = 15 * 60_000;
/** A class may run over: people who lost the connection may return until this long after its end. */
export const LESSON_OVERRUN_MS = 30 * 60_000;
const LONGEST_MS = 12 * 3_600_000;
/** In rupees. */
export const HOURLY_RATE_MAX = 1_000_000;
/** Spec 9: the form's initial value. In rupees. */
export const HOURLY_RATE_USUAL = 500;

/** A lesson's name where there is room for one line only. */
export function lessonTitle({
  topic,
  specialization,
}: {
  topic: string;
  specialization: Specialization | null;
}): string {
  return topic || (specialization ? specializations[specialization] : 'Trading lesson');
}

/** The state of a lesson's door for people who want to enter. */
export type Door = 'early' | 'open' | 'over' | 'canceled';

/** Whether people may enter at `now`. Instants are epoch ms. */
export function doorOf(
  { startsAt, endsAt, status }: { startsAt: number; endsAt: number; status: LessonStatus },
  now: number,
): Door {
  if (status === 'CANCELED') return 'canceled';
  if (now < startsAt - LESSON_DOOR_MS) return 'early';
  return now < endsAt + LESSON_OVERRUN_MS ? 'open' : 'over';
}

const instructorName = nameText(80, lessonMessages.nameTooLong, lessonMessages.nameRequired);

const specialization = z.pipe(
  z.transform((given: Specialization | '' | null | undefined) => (given === '' || given === undefined ? null : given)),
  z.nullable(z.enum(specializationNames, { error: lessonMessages.specializationInvalid })),
);

// Null is what another program may send for a field that it leaves open.
const topic = z.nullish(text(120, lessonMessages.topicTooLong, lessonMessages.topicInvalid, ONE_PARAGRAPH));
const about = z.nullish(severalLines(2000, lessonMessages.aboutTooLong, { missing: lessonMessages.aboutInvalid }));

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Spec 5: at least 0. A form may send the number as text. */
const hourlyRate = z.pipe(
  z.transform((given: number | string) => numberFromQuery(given as number)),
  z.pipe(
    z
      .number({ error: ({ input }) => (isMissing(input) ? lessonMessages.rateRequired : lessonMessages.rateInvalid) })
      .check(
        z.gte(0, { error: lessonMessages.rateTooSmall, abort: true }),
        z.lte(HOURLY_RATE_MAX, { error: lessonMessages.rateInvalid, abort: true }),
        z.refine((value) => isRupees(value) && !Object.is(value, -0), { error: lessonMessages.rateInvalid }),
      ),
    z.transform(toPaise),
  ),
);

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** A time without a zone, as a form field writes it, is in India's. NaN if it is no instant. */
function instantFrom(given: string): number {
  const [, year, month, day, , , zone] = INSTANT.exec(given) ?? [];
  if (year === undefined) return Number.NaN;
  const isDay = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return isDay ? Date.parse(zone === undefined ? `${given}+05:30` : given) : Number.NaN;
}

function instantInput(required: string, error: string) {
  const said = ({ input }: { input?: unknown }) => (isMissing(input) ? required : error);
  return z.pipe(
    z.string({ error: said }).check(z.trim(), z.minLength(1, { error: required, abort: true }), z.maxLength(40, error)),
    z.pipe(z.transform(instantFrom), z.int({ error, abort: true }).check(z.gte(EARLIEST, error), z.lte(LATEST, error))),
  );
}

const formFields = {
  instructor_name: instructorName,
  instructor_email: emailInput(lessonMessages.emailRequired, lessonMessages.emailInvalid),
  specialization: z.optional(specialization),
  topic,
  about,
  hourly_rate: hourlyRate,
  start_time: instantInput(lessonMessages.startRequired, lessonMessages.startInvalid),
  end_time: instantInput(lessonMessages.endRequired, lessonMessages.endInvalid),
};

interface Span {
  start_time: number;
  end_time: number;
}

const isForward = ({ start_time, end_time }: Span): boolean => end_time > start_time;
const isShort = ({ start_time, end_time }: Span): boolean => end_time - start_time <= LONGEST_MS;
const spanChecks = [
  z.refine<Span>(isForward, { error: lessonMessages.endBeforeStart, path: ['end_time'], abort: true }),
  z.refine<Span>(isShort, { error: lessonMessages.tooLong, path: ['end_time'] }),
] as const;

export const lessonForm = z.object(formFields).check(...spanChecks);
/** `seen`: the lesson that was on screen while typing; refused if it has changed by now. */
export const lessonUpdate = z.object({ id: idInput, ...formFields, seen: z.optional(lessonForm) }).check(...spanChecks);

export const lessonIdInput = z.object({ id: idInput });

/** Spec 7: the client sends the status it wants. */
export const cancelLessonInput = z.object({
  id: idInput,
  status: z.optional(z.literal('CANCELED', { error: lessonMessages.onlyCancels })),
});

const statusQuery = z.optional(z.enum(lessonStatuses, { error: lessonMessages.statusInvalid }));
const longPage = { ...pageQuery, limit: z._default(pageQuery.limit, 100) };

export const lessonsInput = z.object({
  ...longPage,
  status: statusQuery,
  /** Part of an instructor's name or address, or of a topic. */
  q: z.optional(searchText()),
});

/** When this few or fewer are left, people are told the number of seats. */
export const FEW_SEATS = 5;

/** A lesson that has sold more places than its call now seats has none left. */
export function seatsLeft({ seats, enrolled }: { seats: number; enrolled: number }): number {
  return Math.max(0, seats - enrolled);
}

const course = {
  _id: id,
  id,
  specialization: z.nullable(z.enum(specializationNames)),
  topic: z.string(),
  about: z.string(),
  instructor_name: z.string(),
  hourly_rate: rupees,
  start_time: instant,
  end_time: instant,
  status: z.enum(lessonStatuses),
};

/** `seats`: the number of learners that the call has room for. */
const places = { enrolled: count, seats: count };

/** `instructorRating`: over all lessons of its instructor; an upcoming lesson has no rating of its own. */
export const courseCard = z.object({ ...course, ...places, instructorRating: ratingSummary });

/** `refund`: for a lesson that was canceled or paid back, whether the money has gone back; null if there is none. */
export const purchasedCourse = z.object({
  ...course,
  purchasedAt: instant,
  paid: rupees,
  refund: z.nullable(z.enum(['due', 'done'])),
  canRate: z.boolean(),
  /** The learner's rating; null while there is none. */
  stars: z.nullable(ownRating.shape.stars),
});

export const lessonRow = z.object({
  ...course,
  instructor_email: z.string(),
  /** False until somebody with an instructor's account has verified this address. */
  hasInstructor: z.boolean(),
  /** An administrator has disabled that account, so nobody will hold the lesson. */
  isInstructorBlocked: z.boolean(),
  /** Its instructor has been in its call. */
  hasHostCome: z.boolean(),
  createdAt: instant,
  ...places,
  /** Paid and not refunded. */
  earned: rupees,
  refundsDue: count,
  /** Including hidden ones. */
  ratings: count,
});

export const pageTotals = z.object({
  total: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

export const instructorsInput = z.object({ q: z.optional(searchText()) });
export const knownInstructor = z.object({ name: z.string(), email: z.string() });

export const assignedInput = z.object({
  ...longPage,
  /** Only upcoming and running lessons, or only those that are over. */
  isPast: z.optional(z.pipe(z.transform(booleanFromQuery), z.boolean({ error: 'isPast must be true or false.' }))),
});

export const assignedLesson = z.object({
  ...course,
  ...places,
  earned: rupees,
  learners: z.array(z.object({ name: z.string(), enrolledAt: instant })),
  materials: count,
  /** For this lesson only. */
  rating: ratingSummary,
});

/** The tiles of an instructor's dashboard, over all lessons rather than one page. Sums are rupees. */
const assignedSummary = z.object({
  total: count,
  completed: count,
  upcoming: count,
  /** Over lessons that were not canceled; 0 if there are none. */
  averageRate: rupees,
  /** Paid by learners and not refunded. */
  earned: rupees,
  /** Seats sold or given away in lessons that were not canceled. */
  learners: count,
  rating: ratingSummary,
});

export const assignedTop = z.object({ ...pageTotals.shape, summary: assignedSummary });

export const MATERIAL_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
export type MaterialType = (typeof MATERIAL_TYPES)[number];
export const MATERIAL_MAX_BYTES = 10 * 1024 * 1024;
export const MATERIALS_MAX = 20;

const material = z.object({
  _id: id,
  name: z.string(),
  kind: z.enum(['pdf', 'image']),
  bytes: count,
  addedAt: instant,
});

/** Who is looking at a lesson: its instructor, somebody who has it, the desk, or somebody who may buy it. */
export const lessonData = z.object({
  ...courseCard.shape,
  part: z.enum(['host', 'learner', 'admin', 'visitor']),
  /** Only for participants and the desk; null for visitors. */
  materials: z.nullable(z.array(material)),
  /** Why this person cannot buy it; null if they can. */
  notForSale: z.nullable(z.string()),
  canRate: z.boolean(),
  ownRating: z.nullable(ownRating),
});

/** One person's attendance of a lesson's call. */
export const attendance = z.object({
  name: z.string(),
  part: z.enum(['host', 'learner']),
  /** In the call now. */
  isPresent: z.boolean(),
  /** First entered the call; null for those who never came. */
  joinedAt: z.nullable(instant),
  /** Last left it; null for those who are still there or never came. */
  leftAt: z.nullable(instant),
  /** Total time in the call, rounded. */
  minutes: count,
  /** How many visits: a connection that is lost for more than a moment begins another one. */
  visits: count,
});

/** People the host has removed from a lesson's call and nobody has readmitted; the latest first. */
export const removedPeople = z.array(z.object({ _id: id, name: z.string(), removedAt: instant }));

const fileName = text(120, materialMessages.nameRequired).check(z.minLength(1, materialMessages.nameRequired));

export const addMaterialInput = z.object({
  id: idInput,
  fileName,
  fileType: z.enum(MATERIAL_TYPES, { error: materialMessages.typeInvalid }),
});
export const signedMaterial = z.object({ _id: id, signedUrl: z.string() });
export const materialLink = z.object({ url: z.string(), name: z.string() });

export type LessonForm = z.output<typeof lessonForm>;
export type LessonFormWire = z.input<typeof lessonForm>;
export type CourseCard = z.output<typeof courseCard>;
export type PurchasedCourse = z.output<typeof purchasedCourse>;
export type LessonRow = z.output<typeof lessonRow>;
export type AssignedLesson = z.output<typeof assignedLesson>;
export type AssignedSummary = z.output<typeof assignedSummary>;
export type LessonData = z.output<typeof lessonData>;
export type Attendance = z.output<typeof attendance>;
export type Material = z.output<typeof material>;
