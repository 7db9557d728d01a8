// Sign-in with Google: whom the token names, which account that is, and when a token or an address alone is not enough.
import { createHash } from 'node:crypto';
import { GOOGLE_NONCE_PREFIX, LONGEST_NAME, signupInput, type UserRole } from '../../contract/auth.ts';
import { googleMessages } from '../../contract/messages/account.ts';
import type { InputOf } from '../../contract/routes.ts';
import { clean } from '../../contract/wire/clean.ts';
import { cutText } from '../../contract/wire/cut-text.ts';
import { ProviderUnreachable, type GoogleIdentity, type GoogleVerifier } from '../adapters/google.ts';
import type { Queryable } from '../db/open.ts';
import { createGate } from '../gate.ts';
import type { Handlers } from '../handler.ts';
import { blocked, forbidden, HttpError } from '../http-error.ts';
import { writeAudit } from '../audit.ts';
import type { AuthContext } from './context.ts';
import type { LoginCheck } from './login.ts';
import { beginLogin, type BegunLogin, type Client } from './logins.ts';
import { googleLinkedMail } from './mails.ts';
import { loginData } from './present.ts';
import { discardSignups, insertUser, lockSignups, referrer } from './signup.ts';

interface Person {
  id: string;
  name: string;
  email: string;
  role: UserRole;
  isBlocked: boolean;
  isEmailProven: boolean;
}

interface SignIn {
  identity: GoogleIdentity;
  input: InputOf<'POST /auth/google/login'>;
  client: Client;
}

/** An account, and what entitles the token to it, which must still hold when the login begins. */
interface Recognised {
  person: Person;
  /** Already linked to this identity; otherwise it is linked now. */
  isLinked: boolean;
  /** The password that was right, if one was asked for. */
  passwordHash: string | null;
}

interface Entered {
  person: Person;
  login: BegunLogin;
  isNewLink: boolean;
}

/** One answer for every kind of bad token, and for people who may not log in this way. */
const failed = () => new HttpError(401, googleMessages.failed, { code: 'google-login-failed' });
const off = () => new HttpError(404, googleMessages.notConfigured, { code: 'google-off' });
const passwordNeeded = () => new HttpError(409, googleMessages.passwordNeeded, { code: 'password-needed' });
const passwordWrong = () => new HttpError(401, googleMessages.passwordWrong, { code: 'wrong-password' });
const unreachable = () =>
  new HttpError(503, googleMessages.unreachable, { code: 'google-unreachable', headers: { 'Retry-After': '5' } });

export function googleHandlers(
  context: AuthContext,
  checkPassword: LoginCheck,
): Pick<Handlers, 'POST /auth/google/login'> {
  const { google, tokens, mailer } = context;
  // As with sign-ups, each holds a connection while the exchange may commit on another.
  const gate = createGate({ most: 3, mostWaiting: 200 });
  return {
    async 'POST /auth/google/login'({ input, ip, userAgent, cookies, isCrossSite }) {
      if (!google) throw off();
      // Another site must not log its visitors in to an account of its choice.
      if (isCrossSite) throw forbidden();
      const identity = await verify(google, input.id_token);
      if (!isBoundToSender(identity, input.nonce)) throw failed();
      const signIn = { identity, input, client: { userAgent, ip, cookies } };
      const known = await recognise(context, checkPassword, signIn);
      const entered = await gate(() => (known ? enter(context, signIn, known) : open(context, signIn)));
      if (known && entered.isNewLink) await mailer.send(googleLinkedMail(known.person.email, known.person.name));
      const data = await loginData(tokens, entered.person, entered.login.loginId);
      return { message: googleMessages.succeeded, data, top: { token: data.token }, cookies: entered.login.cookies };
    },
  };
}

async function verify(google: GoogleVerifier, idToken: string): Promise<GoogleIdentity> {
  try {
    const identity = await google.verify(idToken);
    if (identity === null || identity.subject === '') throw failed();
    return identity;
  } catch (error) {
    throw error instanceof ProviderUnreachable ? unreachable() : error;
  }
}

/** A token that our own page requested is only valid together with the secret that stayed in that page. */
function isBoundToSender({ nonce }: GoogleIdentity, secret: string | undefined): boolean {
  if (nonce === null || !nonce.startsWith(GOOGLE_NONCE_PREFIX)) return secret === undefined;
  return (
    nonce ===
    GOOGLE_NONCE_PREFIX +
      createHash('sha256')
        .update(secret ?? '')
        .digest('base64url')
  );
}

const PERSON = `u.id, u.name, u.email, u.role, u.is_blocked as "isBlocked", u.email_proven_at is not null as "isEmailProven"`;

/** The account the token may enter; null if there is none yet. @throws when more is required, or it may not. */
async function recognise(
  { database }: AuthContext,
  checkPassword: LoginCheck,
  { identity, input, client }: SignIn,
): Promise<Recognised | null> {
  const linked = await findLinked(database, identity);
  if (linked) return { person: mayEnter(linked), isLinked: true, passwordHash: null };
  if (!identity.isEmailVerified || !signupInput.shape.email.safeParse(identity.email).success) throw failed();
  const owner = await findByEmail(database, identity.email);
  if (!owner) return null;
  if (owner.role === 'admin') throw failed();
  // Both must be certain of the address, or a former owner of it could take over a new owner's account.
  if (identity.isEmailAuthoritative && owner.isEmailProven)
    return { person: mayEnter(owner), isLinked: false, passwordHash: null };
  if (input.password === undefined) throw passwordNeeded();
  const attempt = { email: owner.email, password: input.password, ip: client.ip, cookies: client.cookies };
  const { passwordHash } = await checkPassword(attempt).catch((error: unknown) => {
    throw error instanceof HttpError && error.code === 'login-failed' ? passwordWrong() : error;
  });
  return { person: owner, isLinked: false, passwordHash };
}

function mayEnter(person: Person): Person {
  if (person.role === 'admin') throw failed();
  if (person.isBlocked) throw blocked();
  return person;
}

async function findLinked(database: Queryable, { issuer, subject }: GoogleIdentity): Promise<Person | null> {
  const { rows } = await database.query<Person>(
    `select ${PERSON} from identities i join users u on u.id = i.user_id where i.issuer = $1 and i.subject = $2`,
    [issuer, subject],
  );
  return rows.at(0) ?? null;
}

async function findByEmail(database: Queryable, email: string): Promise<Person | null> {
  const { rows } = await database.query<Person>(`select ${PERSON} from users u where u.email = $1`, [email]);
  return rows.at(0) ?? null;
}

/**
 * A login to an existing account, which is linked to the identity if it was not. Its owner may have set a new password since it was
 * recognised, to keep this very person out: from here on the person's row is locked, and what is read then holds.
 */
async function enter(
  { database, secrets, now }: AuthContext,
  signIn: SignIn,
  { person, isLinked, passwordHash }: Recognised,
): Promise<Entered> {
  const at = now();
  const { identity, client } = signIn;
  return database.transaction(async (transaction) => {
    await spend(transaction, signIn);
    const login = await beginLogin(transaction, secrets.refresh, person.id, { at, client, passwordHash });
    const isNewLink = await link(transaction, identity, person.id, at);
    if (isNewLink && isLinked) throw failed();
    if (isNewLink) {
      await discardSignups(transaction, person.email);
      const detail = { issuer: identity.issuer };
      const entry = { at, actor: person.id, subject: person.id, detail, ip: client.ip };
      await writeAudit(transaction, { ...entry, action: 'google-linked' });
    }
    return { person, isNewLink, login };
  });
}

/** A new account with the role user. Anything unverified that waited for this address is void. */
async function open(context: AuthContext, signIn: SignIn): Promise<Entered> {
  const { database, secrets, openAccount, onAccountOpened, now } = context;
  const at = now();
  const { identity, input, client } = signIn;
  const newPerson = {
    email: identity.email,
    name: nameOf(identity),
    passwordHash: null,
    role: 'user',
    referredBy: await referrer(database, input.referralCode),
    isEmailProven: identity.isEmailAuthoritative,
  } as const;
  const { user, login } = await database.transaction(async (transaction) => {
    await spend(transaction, signIn);
    await lockSignups(transaction, newPerson.email);
    const user = await insertUser(transaction, newPerson, at);
    if (!user || !(await link(transaction, identity, user.id, at))) throw failed();
    await openAccount(user.accountNo);
    await discardSignups(transaction, user.email);
    return { user, login: await beginLogin(transaction, secrets.refresh, user.id, { at, client }) };
  });
  await onAccountOpened(user.accountNo);
  return { person: { ...user, isBlocked: false, isEmailProven: newPerson.isEmailProven }, login, isNewLink: true };
}

/** By the rule of sign-up; what Google has and the rule does not allow is left out, and without a name there is the address. */
function nameOf({ name, email }: GoogleIdentity): string {
  const rule = signupInput.shape.name;
  const plain = clean(name.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')).trim();
  const given = rule.safeParse(cutText(plain, LONGEST_NAME));
  return given.success ? given.data : cutText(email.split('@')[0], LONGEST_NAME);
}

/** False if the identity is already known. */
async function link(transaction: Queryable, identity: GoogleIdentity, userId: string, at: number): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into identities (issuer, subject, user_id, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [identity.issuer, identity.subject, userId, at],
  );
  return rowCount === 1;
}

/** A token is valid once. Its id and its nonce are used up with it, so that the same claims signed again do not work either. */
async function spend(transaction: Queryable, { identity, input }: SignIn): Promise<void> {
  const { issuer, nonce, tokenId, expiresAt } = identity;
  const signed = input.id_token.slice(0, input.id_token.lastIndexOf('.'));
  const words = [`token ${signed}`, tokenId && `id ${issuer} ${tokenId}`, nonce && `nonce ${issuer} ${nonce}`];
  const keys = words.filter((word) => word !== null).map((word) => createHash('sha256').update(word).digest());
  const { rowCount } = await transaction.query(
    `insert into spent_tokens (key, expires_at) select unnest($1::bytea[]), $2 on conflict do nothing`,
    [keys, expiresAt],
  );
  if (rowCount !== keys.length) throw failed();
}
