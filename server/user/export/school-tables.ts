// The tables of a person's own data about lessons: taken, taught and rated, and diaries that were opened and commented.
import { sum, TOPIC } from './table.ts';
import type { Table } from './table.ts';
import { timeText } from './time-text.ts';

/** In the call of lesson `l`. */
const minutesOf = (account: string): string =>
  `(select round(coalesce(sum(coalesce(v.went_at, v.seen_at) - v.came_at), 0) / 60000.0)::integer
    from visits v where v.lesson = l.id and v.account = ${account})`;

export const SCHOOL_TABLES: readonly Table[] = [
  {
    file: 'lessons.csv',
    says: 'the lessons you have taken, and when you were in their calls',
    header: [
      'Bought at (IST)',
      'Topic',
      'Instructor',
      'Starts at (IST)',
      'Ends at (IST)',
      'Status',
      'Paid',
      'Minutes in the call',
    ],
    by: 'account',
    sql: `select e.id as key, e.enrolled_at as at, ${TOPIC} as topic, l.instructor_name as instructor,
        l.starts_at as "startsAt", l.ends_at as "endsAt", l.status, coalesce(p.amount, 0) as paid,
        ${minutesOf('$1')} as minutes
      from enrolments e join lessons l on l.id = e.lesson left join payments p on p.id = e.payment
      where e.account = $1 and e.id > $2 and $4 > 0 order by e.id limit $3`,
    cells: (row) => [
      timeText(row.at),
      row.topic,
      row.instructor,
      timeText(row.startsAt),
      timeText(row.endsAt),
      row.status,
      sum(row.paid),
      row.minutes,
    ],
  },
  {
    file: 'diary-comments.csv',
    says: 'what instructors have written beside your trades',
    header: ['At (IST)', 'Trade', 'Instructor', 'Comment'],
    by: 'account',
    sql: `select c.id as key, c.written_at as at, c.entry, u.name, c.message from diary_comments c join users u on u.id = c.author
      where c.account = $1 and c.id > $2 and $4 > 0 order by c.id limit $3`,
    cells: (row) => [timeText(row.at), row.entry, row.name, row.message],
  },
  {
    file: 'opened-diary.csv',
    says: 'to whom you have opened your diary',
    header: ['Instructor', 'Opened at (IST)', 'Until (IST)', 'Closed at (IST)'],
    by: 'id',
    sql: `select s.id as key, u.name, s.opened_at as "openedAt", s.expires_at as "expiresAt", s.closed_at as "closedAt"
      from diary_shares s join users u on u.id = s.instructor where s.learner = $1 and s.id > $2 and $4 > 0 order by s.id limit $3`,
    cells: (row) => [row.name, timeText(row.openedAt), timeText(row.expiresAt), timeText(row.closedAt)],
  },
  {
    file: 'written-comments.csv',
    says: 'what you have written beside trades of others',
    header: ['At (IST)', 'Comment'],
    by: 'id',
    sql: `select id as key, written_at as at, message from diary_comments where author = $1 and id > $2 and $4 > 0 order by id limit $3`,
    cells: (row) => [timeText(row.at), row.message],
  },
  {
    file: 'taught-lessons.csv',
    says: 'the lessons you teach, or have taught, and when you were in their calls',
    header: ['Starts at (IST)', 'Ends at (IST)', 'Topic', 'Price', 'Minutes in the call', 'Status', 'Learners'],
    by: 'id',
    sql: `select l.id as key, l.starts_at as "startsAt", l.ends_at as "endsAt", ${TOPIC} as topic,
        l.hourly_rate as price, ${minutesOf('u.account_no')} as minutes,
        (select count(*) from enrolments e where e.lesson = l.id) as learners,
        case when l.instructor_email = u.email then l.status else 'GIVEN TO SOMEBODY ELSE' end as status
      from users u join lessons l on l.instructor_email = u.email
        or exists (select from past_instructors p where p.lesson = l.id and p.email = u.email)
      where u.id = $1 and u.role = 'instructor' and l.id > $2 and $4 > 0 order by l.id limit $3`,
    cells: (row) => [
      timeText(row.startsAt),
      timeText(row.endsAt),
      row.topic,
      sum(row.price),
      row.minutes,
      row.status,
      row.learners,
    ],
  },
  {
    file: 'lesson-ratings.csv',
    says: 'what you have said of lessons',
    header: ['Rated at (IST)', 'Topic', 'Instructor', 'Stars', 'Words', 'Hidden because'],
    by: 'account',
    sql: `select r.id as key, r.rated_at as at, ${TOPIC} as topic,
        l.instructor_name as instructor, r.stars, r.words, r.hidden_reason as hidden
      from lesson_ratings r join lessons l on l.id = r.lesson
      where r.account = $1 and r.id > $2 and $4 > 0 order by r.id limit $3`,
    cells: (row) => [timeText(row.at), row.topic, row.instructor, row.stars, row.words, row.hidden],
  },
];
