// Statements by month, for one instructor, or of all for the desk: places sold, refunds and lessons that changed hands, computed from the
// payments and refunds themselves.
import type { EarnedLesson, EarnedMonth, InstructorEarned } from '../../contract/learn/earnings.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { dayText, marketDay } from '../../core/market/day.ts';
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import type { LearnContext } from './context.ts';
import { statusAt } from './lessons.ts';
import type { Lesson } from './lessons.ts';

export function earningsHandlers({ db, now }: LearnContext): Pick<Handlers, 'GET /lessonEarnings' | 'GET /payouts'> {
  const monthsOf = async (email: string | null, asked = dayText(marketDay(now())).slice(0, 7)) => {
    const months = (await earnedMonths(db, email)).map((one): EarnedMonth => ({ month: one.month, ...present(one) }));
    return { months, asked: months.find(({ month }) => month === asked) ?? { month: asked, ...present(NOTHING) } };
  };
  return {
    async 'GET /lessonEarnings'({ input, user }) {
      const found = await monthsOf(user.email, input.month);
      const lessons = await earnedIn(db, user.email, found.asked.month);
      return { data: { ...found, lessons: lessons.map((lesson) => presentLesson(lesson, now())) } };
    },

    async 'GET /payouts'({ input }) {
      const found = await monthsOf(null, input.month);
      const rows = await earnedBy(db, found.asked.month);
      const instructors = rows.map(({ name, email, ...sums }): InstructorEarned => ({ name, email, ...present(sums) }));
      return { data: { ...found, instructors } };
    },
  };
}

interface Earned {
  readonly placesSold: number;
  readonly sold: Paise;
  readonly placesBack: number;
  readonly paidBack: Paise;
  /** Negative for what went along with lessons that were handed over. */
  readonly takenOver: Paise;
}

const NOTHING: Earned = { placesSold: 0, sold: 0, placesBack: 0, paidBack: 0, takenOver: 0 };

// A payment that bought no place was never a sale. A learner who gave a place back has had one, although its row is gone. A sale and a refund
// belong to whom the lesson belonged at that moment; when it is given to somebody else, what it has earned goes along at that moment
// (decision 073).
const MOVES = `
  with terms as (
    select lesson, name, email, int8range(lag(until) over (partition by lesson order by until, id), until) as term
    from past_instructors
    union all
    select id, instructor_name, instructor_email, int8range(given_at, null) from lessons
      left join (select lesson, max(until) as given_at from past_instructors group by lesson) given on given.lesson = lessons.id
    where $1::text is null or instructor_email = $1),
  sold as (
    select p.lesson, p.amount, p.credited_at, r.due_at from payments p left join refunds r on r.payment = p.id
    where ($1::text is null or p.lesson in (select lesson from terms where email = $1)) and p.lesson is not null and p.status = 'credited'
      and (r.reason in ('given-back', 'returned', 'not-held') or exists (select 1 from enrolments e where e.payment = p.id))),
  held as (select * from sold join terms using (lesson) where $1::text is null or email = $1),
  moves as (
    select lesson, name, email, credited_at as at, 1 as places_sold, amount as sold, 0 as places_back, 0 as paid_back,
      0 as taken_over from held where term @> credited_at
    union all select lesson, name, email, due_at, 0, 0, 1, amount, 0 from held where term @> due_at
    union all select lesson, name, email, lower(term), 0, 0, 0, 0, amount from held
      where lower(term) > credited_at and lower(term) <= coalesce(due_at, lower(term))
    union all select lesson, name, email, upper(term), 0, 0, 0, 0, -amount from held
      where upper(term) > credited_at and upper(term) <= coalesce(due_at, upper(term))),
  dated as (select *, to_char(date '1970-01-01' + market_day(at), 'YYYY-MM') as month from moves)`;

const SUMS = `sum(places_sold)::bigint as "placesSold", sum(sold)::bigint as sold, sum(places_back)::bigint as "placesBack",
  sum(paid_back)::bigint as "paidBack", sum(taken_over)::bigint as "takenOver"`;

/** Of one instructor; null for all. */
async function earnedMonths(db: Queryable, email: string | null): Promise<(Earned & { month: string })[]> {
  const { rows } = await db.query<Earned & { month: string }>(
    `${MOVES} select month, ${SUMS} from dated group by month order by month desc`,
    [email],
  );
  return rows;
}

/** By the instructors' addresses, each with the name that was last planned for it. */
async function earnedBy(db: Queryable, month: string): Promise<(Earned & { name: string; email: string })[]> {
  const { rows } = await db.query<Earned & { name: string; email: string }>(
    `${MOVES} select (array_agg(name order by lesson desc))[1] as name, email, ${SUMS} from dated where month = $2
     group by email order by 1, 2`,
    [null, month],
  );
  return rows;
}

type EarnedRow = Earned & Pick<Lesson, 'publicId' | 'specialization' | 'topic' | 'startsAt' | 'endsAt' | 'status'>;

async function earnedIn(db: Queryable, email: string, month: string): Promise<EarnedRow[]> {
  const { rows } = await db.query<EarnedRow>(
    `${MOVES} select l.public_id as "publicId", l.specialization, l.topic, l.starts_at as "startsAt", l.ends_at as "endsAt",
       l.status, ${SUMS}
     from dated d join lessons l on l.id = d.lesson where d.month = $2 group by l.id order by l.starts_at, l.id`,
    [email, month],
  );
  return rows;
}

function presentLesson(row: EarnedRow, at: number): EarnedLesson {
  const { publicId, specialization, topic, startsAt } = row;
  return {
    _id: publicId,
    id: publicId,
    specialization,
    topic,
    start_time: new Date(startsAt).toISOString(),
    status: statusAt(row, at),
    ...present(row),
  };
}

function present({ placesSold, sold, placesBack, paidBack, takenOver }: Earned): Omit<EarnedMonth, 'month'> {
  return {
    placesSold,
    sold: toRupees(sold),
    placesBack,
    paidBack: toRupees(paidBack),
    takenOver: toRupees(takenOver),
    net: toRupees(sold - paidBack + takenOver),
  };
}
