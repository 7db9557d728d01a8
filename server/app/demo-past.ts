// Creates the past of a demo: runs the parts of the product with a clock set back by months, and the people who use them up to now.
import { RandomStream } from '../../core/market/random.ts';
import { dayStartAt, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import type { Letter } from '../adapters/letter.ts';
import type { Mailer } from '../adapters/mail.ts';
import type { Queryable } from '../db/open.ts';
import { Actor } from '../demo/actor.ts';
import type { DemoHandlers } from '../demo/actor.ts';
import { Desk } from '../demo/desk.ts';
import { DayTrader } from '../demo/day-trader.ts';
import { Investor } from '../demo/investor.ts';
import { Life } from '../demo/life.ts';
import type { Living } from '../demo/life.ts';
import { Newcomer, signUp } from '../demo/newcomer.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, isDemoAdmin } from '../demo/people.ts';
import type { DemoRole } from '../demo/people.ts';
import { School } from '../demo/school.ts';
import { SwingTrader } from '../demo/swing-trader.ts';
import { callerOf } from '../handler.ts';
import type { Caller } from '../handler.ts';
import { makeMarket } from '../market/first-history.ts';
import { priceAlertHandlers } from '../market/price-alert-routes.ts';
import { Replay } from '../market/replay.ts';
import { watchlistHandlers } from '../market/watchlist.ts';
import { deskFeeHandlers } from '../trade/desk/fees.ts';
import { DeskTotals } from '../trade/desk/totals.ts';
import { tradeHandlers } from '../trade/routes.ts';
import { createNotificationHandlers } from '../user/notifications.ts';
import { openAccounts } from './accounts.ts';
import { openRewards } from './rewards.ts';
import { openSchool } from './school.ts';
import { Closers, MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import { Speaker } from './speaker.ts';
import { openExchange } from './venue.ts';

/** Days before today that are lived through. */
const DAYS = 100;
/** More than there are people. */
const SEATS = 100;
/** The most that anybody adds to the wallet at once, in paise. */
const MOST_ADDED = 300_000_00;
/** Seeds every random decision except the market's own. */
const SEED = 'demo';

export async function makePast(site: Site): Promise<void> {
  const past = pastOf(site);
  try {
    await liveUntilNow(past, await openParts(past), site.now());
  } finally {
    await past.closers.closeAll();
  }
}

type Past = ReturnType<typeof pastOf>;

/** The same site with its own clock and a known administrator, without real payments, and without limits that count real time or are for others. */
function pastOf(site: Site) {
  const clock = { at: dayStartAt(marketDay(site.now()) - DAYS) };
  const { passwordMin, admin: given } = site.config;
  // An administrator from the settings is added by the start that follows.
  const admin = isDemoAdmin(given) ? given! : { email: DEMO_PEOPLE.admin.email, password: DEMO_PASSWORD };
  const length = Math.min(passwordMin, DEMO_PASSWORD.length);
  const topupMaxPaise = Math.max(site.config.topupMaxPaise, MOST_ADDED);
  const own = { admin, passwordMin: length, topupMaxPaise, razorpay: undefined, rateLimit: 'off' } as const;
  const config = { ...site.config, ...own };
  return { ...site, config, clock, now: () => clock.at, closers: new Closers() };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(past: Past) {
  const speaker = new Speaker();
  const venue = await openExchange(past, speaker, {
    // The bars say how far prices went; what is played here is not everything that happened.
    onTrade: () => {},
    onLost: () => {
      throw new Error('Another process has taken the market of the demo.');
    },
  });
  const rewards = await openRewards(past, venue);
  rewards.watch();
  const letters = new Map<string, Letter>();
  const accounts = await openAccounts(past, venue, rewards, speaker, postInto(letters));
  return {
    ...venue,
    rewards,
    letters,
    ...accounts,
    ...(await openSchool(past, { ...venue, speaker }, accounts, SEATS)),
  };
}

/** Nothing is sent: the people of a demo get only the codes they are waiting for. */
function postInto(letters: Map<string, Letter>): Mailer {
  return {
    send: (letter) => Promise.resolve(void letters.set(letter.to, letter)),
    mailbox: null,
    close: () => Promise.resolve(),
  };
}

async function liveUntilNow(past: Past, parts: Parts, opensAt: number): Promise<void> {
  const { config, db, clock, report } = past;
  const { exchange, alerts, rewards } = parts;
  const market = new Replay({ exchange, alerts, clock, settled: () => rewards.idle() });
  const today = marketDay(opensAt);
  const lastDay = opensAt - dayStartAt(today) < MINUTE_MS ? today - 1 : today;
  const people: Living[] = [];
  const life = new Life(market, clock, people);
  people.push(...(await peopleOf(past, parts, life, { opensAt, lastDay })));
  await makeMarket({
    db,
    venue: MAIN_VENUE,
    exchange,
    seed: config.marketSeed,
    calendar: past.calendar,
    now: opensAt,
    report,
    past: {
      days: DAYS,
      keepsMinutes: (symbol) => market.isTouched(symbol),
      onDay: (day, isLived) => life.live(day, { isLived, isLast: day.day === lastDay }),
    },
  });
}

async function peopleOf(
  past: Past,
  parts: Parts,
  life: Life,
  times: { opensAt: number; lastDay: number },
): Promise<Living[]> {
  const { db } = past;
  const { auth, letters, learn, wallet, rewards } = parts;
  const handlers = handlersOf(past, parts);
  const actors = new Map<DemoRole, Actor>();
  const actorFor = async (role: DemoRole, email: string): Promise<Actor> => {
    const actor = new Actor(await findCaller(db, email), handlers);
    actors.set(role, actor);
    return actor;
  };
  const codeFor = (email: string): string => /\b\d{6}\b/.exec(letters.get(email)?.lines.join() ?? '')![0];
  const join = async (role: DemoRole, referralCode = ''): Promise<Actor> => {
    const person = DEMO_PEOPLE[role];
    await signUp({ handlers: auth.handlers, codeFor }, person, referralCode);
    return actorFor(role, person.email);
  };
  const chanceOf = (role: DemoRole): RandomStream => RandomStream.named(SEED, role);
  const admin = await actorFor('admin', DEMO_PEOPLE.admin.email);
  const school = new School(
    {
      learner: (role) => actors.get(role) ?? null,
      teacher: (role) => ({ person: DEMO_PEOPLE[role], account: actors.get(role)!.user.accountNo }),
      admin,
    },
    {
      passTime: () => learn.passTime(),
      refund: () => wallet.recover(),
      came: (...visit) => learn.visits.came(...visit),
      went: (...visit) => learn.visits.went(...visit),
      ended: (...end) => learn.visits.ended(...end),
      noted: () => learn.visits.save(),
    },
    times,
  );
  const teacher = (role: 'technician' | 'analyst') => new Newcomer(0, async () => void (await join(role)));
  return [
    { plan: () => life.atTime(0, 10, () => rewards.passTime()) },
    teacher('technician'),
    teacher('analyst'),
    new Newcomer(0, async () => new SwingTrader(await join('swing'), life, chanceOf('swing'))),
    new Newcomer(2, async () => new Investor(await join('investor'), life, chanceOf('investor'))),
    new Newcomer(7, async () => {
      const code = await referralCodeOf(db, DEMO_PEOPLE.swing.email);
      return new DayTrader(await join('intraday', code), life, chanceOf('intraday'));
    }),
    school,
    new Desk(admin),
  ];
}

function handlersOf(
  { db, now }: Past,
  { exchange, acts, alerts, notices, wishes, wallet, learn }: Parts,
): DemoHandlers {
  return {
    ...tradeHandlers({ db, venue: MAIN_VENUE, exchange, now }),
    ...watchlistHandlers({ db, venue: MAIN_VENUE, exchange, now }),
    ...priceAlertHandlers({ db, venue: MAIN_VENUE, exchange, alerts, now }),
    ...createNotificationHandlers({ db, notices, wishes, now }),
    ...deskFeeHandlers({ db, venue: MAIN_VENUE, exchange, acts, totals: new DeskTotals(exchange), now }),
    ...wallet.handlers,
    ...learn.handlers,
  };
}

async function findCaller(db: Queryable, email: string): Promise<Caller> {
  const { rows } = await db.query<Omit<Caller, 'loginId'>>(
    'select id, account_no as "accountNo", role, name, email from users where email = $1',
    [email.toLowerCase()],
  );
  return callerOf(rows[0]);
}

async function referralCodeOf(db: Queryable, email: string): Promise<string> {
  const { rows } = await db.query<{ code: string }>('select referral_code as code from users where email = $1', [
    email,
  ]);
  return rows[0].code;
}
