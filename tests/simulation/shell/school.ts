// The school of a simulated site: people pay for lessons and into their wallets, later than they say and sometimes twice; lessons are canceled, given back and refunded.
import type { ProviderNews } from '../../../server/adapters/payment.ts';
import { Random } from '../random.ts';
import { Gateway } from './gateway.ts';
import { publicIdOf } from './school-tables.ts';
import type { SchoolTables } from './school-tables.ts';
import type { SchoolAsked } from './school-process.ts';
import type { Tables } from './tables.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Makes another sequence of the seed, in which no site of regressions.txt has a school. */
const SCHOOLS = 70_147;
const SHARE = 0.3;

export const hasSchool = (seed: number): boolean => new Random(seed + SCHOOLS).chance(SHARE);

interface SchoolSite {
  readonly time: VirtualTime;
  readonly tables: Tables;
  readonly wall: () => number;
  readonly isAway: () => boolean;
  readonly send: (asked: SchoolAsked) => void;
}

interface Wanted {
  readonly account: number;
  readonly amount: number;
  readonly lesson: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST_LOOK_MS = 15 * MINUTE_MS;
const MOST_LESSONS = 6;
const LATEST_PAGE_MS = 200;

export class School {
  readonly gateway: Gateway;
  readonly #site: SchoolSite;
  readonly #seed: number;
  readonly #users: number;
  readonly #told = new Random(0);

  constructor(site: SchoolSite, seed: number, users: number) {
    this.#site = site;
    this.#seed = seed;
    this.#users = users;
    this.#told = new Random(seed ^ 0x7e11);
    const tell = (news: ProviderNews): void => site.send({ kind: 'news', news });
    this.gateway = new Gateway({ ...site, random: new Random(seed ^ 0x6a7e), tell });
  }

  get #tables(): SchoolTables {
    return this.#site.tables.school;
  }

  /** An act of a person in one step; the same in each step, whatever was left out before. */
  act(step: number): void {
    const random = new Random(this.#seed * 1_009 + step);
    const lessons = [...this.#tables.lessons.keys()];
    const account = random.whole(1, this.#users);
    const doing = random.weighted({ nothing: 14, plan: 1, buy: 6, leave: 1, cancel: 0.4, payBack: 0.4, sendBack: 0.4 });
    if (doing === 'nothing') return;
    if (lessons.length === 0 || (doing === 'plan' && lessons.length < MOST_LESSONS)) return this.#plan(random);
    const lesson = random.pick(lessons);
    if (doing === 'buy')
      return this.#buy(random, { account, lesson, amount: this.#tables.lessons.get(lesson)!.hourlyRate });
    if (doing === 'leave') return this.#leave(random);
    if (doing === 'cancel') return this.#site.send({ kind: 'cancel-lesson', lesson });
    if (doing === 'payBack') return this.#site.send({ kind: 'pay-back', lesson });
    const places = [...this.#tables.places.values()].flatMap(({ payment }) => (payment === null ? [] : [payment]));
    const paymentId = places.length === 0 ? null : this.#site.tables.payments.get(random.pick(places))!.providerPayment;
    if (paymentId !== null && this.gateway.standing(paymentId).length === 0) this.gateway.sendBack(paymentId);
  }

  /** Money for a wallet. `isSure`: captured at once, with a webhook. */
  topUp(account: number, amount: number, isSure: boolean): void {
    const random = this.#told;
    if (!isSure) return this.#buy(random, { account, amount, lesson: null });
    this.#pay(random, { account, amount, lesson: null }, { settleMs: 0, isTold: true });
  }

  #plan(random: Random): void {
    const { lessons } = this.#tables;
    const id = lessons.size + 1;
    const at = this.#site.wall();
    const startsAt = at + random.pick([20 * MINUTE_MS, 2 * HOUR_MS, 72 * HOUR_MS]);
    lessons.set(id, {
      id,
      publicId: publicIdOf(id),
      instructorName: 'Somebody',
      instructorEmail: 'somebody@example.com',
      specialization: null,
      topic: `Lesson ${id}`,
      about: '',
      hourlyRate: random.whole(1, 50) * 1_000,
      startsAt,
      endsAt: startsAt + HOUR_MS,
      status: 'SCHEDULED',
      createdAt: at,
    });
  }

  #leave(random: Random): void {
    const places = [...this.#tables.places.values()];
    if (places.length === 0) return;
    const { lesson, account } = random.pick(places);
    this.#site.send({ kind: 'leave', lesson, account });
  }

  #buy(random: Random, wanted: Wanted): void {
    this.#pay(random, wanted, { settleMs: random.pick([0, 0, 300, 5_000, 20_000]), isTold: random.chance(0.6) });
  }

  #pay(random: Random, wanted: Wanted, { settleMs, isTold }: { settleMs: number; isTold: boolean }): void {
    const { time, tables, wall, send } = this.#site;
    const { account, amount, lesson } = wanted;
    const id = tables.payments.size + 1;
    const order = `order_${id}`;
    const at = wall();
    const rest = {
      amount,
      lesson,
      currency: 'INR',
      provider: 'razorpay',
      providerOrder: order,
      providerPayment: null,
    } as const;
    tables.payments.set(id, {
      ...rest,
      ...{ id, account, status: 'created', createdAt: at, purpose: lesson === null ? 'wallet' : 'course' },
    });
    this.#tables.looks.set(id, at + FIRST_LOOK_MS);
    const isOther = lesson !== null && random.chance(0.05);
    // The page of the first payment was closed, and the checkout was opened again. The server does not ask about a paid order, so a webhook comes.
    const isTwice = lesson !== null && !isOther && random.chance(0.08);
    const first = { id: `pay_${id}`, order, amount: isOther ? amount + 1 : amount, isTold: isTold || isTwice };
    this.gateway.pay({ ...first, capturedAt: time.now + settleMs, isLate: settleMs > 0 });
    const second = { id: `pay_${id}_again`, order, amount, isTold: true };
    const laterMs = random.pick([0, settleMs, 9_000]);
    if (isTwice) this.gateway.pay({ ...second, capturedAt: time.now + laterMs, isLate: true });
    for (let times = isTold ? random.whole(0, 2) : 1; times > 0; times--)
      time.after(random.next() * LATEST_PAGE_MS, () => send({ kind: 'verify', order, paymentId: first.id, account }));
  }

  /** Nothing more is under way: neither a payment to be found, nor a refund to be made. */
  get isQuiet(): boolean {
    const { time, tables } = this.#site;
    const taken = [...this.gateway.payments.values()];
    const isOpen = [...tables.payments.values()].some(
      ({ status, providerOrder, amount }) =>
        (status === 'created' || status === 'attempted') &&
        taken.some((one) => one.order === providerOrder && (one.amount === amount || !this.#tables.strays.has(one.id))),
    );
    const isDue = [...this.#tables.refunds.values()].some(({ refundedAt }) => refundedAt === null);
    return !isOpen && !isDue && this.gateway.isQuiet && taken.every(({ capturedAt }) => capturedAt <= time.now);
  }
}
