// A data folder to look around in: made once by living through its months with a clock set back, and marked as a demo.
import { demoMessages } from '../../contract/messages/demo.ts';
import type { DemoLogin } from '../../contract/platform.ts';
import type { DemoPerson } from '../demo/people.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, isDemoAdmin } from '../demo/people.ts';
import { markDemo, readDemoState } from '../demo/marker.ts';
import type { DemoState } from '../demo/marker.ts';
import { makePast } from './demo-past.ts';
import type { Site } from './site.ts';

/** The logins of a demo, creating it first if asked to; null in an ordinary data folder. @throws with a sentence. */
export async function openDemo(site: Site): Promise<readonly DemoLogin[] | null> {
  const { dataDir, isDemo, reachedBecause } = site.config;
  const state = readDemoState(dataDir);
  if (state === 'none' && !isDemo) return null;
  // Its passwords are public.
  if (reachedBecause !== null) throw new Error(demoMessages.onlyHere(reachedBecause));
  if (state === 'making') throw new Error(demoMessages.unfinished(dataDir));
  if (state === 'none') await makeDemo(site);
  return loginsOf(site);
}

/** Only people who still exist and use the demo password: no deleted account, no administrator from the settings. */
async function loginsOf({ config, db }: Site): Promise<DemoLogin[]> {
  const { rows } = await db.query<{ email: string }>('select email from users where email = any($1)', [
    Object.values(DEMO_PEOPLE).map(({ email }) => email),
  ]);
  const there = new Set(rows.map(({ email }) => email));
  if (isDemoAdmin(config.admin)) there.delete(DEMO_PEOPLE.admin.email);
  return (Object.values(DEMO_PEOPLE) as DemoPerson[])
    .filter(({ email }) => there.has(email))
    .map((person) => ({ ...person, password: DEMO_PASSWORD }));
}

async function makeDemo(site: Site): Promise<void> {
  const { config, db } = site;
  const { rowCount } = await db.query('select 1 from users union all select 1 from instruments limit 1');
  if (rowCount !== 0) throw new Error(demoMessages.inUse(config.dataDir));
  const mark = (state: Exclude<DemoState, 'none'>) => markDemo(config.dataDir, state);
  mark('making');
  site.report(demoMessages.making);
  await makePast(site);
  mark('ready');
}
