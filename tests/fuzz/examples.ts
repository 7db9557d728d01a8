// Inputs that the generator cannot guess: the ids that a call accepts, and inputs whose parts must fit each other.
import type { RouteName } from '../../contract/routes.ts';
import { wireRates } from '../../contract/trade/statutory-rates.ts';
import { DEFAULT_STATUTORY } from '../../core/trade/settings.ts';
import type { Known } from './hostile-input.ts';
import { BEFOREHAND } from './beforehand.ts';
import type { Asked, Cast } from './beforehand.ts';
import { planLesson } from './furnish.ts';
import type { WholeServer } from './whole-server.ts';
import { ADMIN } from './whole-server.ts';

/** Calls whose input refers to something, with the call that lists it and the caller for that. */
const LISTED: readonly (readonly [calls: RegExp, list: RouteName, asked: keyof Cast, input?: object])[] = [
  [/^POST \/(cancel|modify)Order|^GET \/orders\/|orderDetails|changeStatus/, 'GET /getOrders', 'user', { limit: 100 }],
  [
    /Lesson|enrol|getSessionById|updateSession|cancelSession|refundSession|attendance|addMaterial|create-order|removedPeople/,
    'GET /getSessions',
    'admin',
  ],
  [/\/user|disableUser|sendMessage|get-upload-url/, 'GET /userlist', 'admin', { limit: 100 }],
  [/endLogin/, 'GET /logins', 'user'],
  [/priceAlerts\/remove/, 'GET /priceAlerts', 'user'],
  [/\/watchlists\//, 'GET /watchlists', 'user'],
  [/notifications\/read/, 'GET /notifications', 'user', { limit: 100 }],
  [/tradeDiary\/note/, 'GET /tradeDiary', 'user'],
  [/urveillance\/|reviewFlag/, 'GET /surveillance', 'admin'],
  [/\/reports\/|closeReport/, 'GET /reports', 'admin'],
  [/marketConduct\//, 'GET /marketConduct', 'user'],
];

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  return '_id' in value ? [String(value._id)] : Object.values(value).flatMap(idsIn);
}

/** The ids that a call accepts now; none if the call is not in the table above. */
export async function fittingIds(server: WholeServer, cast: Cast, name: RouteName): Promise<Known> {
  const ids: string[] = [];
  for (const [calls, list, asked, input] of LISTED) {
    if (calls.test(name))
      ids.push(...idsIn((await server.call(list, input ?? {}, { token: cast[asked].token })).body.data));
  }
  if (/Material\/\{id\}/.test(name)) ids.push(...(await materialsOf(server, cast)));
  if (ids.length === 0) return {};
  // Repeated several times, against the many that do not fit.
  const often = [...ids, ...ids, ...ids];
  return { id: often, ids: often, userId: often, course_id: often };
}

async function materialsOf(server: WholeServer, { instructor }: Cast): Promise<string[]> {
  const { data } = (await server.call('GET /getAssigned', {}, { token: instructor.token })).body;
  const lessons = await Promise.all(
    (data ?? []).map(({ id }) => server.call('GET /getLesson/{id}', { id }, { token: instructor.token })),
  );
  return lessons.flatMap(({ body }) => body.data?.materials?.map(({ _id }) => _id) ?? []);
}

/** One input, or several that are granted one after the other. */
type Example = (server: WholeServer, cast: Cast) => object | Promise<object>;

const HOUR_MS = 3_600_000;
/** So that no two are alike. */
let made = 0;

async function unpaid(
  { granted }: WholeServer,
  { user }: Cast,
): Promise<{ order_id: string; method: 'upi'; vpa: string }> {
  const { id } = await granted('POST /create-order', { amount: 100 }, user.token);
  return { order_id: id, method: 'upi', vpa: 'success@upi' };
}

function lesson({ instructor }: Cast): object {
  const startsAt = Date.now() + (100 + 2 * ++made) * HOUR_MS;
  return {
    instructor_name: 'Guru',
    instructor_email: instructor.email,
    specialization: 'technical',
    topic: 'Trends',
    hourly_rate: 100,
    start_time: new Date(startsAt).toISOString(),
    end_time: new Date(startsAt + HOUR_MS).toISOString(),
  };
}

const dayAhead = (days: number): string => new Date(Date.now() + 24 * days * HOUR_MS).toISOString().slice(0, 10);

const split = (symbol: string) => ({ symbol, kind: 'split', from: 1, to: 2, effectiveDate: dayAhead(5) });

/** For a person who has not signed up yet. */
const newest = async (server: WholeServer, { admin }: Cast): Promise<string> => {
  const instructor = { ...admin, email: 'to.come@example.com' };
  const plan = lesson({ admin, instructor, user: admin });
  return (await server.granted('POST /createSession', plan as never, admin.token)).id;
};

const SOME_RATES = wireRates(DEFAULT_STATUTORY.rates[0]);

/** Makes a list with MERIT on it; once the person has as many lists as allowed, an older one is used. */
async function ownList({ call, granted }: WholeServer, { user: { token } }: Cast): Promise<string> {
  await call('POST /watchlists', { name: `Own ${++made}` }, { token });
  const { _id: id, name } = (await granted('GET /watchlists', {}, token)).at(-1)!;
  await granted('POST /ensureAndAddStock', { name, stocks: [{ stockId: 'MERIT' }] }, token);
  return id;
}

const ofMerit: Example = () => ({ symbol: 'MERIT' });

/** The present lines, and one more. */
async function drawnLines({ granted }: WholeServer, { user: { token } }: Cast): Promise<object> {
  const { version } = await granted('GET /drawnLines', { symbol: 'MERIT' }, token);
  const level = { kind: 'horizontal', price: 400 + ++made };
  const [from, to] = [1, 2].map((day) => ({ second: day * 86_400, price: 400 + day }));
  return { symbol: 'MERIT', version, split: '', lines: [level, { kind: 'ray', from, to }] };
}

const EXAMPLES: Partial<Record<RouteName, Example>> = {
  'POST /signup': () => ({ name: 'New', email: `new-here-${++made}@example.com`, password: 'secret-12', role: 'user' }),
  'POST /resendOtp': (server) => server.signUpHalfway(),
  'POST /forgotPassword': (_server, { user: { email } }) => ({ email }),
  'GET /bars': ofMerit,
  'GET /depth': ofMerit,
  'GET /fullDepth': ofMerit,
  'GET /recentTrades': ofMerit,
  'GET /getStockData': ofMerit,
  'GET /gethistorical': ofMerit,
  'GET /stockNews': ofMerit,
  'GET /drawnLines': ofMerit,
  'POST /removeStockFromWatchlist': ofMerit,
  'GET /charges': () => ({ symbol: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 }),
  'GET /contractNote': () => ({ day: dayAhead(0) }),
  'GET /get-signed-url': () => ({ fileName: 'me.png', fileType: 'image/png' }),
  'POST /generate': () => ({ prompt: 'what is my balance' }),
  'POST /priceAlerts': () => ({ symbol: 'MERIT', price: 1, direction: 'below' }),
  'POST /haltMarket': () => [{ isHalted: false }, { isHalted: true, reason: 'Still' }],
  'POST /haltStock': () => ({ symbol: 'KVGEN', isHalted: true }),
  'POST /updateLimit': () => ({ maxBuyLimit: 900, maxSellLimit: 400, timeframeInHours: 12 }),
  'POST /createPromotions': ({ granted }, { admin }) => granted('GET /promotions', {}, admin.token),
  'POST /login': (_server, { user: { email, password } }) => ({ email, password }),
  'POST /adminLogin': () => ADMIN,
  'POST /ensureAndAddStock': () => ({ stocks: [{ stockId: 'VAYUSYS' }] }),
  'POST /drawnLines': drawnLines,
  'POST /watchlists': () => ({ name: `Watched ${++made}` }),
  'POST /watchlists/rename': async (server, cast) => ({ id: await ownList(server, cast), name: `Renamed ${++made}` }),
  'POST /watchlists/remove': async (server, cast) => ({ id: await ownList(server, cast) }),
  'POST /watchlists/order': async (server, cast) => ({ ids: [await ownList(server, cast)] }),
  'POST /watchlists/orderStocks': async (server, cast) => ({ id: await ownList(server, cast), symbols: ['MERIT'] }),
  'POST /watchlists/moveStock': async (server, cast) => ({
    id: await ownList(server, cast),
    symbol: 'MERIT',
    to: 'my-watchlist',
  }),
  'POST /addMaterial/{id}': async (server, cast) => {
    const planned = await server.granted('POST /createSession', lesson(cast) as never, cast.admin.token);
    return { id: planned.id, fileName: 'notes.pdf', fileType: 'application/pdf' };
  },
  'POST /listStock': () => ({
    symbol: `NEW${++made}`,
    name: `New ${made}`,
    sector: 'Testing',
    tickSize: 0.05,
    priceBand: 20,
    price: 100,
  }),
  'POST /updateStock': () => ({ symbol: 'DHANVIKA', tickSize: 0.05, priceBand: 10 }),
  'POST /corporateActions': () => split('VAYUSYS'),
  'POST /corporateActions/cancel': async (server, { admin }) => ({
    id: (await server.granted('POST /corporateActions', split('KVGEN') as never, admin.token))._id,
  }),
  'POST /verifyOtp': async (server) => {
    const { email } = await server.signUpHalfway();
    return { email, otp: await server.mailedCode(email) };
  },
  'POST /resetPassword': async (server, { user: { email } }) => {
    await server.call('POST /forgotPassword', { email });
    return { email, otp: await server.mailedCode(email), newPassword: 'another-secret' };
  },
  'POST /changePassword': (_server, { instructor: { password } }) => ({
    currentPassword: password,
    newPassword: 'yet-another',
  }),
  'POST /deleteUser/{id}': async (server) => ({
    id: (await server.signUp({ name: 'Short', email: `short-${++made}@example.com` })).id,
  }),
  'POST /notifications/read': () => ({ all: true }),
  'POST /feePromotions': () => ({
    name: 'Diwali',
    type: 'PERCENTAGE',
    discountValue: 50,
    startDate: dayAhead(5),
    endDate: dayAhead(9),
  }),
  'GET /userPerformance/{id}': (_server, { user }) => ({ id: user.id }),
  'GET /getMaterial/{id}': async (server, { user, instructor, admin }) => {
    const plan = { admin, teacher: instructor, rate: 0, hoursAhead: 400 + 2 * ++made, mark: 'file' };
    const { id, material } = await planLesson(server, plan);
    await server.granted('POST /enrol/{id}', { id }, user.token);
    return { id: material };
  },
  'GET /exportUser/{id}': (_server, { user }) => ({ id: user.id }),
  'POST /changeStatus/{id}': async ({ granted }, { instructor }) => {
    const { orders } = await granted('GET /getOrders', { status: 'PENDING' }, instructor.token);
    return { id: orders.at(0)?._id, status: 'FAILED' };
  },
  'POST /endLogin/{id}': async (server, { user }) => {
    await server.logIn(user);
    const logins = await server.granted('GET /logins', {}, user.token);
    return { id: logins.find(({ isCurrent }) => !isCurrent)?._id };
  },
  'POST /get-upload-url': (_server, { user }) => ({ userId: user.id, fileName: 'me.png', fileType: 'image/png' }),
  'POST /update-profile': () => ({ profileImageUrl: null }),
  'GET /sparklines': () => ({ symbols: 'MERIT,VAYUSYS' }),
  'POST /notificationSettings': () => ({ fill: { inApp: true, email: false } }),
  'POST /create-order': () => ({ amount: 1000 }),
  'POST /sandbox/checkout': unpaid,
  'POST /verify-payment': async (server, cast) =>
    server.granted('POST /sandbox/checkout', await unpaid(server, cast), cast.user.token),
  'POST /createSession': (_server, cast) => lesson(cast),
  'POST /updateSession/{id}': async (server, cast) => ({ ...lesson(cast), id: await newest(server, cast) }),
  'POST /enrol/{id}': async (server, cast) => ({
    id: (await server.granted('POST /createSession', { ...lesson(cast), hourly_rate: 0 } as never, cast.admin.token))
      .id,
  }),
  'POST /unenrol/{id}': async (server, { user, instructor, admin }) => {
    const plan = { admin, teacher: instructor, rate: 0, hoursAhead: 400 + 2 * ++made, mark: 'left' };
    const { id } = await planLesson(server, plan);
    await server.granted('POST /enrol/{id}', { id }, user.token);
    return { id };
  },
  'POST /updateFees': () => ({
    standardCommissionRate: 0.1,
    flatTransactionFee: 20,
    volumeDiscounts: [{ minVolume: 1, maxVolume: 9, discountRate: 0.1 }],
    statutory: { isOn: true, rates: [SOME_RATES, { ...SOME_RATES, from: '2026-01-31' }] },
  }),
  'POST /feePreview': () => ({ standardCommissionRate: 0, flatTransactionFee: 0, volumeDiscounts: [] }),
  'POST /sendMessage': () => ({ audience: 'all', message: 'Good evening' }),
  'POST /secondFactor/begin': () => ({ password: ADMIN.password }),
};

/** An input that the call would grant now; `ids` are those that it accepts. */
export async function examplesFor(server: WholeServer, cast: Cast, name: RouteName, ids: Known): Promise<Asked[]> {
  const beforehand = BEFOREHAND[name];
  if (beforehand !== undefined) return [await beforehand(server, cast)];
  const example = EXAMPLES[name];
  if (example !== undefined) return [await example(server, cast)].flat().map((input: unknown) => ({ input }));
  return [{ input: ids.id === undefined ? {} : { id: ids.id[0] } }];
}
