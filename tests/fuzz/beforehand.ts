// Prepares calls that are granted only after something has happened: a finished lesson, an opened diary, a call that was left, flagged conduct.
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { RouteName } from '../../contract/routes.ts';
import { MAIN_VENUE } from '../../server/app/site.ts';
import { buyLesson, planLesson } from './furnish.ts';
import { pastCallOf, reportFromCall, sendAway } from './in-a-call.ts';
import { ADMIN } from './whole-server.ts';
import type { Person, WholeServer } from './whole-server.ts';

export interface Cast {
  readonly user: Person;
  readonly instructor: Person;
  readonly admin: Person;
}

/** An input that is granted; and the caller or the cookie, if it is none of the crew's. */
export interface Asked {
  readonly input: unknown;
  readonly token?: string;
  readonly cookie?: string;
}

type Way = (server: WholeServer, cast: Cast) => Promise<Asked>;

const HOUR_MS = 3_600_000;
/** So that no two are alike. */
let made = 0;

const somebody = ({ signUp }: WholeServer, role: 'user' | 'instructor' = 'user'): Promise<Person> =>
  signUp({ name: 'Some Body', email: `somebody-${++made}@example.com`, role });

/** A lesson with an instructor of its own, so that no two overlap. */
async function lessonOf(
  server: WholeServer,
  { admin, user }: Cast,
  { rate, hoursAhead }: { rate: number; hoursAhead: number },
): Promise<{ id: string; teacher: Person }> {
  const teacher = await somebody(server, 'instructor');
  const { id } = await planLesson(server, { admin, teacher, rate, hoursAhead, mark: 'before' });
  if (rate > 0) await buyLesson(server, id, user.token);
  else await server.granted('POST /enrol/{id}', { id }, user.token);
  return { id, teacher };
}

/** The server's clock is the real one, so the lesson is moved into the past. */
async function lessonThatIsOver(server: WholeServer, cast: Cast): Promise<string> {
  const { id } = await lessonOf(server, cast, { rate: 100, hoursAhead: 30 });
  await server.database.query('update lessons set starts_at = $2, ends_at = $3 where public_id = $1', [
    id,
    Date.now() - 3 * HOUR_MS,
    Date.now() - 2 * HOUR_MS,
  ]);
  return id;
}

async function rated(server: WholeServer, cast: Cast): Promise<{ lesson: string; id: string }> {
  const lesson = await lessonThatIsOver(server, cast);
  await server.granted('POST /rateLesson/{id}', { id: lesson, stars: 4, words: 'Clear.' }, cast.user.token);
  const [{ _id: id }] = await server.granted('GET /lessonRatings/{id}', { id: lesson }, cast.user.token);
  return { lesson, id };
}

/** Opens the diary of the user to the instructor of the crew. */
async function openedDiary(server: WholeServer, cast: Cast): Promise<{ instructorId: string; id: string }> {
  const { user, instructor, admin } = cast;
  const plan = { admin, teacher: instructor, rate: 0, hoursAhead: 1000 + 2 * ++made, mark: 'diary' };
  const { id: lesson } = await planLesson(server, plan);
  await server.granted('POST /enrol/{id}', { id: lesson }, user.token);
  await server.granted('POST /openDiary', { instructorId: instructor.id, days: 7 }, user.token);
  const [{ _id: id }] = await server.granted('GET /sharedDiaries', {}, instructor.token);
  return { instructorId: instructor.id, id };
}

async function comment(server: WholeServer, cast: Cast): Promise<{ id: string; trade: string; message: string }> {
  const { id } = await openedDiary(server, cast);
  const { diary } = await server.granted('GET /sharedDiary/{id}', { id }, cast.instructor.token);
  const [trade] = diary.trades.flatMap(({ details }) => details.map(({ _id }) => _id));
  return { id, trade, message: `Why so early? ${++made}` };
}

/** Not the crew's administrator, because turning on a second factor ends all other logins. */
async function administrator({ database, granted }: WholeServer): Promise<string> {
  const email = `desk-${++made}@example.com`;
  await database.query(
    `insert into users (id, email, name, password_hash, role, referral_code, created_at, email_proven_at)
     select $1, $2, name, password_hash, role, $3, created_at, email_proven_at from users where email = $4`,
    [randomUUID(), email, `DESK${made}`, ADMIN.email],
  );
  return (await granted('POST /adminLogin', { email, password: ADMIN.password }, '')).token;
}

async function factorBegun({ granted }: WholeServer, token: string): Promise<string> {
  const { secret } = await granted('POST /secondFactor/begin', { password: ADMIN.password }, token);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/** With a recovery code, since the code from the app has been used to turn it on. */
const withFactor: Way = async (server) => {
  const token = await administrator(server);
  const code = await factorBegun(server, token);
  const { recoveryCodes } = await server.granted('POST /secondFactor/confirm', { code }, token);
  return { input: { password: ADMIN.password, code: recoveryCodes[0] }, token };
};

async function stray({ database, granted }: WholeServer, { user, admin }: Cast): Promise<string> {
  const { id: order } = await granted('POST /create-order', { amount: 321 }, user.token);
  await database.query(
    `insert into stray_payments (payment, provider, provider_payment, provider_order, amount, currency, seen_at)
     select id, provider, $2, provider_order, 32100, 'INR', $3 from payments where provider_order = $1`,
    [order, `stray-${++made}`, Date.now()],
  );
  return (await granted('GET /strayPayments', {}, admin.token)).at(-1)!._id;
}

/** Surveillance examines trading a minute and a half later, in moving markets. */
async function flag({ database }: WholeServer, { user }: Cast): Promise<string> {
  const [from, to] = [Date.now() - HOUR_MS, Date.now()];
  const figures = { quantity: 10, trades: 1, value: 400_000, cancelled: 1, orders: 1, share: 1 };
  const { rows } = await database.query<{ id: number }>(
    `insert into flags (venue, instrument, account, pattern, from_at, to_at, created_at, evidence)
     select $1, (select min(id) from instruments where venue = $1), account_no, 'wash-trading', $3, $4, $4, $5 from users where id = $2
     returning id`,
    [MAIN_VENUE, user.id, from, to, { orderIds: [], tradeIds: [], figures, prices: [[to, 40_000]] }],
  );
  return String(rows[0].id);
}

async function report(server: WholeServer, cast: Cast): Promise<string> {
  await reportFromCall(server, cast.user, await somebody(server));
  const { reports } = await server.granted('GET /reports', { status: 'OPEN' }, cast.admin.token);
  return reports[0]._id;
}

const ofTeacher: Way = async (server, cast) => {
  const { id, teacher } = await lessonOf(server, cast, { rate: 0, hoursAhead: 30 });
  return { input: { id }, token: teacher.token };
};

const input = (given: object): Asked => ({ input: given });

export const BEFOREHAND: Partial<Record<RouteName, Way>> = {
  'POST /refresh': async (server) => ({ input: {}, cookie: `refresh=${(await somebody(server)).refresh}` }),
  'POST /deleteAccount': async (server) => {
    const { token, password } = await somebody(server);
    return { input: { password }, token };
  },
  'POST /refundSession/{id}': async (...given) => input({ id: await lessonThatIsOver(...given) }),
  'GET /getLesson/{id}': async (...given) => {
    const { id } = await lessonOf(...given, { rate: 0, hoursAhead: 30 });
    return input({ id });
  },
  'GET /lessonRatings/{id}': async (...given) => input({ id: (await rated(...given)).lesson }),
  'POST /rateLesson/{id}': async (...given) =>
    input({ id: await lessonThatIsOver(...given), stars: 5, words: 'Two\nlines' }),
  'POST /unrateLesson/{id}': async (...given) => input({ id: (await rated(...given)).lesson }),
  'POST /hideRating/{id}': async (...given) => input({ id: (await rated(...given)).id, reason: 'Advertising' }),
  'GET /attendance/{id}': ofTeacher,
  'GET /removedPeople/{id}': ofTeacher,
  'POST /openDiary': async (...given) => {
    const { instructorId } = await openedDiary(...given);
    return input({ instructorId, days: 3 });
  },
  'POST /closeDiary': async (...given) => {
    const { instructorId } = await openedDiary(...given);
    return input({ instructorId });
  },
  'GET /sharedDiary/{id}': async (...given) => {
    const { id } = await openedDiary(...given);
    return input({ id });
  },
  'GET /sharedAnalysis/{id}': async (...given) => {
    const { id } = await openedDiary(...given);
    return input({ id });
  },
  'POST /commentTrade/{id}': async (...given) => input(await comment(...given)),
  'POST /removeComment/{id}': async (server, cast) => {
    const { _id: id } = await server.granted(
      'POST /commentTrade/{id}',
      await comment(server, cast),
      cast.instructor.token,
    );
    return input({ id });
  },
  'POST /secondFactor/confirm': async (server) => {
    const token = await administrator(server);
    return { input: { code: await factorBegun(server, token) }, token };
  },
  'POST /secondFactor/off': withFactor,
  'POST /secondFactor/codes': withFactor,
  'POST /settleStray/{id}': async (...given) => input({ id: await stray(...given), note: 'Sent back at the provider' }),
  'GET /surveillance/{id}': async (...given) => input({ id: await flag(...given) }),
  'POST /reviewFlag/{id}': async (...given) =>
    input({ id: await flag(...given), status: 'REVIEWED', note: 'Talked to' }),
  'GET /marketConduct/{id}': async (...given) => input({ id: await flag(...given) }),
  'GET /reports/{id}': async (...given) => input({ id: await report(...given) }),
  'POST /closeReport/{id}': async (...given) => input({ id: await report(...given), decision: 'warned' }),
  'GET /pastCall/{id}': async (server, { user }) =>
    input({ id: await pastCallOf(server, user, await somebody(server)) }),
  'POST /reportPastCall/{id}': async (server, { user }) => {
    const id = await pastCallOf(server, user, await somebody(server));
    return input({ id, message: 1, reason: 'advertising' });
  },
  'POST /letIn/{id}': async (server, cast) => {
    const { id: lesson, teacher } = await lessonOf(server, cast, { rate: 0, hoursAhead: 0.1 });
    await sendAway(server, lesson, teacher, cast.user);
    const [{ _id: id }] = await server.granted('GET /removedPeople/{id}', { id: lesson }, teacher.token);
    return { input: { id }, token: teacher.token };
  },
};
