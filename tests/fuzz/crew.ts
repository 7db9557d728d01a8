// The people in whose name calls are fuzzed: one of each role, with data of their own, who log in again when a fuzzed call has logged them out.
import type { RouteName } from '../../contract/routes.ts';
import { routes } from '../../contract/routes.ts';
import type { RouteRole } from '../../contract/routes/route.ts';
import type { Known } from './hostile-input.ts';
import { buyLesson, planLesson, settleTrader } from './furnish.ts';
import type { Person, WholeServer } from './whole-server.ts';

export type Role = 'user' | 'instructor' | 'admin';

const ROLES: Record<RouteRole, readonly Role[]> = {
  public: ['user', 'instructor', 'admin'],
  any: ['user', 'instructor', 'admin'],
  trader: ['user', 'user', 'instructor'],
  instructor: ['instructor'],
  admin: ['admin'],
};

export class Crew {
  readonly #server: WholeServer;
  readonly #people: Record<Role, Person>;
  /** Values from replies, by the name of the field, to be used in later inputs. */
  readonly #known = new Map<string, Set<unknown>>();
  #newcomers = 0;

  private constructor(server: WholeServer, people: Record<Role, Person>) {
    this.#server = server;
    this.#people = people;
  }

  static async settle(server: WholeServer): Promise<Crew> {
    const admin = await server.admin();
    const user = await server.signUp({ name: 'Asha', email: 'asha1@example.com' });
    const instructor = await server.signUp({ name: 'Guru', email: 'guru@example.com', role: 'instructor' });
    const crew = new Crew(server, { user, instructor, admin });
    await settleTrader(server, user, 'one');
    await settleTrader(server, instructor, 'two');
    const plan = { admin, teacher: instructor, mark: 'three' };
    const sold = await planLesson(server, { ...plan, rate: 500, hoursAhead: 30 });
    await buyLesson(server, sold.id, user.token);
    const free = await planLesson(server, { ...plan, rate: 0, hoursAhead: 0.1 });
    await server.granted('POST /enrol/{id}', { id: free.id }, user.token);
    await planLesson(server, { ...plan, rate: 100, hoursAhead: 50 });
    for (const { password, email } of [user, instructor, admin]) {
      crew.#put('password', password);
      crew.#put('email', email);
    }
    await server.granted('POST /sendMessage', { audience: 'all', message: 'Good morning' }, admin.token);
    return crew;
  }

  /** Who may make a call, one after another; `place` chooses. */
  for(name: RouteName, place: number): Role {
    const roles = ROLES[routes[name].role];
    return roles[place % roles.length];
  }

  get cast(): Readonly<Record<Role, Person>> {
    return this.#people;
  }

  token(role: Role): string {
    return this.#people[role].token;
  }

  get known(): Known {
    return Object.fromEntries([...this.#known].map(([field, values]) => [field, [...values]]));
  }

  /** Remembers ids and the like from a reply. */
  learn(value: unknown, field = ''): void {
    if (Array.isArray(value)) for (const each of value.slice(0, 20)) this.learn(each, field);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) this.learn(inner, key);
    else if (typeof value === 'string' && value !== '' && value.length <= 300) {
      for (const name of NAMES[field] ?? []) this.#put(name, value);
    } else if (typeof value === 'string' && field === 'text') {
      for (const [code] of value.matchAll(/\b\d{6}\b/g)) this.#put('otp', code);
    }
  }

  /** Logs people of the crew in again, after calls that end logins, block people or change passwords. */
  async revive(): Promise<void> {
    for (const role of ['admin', 'user', 'instructor'] as const) {
      const { status } = await this.#server.call('GET /logins', {}, { token: this.token(role) });
      if (status === 200) continue;
      if (role === 'admin') this.#people.admin = await this.#server.admin();
      else this.#people[role] = await this.#again(role);
    }
  }

  async #again(role: 'user' | 'instructor'): Promise<Person> {
    const person = this.#people[role];
    await this.#server.call(
      'POST /disableUser/{id}',
      { id: person.id, blocked: false },
      { token: this.token('admin') },
    );
    try {
      return await this.#server.logIn(person);
    } catch {
      const number = ++this.#newcomers;
      return this.#server.signUp({ name: `New ${number}`, email: `new-${number}@example.com`, role });
    }
  }

  #put(field: string, value: unknown): void {
    const values = this.#known.get(field) ?? new Set();
    this.#known.set(field, values);
    if (values.size < 40) values.add(value);
  }
}

/** A field of a reply, and the fields of inputs that take such a value. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  _id: ['id', 'ids', 'userId', 'course_id'],
  id: ['id', 'course_id', 'order_id'],
  order_id: ['order_id'],
  payment_id: ['payment_id'],
  signature: ['signature'],
  email: ['email'],
  symbol: ['symbol', 'stock', 'stockId'],
  referralCode: ['referralCode'],
  fileUrl: ['profileImageUrl'],
  secret: ['secret'],
  session: ['session'],
};
