// The school of the demo: lessons are planned, sold and held, and one is canceled.
import { dayStartAt, HOUR_MS, MINUTE_MS } from '../../core/market/day.ts';
import type { Actor } from './actor.ts';
import type { Life, Living } from './life.ts';
import type { DemoPerson } from './people.ts';
import { PROGRAMME } from './programme.ts';
import type { Learner, PlannedLesson, Teacher } from './programme.ts';

/** What happens in the school without a call. */
export interface Teaching {
  /** Reminds participants, and ends lessons that are over. */
  passTime(): Promise<void>;
  /** Sends refunds that are due. */
  refund(): Promise<void>;
  came(lesson: string, account: number, at: number): void;
  went(lesson: string, account: number, at: number): void;
  /** The host has ended the call for everybody. */
  ended(lesson: string, at: number): void;
  /** Resolves once attendance is stored. */
  noted(): Promise<void>;
}

export interface SchoolPeople {
  /** Null before this person has joined. */
  readonly learner: (role: Learner) => Actor | null;
  readonly teacher: (role: Teacher) => { person: DemoPerson; account: number };
  readonly admin: Actor;
}

const LEAD_DAYS = 11;
const CALLED_OFF_DAYS = 2;
const LESSON_MS = HOUR_MS;
const DAY_MINUTES = 1440;
/** How long visitors have to look around before today's lesson begins. */
const SOON_MS = 25 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;

export class School implements Living {
  readonly #people: SchoolPeople;
  readonly #teaching: Teaching;
  /** When the demo is opened to visitors. */
  readonly #opensAt: number;
  readonly #lastDay: number;
  readonly #ids = new Map<PlannedLesson, string>();

  constructor(people: SchoolPeople, teaching: Teaching, { opensAt, lastDay }: { opensAt: number; lastDay: number }) {
    this.#people = people;
    this.#teaching = teaching;
    this.#opensAt = opensAt;
    this.#lastDay = lastDay;
  }

  plan(life: Life): void {
    for (const lesson of PROGRAMME) {
      const startsAt = this.#startOf(lesson);
      const isKnown = this.#ids.has(lesson);
      if (!isKnown && startsAt - life.now < LEAD_DAYS * DAY_MINUTES * MINUTE_MS) this.#announce(life, lesson, startsAt);
      if (lesson.isCalledOff !== true) this.#hold(life, lesson, startsAt);
      else if (this.#lastDay + lesson.inDays - CALLED_OFF_DAYS === life.day)
        life.atTime(12, 30, () => this.#callOff(lesson));
    }
  }

  #startOf({ inDays, hour }: PlannedLesson): number {
    if (hour !== null) return dayStartAt(this.#lastDay + inDays) + hour * HOUR_MS;
    return Math.ceil((this.#opensAt + SOON_MS) / QUARTER_MS) * QUARTER_MS;
  }

  /** Plans the lesson in the morning; its learners buy their places in the hours that follow. */
  #announce(life: Life, lesson: PlannedLesson, startsAt: number): void {
    const { teacher, topic, about, specialization, rate, learners } = lesson;
    const { person } = this.#people.teacher(teacher);
    const firstMinute = Math.min(9 * 60 + 15, life.minutes - 8);
    life.at(firstMinute, async () => {
      const { id } = await this.#people.admin.call('POST /createSession', {
        instructor_name: person.name,
        instructor_email: person.email,
        specialization,
        topic,
        about,
        hourly_rate: rate,
        start_time: new Date(startsAt).toISOString(),
        end_time: new Date(startsAt + LESSON_MS).toISOString(),
      });
      this.#ids.set(lesson, id);
    });
    for (const [index, role] of learners.entries())
      life.at(firstMinute + (life.isLast ? index + 1 : 130 * (index + 1)), async () => {
        const learner = this.#people.learner(role);
        const id = this.#ids.get(lesson)!;
        if (rate === 0) await learner?.call('POST /enrol/{id}', { id });
        else await learner?.buyLesson(id);
      });
  }

  async #callOff(lesson: PlannedLesson): Promise<void> {
    await this.#people.admin.call('POST /cancelSession/{id}', { id: this.#ids.get(lesson)!, status: 'CANCELED' });
    await this.#teaching.refund();
  }

  /** Sends reminders the day before and when the call opens, and holds the lesson with those who come. */
  #hold(life: Life, lesson: PlannedLesson, startsAt: number): void {
    const firstAt = dayStartAt(life.day);
    const minuteOf = (at: number): number => Math.floor((at - firstAt) / MINUTE_MS);
    const onDay = (at: number, deed: () => Promise<void>): void => {
      const minute = minuteOf(at);
      if (minute >= 0 && minute < DAY_MINUTES) life.at(minute, deed);
    };
    const remind = () => this.#teaching.passTime();
    onDay(startsAt - DAY_MINUTES * MINUTE_MS + MINUTE_MS, remind);
    onDay(startsAt - QUARTER_MS + MINUTE_MS, remind);
    if (startsAt + LESSON_MS > this.#opensAt) return;
    onDay(startsAt + LESSON_MS - 2 * MINUTE_MS, () => this.#attend(lesson, startsAt, life.now));
    onDay(startsAt + LESSON_MS + MINUTE_MS, remind);
    onDay(startsAt + LESSON_MS + 2 * MINUTE_MS, () => this.#rate(lesson));
  }

  async #rate(lesson: PlannedLesson): Promise<void> {
    const id = this.#ids.get(lesson)!;
    for (const role of lesson.learners) {
      const [stars, words] = lesson.ratings?.[role] ?? [];
      if (stars !== undefined) await this.#people.learner(role)?.call('POST /rateLesson/{id}', { id, stars, words });
    }
  }

  async #attend(lesson: PlannedLesson, startsAt: number, now: number): Promise<void> {
    const id = this.#ids.get(lesson)!;
    const host = this.#people.teacher(lesson.teacher).account;
    const learners = lesson.learners.flatMap((role) => this.#people.learner(role)?.user.accountNo ?? []);
    const here = [host, ...learners];
    for (const [index, account] of here.entries())
      this.#teaching.came(id, account, startsAt + (index * 2 - 3) * MINUTE_MS);
    for (const account of here) this.#teaching.went(id, account, now);
    this.#teaching.ended(id, now);
    await this.#teaching.noted();
  }
}
