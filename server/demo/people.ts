// The people of a demo. Their logins are shown at the start and on the login page.
import type { UserRole } from '../../contract/auth.ts';

export interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
  /** What a visitor sees when logged in as this person. */
  readonly character: string;
}

/** The password of all of them. It is no secret, and a demo accepts connections from its own machine only. */
export const DEMO_PASSWORD = 'demo-istock';

export const DEMO_PEOPLE = {
  admin: {
    name: 'Administrator',
    email: 'admin@istock.local',
    role: 'admin',
    character: 'the desk: users, orders, fees, lessons, limits',
  },
  swing: {
    name: 'Meera Krishnan',
    email: 'meera@istock.local',
    role: 'user',
    character: 'a disciplined swing trader: every buy with target and stop loss',
  },
  intraday: {
    name: 'Rohan Kulkarni',
    email: 'rohan@istock.local',
    role: 'user',
    character: 'trades too often, within the day: see what charges do to it',
  },
  investor: {
    name: 'Farida Irani',
    email: 'farida@istock.local',
    role: 'user',
    character: 'a patient investor: a little every week',
  },
  technician: {
    name: 'Anand Deshpande',
    email: 'anand@istock.local',
    role: 'instructor',
    character: 'teaches charts and risk; has a lesson on the first day of the demo',
  },
  analyst: {
    name: 'Leela Menon',
    email: 'leela@istock.local',
    role: 'instructor',
    character: 'teaches balance sheets and patience',
  },
} as const satisfies Record<string, DemoPerson>;

/** Whether the settings give the administrator of a demo a password of their own. */
export const isDemoAdmin = (given: { email: string } | undefined): boolean =>
  given?.email.normalize('NFKC').trim().toLowerCase() === DEMO_PEOPLE.admin.email;

export type DemoRole = keyof typeof DEMO_PEOPLE;
