// npm run admin: lists the administrators, adds one, sets a password, or takes a lost second factor away; beside a running server too.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { passwordField, signupInput } from '../contract/auth.ts';
import { PASSWORD_MAX } from '../contract/login.ts';
import { listAdmins, resetAdminFactor, setAdminPassword } from './auth/admin-accounts.ts';
import { addAdmin } from './auth/first-admin.ts';
import { createPasswords } from './auth/passwords.ts';
import { type Config, loadConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openBeside, type Database } from './db/open.ts';
import { requireMarket } from './db/running.ts';
import { exitCodeOf, inWords, WrongUse } from './error-words.ts';

const HELP = `npm run admin -- list                    who may run this market
npm run admin -- add MAIL [NAME]         adds an administrator; without a name, the part of MAIL before the @
npm run admin -- password MAIL           sets a new password; every login of that administrator ends at once
npm run admin -- reset-factor MAIL       takes a lost second factor away; the password alone lets in again

The password is asked for, or read from the standard input. An empty one is made up and shown once.
It works while the server runs and while it does not.
`;

/** A mistake by the person at the terminal: reported in a sentence, without a stack trace. */
class Mistake extends Error {}

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

async function main(): Promise<void> {
  const [verb = 'help', email, ...rest] = process.argv.slice(2);
  if (['help', '--help', '-h'].includes(verb)) return void process.stdout.write(HELP);
  const needsMail = ['add', 'password', 'reset-factor'].includes(verb);
  if (!needsMail && verb !== 'list') throw new WrongUse(`"${verb}" is not known.`, HELP);
  if (needsMail && (!/^[^\s@]+@[^\s@]+$/.test(email ?? '') || (rest.length > 0 && verb !== 'add')))
    throw new Mistake(`Say whose: npm run admin -- ${verb} somebody@example.com`);
  if (verb === 'add' && !signupInput.shape.email.safeParse(email).success)
    throw new Mistake(`Nobody could log in as ${email}: an address looks like somebody@example.com.`);
  // The first administrator may be added before the first start; all else is about a market that is there.
  const config = verb === 'add' ? loadConfig([]) : loadConfig([], requireMarket);
  const database = await openBeside(config, say);
  try {
    if (!database.isShared) await migrate(database);
    if (verb === 'list') await showAdmins(database);
    else if (verb === 'add') await add(database, config, { email, name: rest.length > 0 ? rest.join(' ') : undefined });
    else if (verb === 'password') await setPassword(database, config, email);
    else await resetFactor(database, email);
  } finally {
    await database.close();
  }
}

async function showAdmins(database: Database): Promise<void> {
  for (const { email, name, isBlocked, hasFactor } of await listAdmins(database))
    say([email, name, ...(hasFactor ? ['second factor on'] : []), ...(isBlocked ? ['blocked'] : [])].join('  '));
}

interface NewAdmin {
  readonly email: string;
  readonly name: string | undefined;
}

async function add(database: Database, config: Config, { email, name }: NewAdmin): Promise<void> {
  const named = signupInput.shape.name.safeParse(name ?? email);
  if (!named.success) throw new Mistake(named.error.issues[0].message);
  const { password, isMadeUp } = await choosePassword(config);
  if (!(await addAdmin(database, createPasswords(), { email, password, name }, Date.now())))
    throw new Mistake(`${email} is an administrator already. A new password: npm run admin -- password ${email}`);
  say(`${email} is an administrator now.`);
  if (isMadeUp) say(`Password (shown once): ${password}`);
}

async function setPassword(database: Database, config: Config, email: string): Promise<void> {
  const { password, isMadeUp } = await choosePassword(config);
  if (!(await setAdminPassword(database, createPasswords(), { email, password }))) throw unknown(email);
  say(`The password of ${email} is set, and every login has been ended.`);
  if (isMadeUp) say(`Password (shown once): ${password}`);
}

async function resetFactor(database: Database, email: string): Promise<void> {
  if (!(await resetAdminFactor(database, email))) throw unknown(email);
  say(`The second factor of ${email} is gone: the password alone lets in. Turn it on again after the next login.`);
}

const unknown = (email: string) =>
  new Mistake(`There is no administrator ${email}. Who they are: npm run admin -- list`);

async function choosePassword({ passwordMin }: Config): Promise<{ password: string; isMadeUp: boolean }> {
  const given = await readPassword();
  if (given === '') return { password: randomBytes(12).toString('base64url'), isMadeUp: true };
  const wrong = `A password has ${passwordMin} to ${PASSWORD_MAX} characters.`;
  if (!passwordField(passwordMin, wrong, wrong).safeParse(given).success) throw new Mistake(wrong);
  return { password: given, isMadeUp: false };
}

function readPassword(): Promise<string> {
  return process.stdin.isTTY ? typePassword() : readLine();
}

function readLine(): Promise<string> {
  const reader = createInterface({ input: process.stdin, terminal: false });
  return new Promise((resolve) => {
    reader.once('line', (line) => {
      resolve(line);
      reader.close();
    });
    reader.once('close', () => resolve(''));
  });
}

/** What is typed is not shown. */
function typePassword(): Promise<string> {
  const { stdin, stdout } = process;
  stdout.write('New password (empty: one is made up): ');
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  return new Promise<string>((resolve, reject) => {
    let typed = '';
    stdin.on('data', (keys: string) => {
      for (const key of keys) {
        if (key === '\r' || key === '\n') return resolve(typed);
        if (key === '\u0003') return reject(new Mistake('Nothing was changed.'));
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key;
      }
    });
  }).finally(() => {
    stdin.setRawMode(false);
    stdin.pause();
    stdout.write('\n');
  });
}

await main().catch((error: unknown) => {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = exitCodeOf(error);
});
