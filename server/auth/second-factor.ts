// An administrator's second factor: required at login once it is on, with one-time codes, and recovery codes in case the app is lost.
import { createHmac, hkdfSync } from 'node:crypto';
import { factorMessages } from '../../contract/messages/control.ts';
import { writeAudit } from '../audit.ts';
import type { AuditEntry } from '../audit.ts';
import type { Queryable } from '../db/open.ts';
import { HttpError } from '../http-error.ts';
import { randomLetters } from '../random-letters.ts';
import { createBrake, tryUnder } from './brake.ts';
import type { Brake } from './brake.ts';
import type { AuthContext } from './context.ts';
import { decrypt, encrypt } from './encryption.ts';
import { endLoginsOf } from './logins.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

const RECOVERY_CODES = 10;

interface FactorRow {
  secret: Buffer;
  confirmedAt: number | null;
  lastStep: number;
}

/** Whose factor it is, and from where it is used. */
export interface Bearer {
  readonly userId: string;
  readonly ip: string;
}

type FactorContext = Pick<AuthContext, 'database' | 'secrets' | 'hasRateLimit' | 'now'>;

export class SecondFactors {
  readonly #context: FactorContext;
  /** Anyone who gets this far knows the password, so a pause here is no lock that a stranger could close. */
  readonly #brake: Brake | null;

  constructor(context: FactorContext) {
    this.#context = context;
    const { hasRateLimit, now } = context;
    this.#brake = hasRateLimit ? createBrake({ freeFailures: 5, longestPauseMs: 300_000, mostUnderway: 1, now }) : null;
  }

  async state(userId: string): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
    const { rows } = await this.#context.database.query<{ isOn: boolean; left: number }>(
      `select exists (select 1 from second_factors where user_id = $1 and confirmed_at is not null) as "isOn",
         (select count(*) from recovery_codes where user_id = $1 and used_at is null) as left`,
      [userId],
    );
    const [{ isOn, left }] = rows;
    return { isOn, recoveryCodesLeft: isOn ? left : 0 };
  }

  /**
   * After the right password; `begin` begins the login. If the factor is turned on in between, which ends all other logins, this login has
   * either begun by then or requires a code. @throws HttpError 401 while a code is missing or wrong, 429
   */
  async admit<T>(
    bearer: Bearer,
    code: string | null | undefined,
    begin: (database: Queryable) => Promise<T>,
  ): Promise<T> {
    const { isOn } = await this.state(bearer.userId);
    if (isOn) await this.#demand(bearer, code);
    return this.#context.database.transaction(async (transaction) => {
      await transaction.query('select from users where id = $1 for share', [bearer.userId]);
      if (!isOn && (await isOnNow(transaction, bearer.userId))) throw codeRequired();
      return begin(transaction);
    });
  }

  async #demand(bearer: Bearer, code: string | null | undefined): Promise<void> {
    if (!code) throw codeRequired();
    if (!(await this.isRight(bearer, code))) throw wrongCode(401);
  }

  /** Uses up an app code or a recovery code. Frequent failures have to wait. @throws HttpError 429 */
  isRight(bearer: Bearer, code: string): Promise<boolean> {
    const plain = code.replace(/[\s-]/g, '').toUpperCase();
    return tryUnder(this.#brake, bearer.userId, () => this.#spend(bearer, plain));
  }

  /** A new secret, required only after its first right code. */
  async begin(userId: string, email: string): Promise<{ secret: string; uri: string }> {
    const { database, now } = this.#context;
    const secret = newTotpSecret();
    const { rowCount } = await database.query(
      `insert into second_factors (user_id, secret, begun_at) values ($1, $2, $3)
       on conflict (user_id) do update set secret = excluded.secret, begun_at = excluded.begun_at, last_step = 0
       where second_factors.confirmed_at is null`,
      [userId, this.#lock(userId, secret), now()],
    );
    if (rowCount === 0) throw alreadyOn();
    return { secret, uri: totpUri(email, secret) };
  }

  /**
   * Turns it on with the first right code, and ends all logins begun with the password alone, except `loginId`.
   * @throws HttpError 400, 409, 429
   */
  async confirm(bearer: Bearer, code: string, loginId: string): Promise<{ recoveryCodes: string[]; ended: string[] }> {
    const { database, now } = this.#context;
    const { isOn } = await this.state(bearer.userId);
    if (isOn) throw alreadyOn();
    if (!(await this.#isBegun(bearer.userId))) throw notBegun();
    if (!(await this.isRight(bearer, code))) throw wrongCode();
    return database.transaction(async (transaction) => {
      await lockPerson(transaction, bearer.userId);
      // If it was started again after this code, it has a new secret from which no code has been seen.
      const { rowCount } = await transaction.query(
        'update second_factors set confirmed_at = $2 where user_id = $1 and confirmed_at is null and last_step > 0',
        [bearer.userId, now()],
      );
      if (rowCount === 0) throw (await isOnNow(transaction, bearer.userId)) ? alreadyOn() : wrongCode();
      await this.#note(transaction, bearer, 'factor-on');
      const ended = await endLoginsOf(transaction, bearer.userId, { reason: 'factor-on', at: now(), inUse: loginId });
      return { recoveryCodes: await this.#newRecoveryCodes(transaction, bearer.userId), ended };
    });
  }

  async turnOff(bearer: Bearer): Promise<void> {
    await this.#context.database.transaction(async (transaction) => {
      await lockPerson(transaction, bearer.userId);
      // In the order in which a code is spent: otherwise the two would wait for each other.
      await transaction.query('delete from second_factors where user_id = $1', [bearer.userId]);
      await transaction.query('delete from recovery_codes where user_id = $1', [bearer.userId]);
      await this.#note(transaction, bearer, 'factor-off');
    });
  }

  /** @throws HttpError 409 if it has been turned off meanwhile */
  renewCodes(bearer: Bearer): Promise<string[]> {
    return this.#context.database.transaction(async (transaction) => {
      await lockPerson(transaction, bearer.userId);
      if (!(await isOnNow(transaction, bearer.userId))) throw notOn();
      await this.#note(transaction, bearer, 'factor-codes');
      return this.#newRecoveryCodes(transaction, bearer.userId);
    });
  }

  async #isBegun(userId: string): Promise<boolean> {
    const { rowCount } = await this.#context.database.query('select 1 from second_factors where user_id = $1', [
      userId,
    ]);
    return rowCount === 1;
  }

  async #spend(bearer: Bearer, code: string): Promise<boolean> {
    return this.#context.database.transaction(async (transaction) => {
      const { rows } = await transaction.query<FactorRow>(
        'select secret, confirmed_at as "confirmedAt", last_step as "lastStep" from second_factors where user_id = $1 for update',
        [bearer.userId],
      );
      const row = rows.at(0);
      if (row === undefined) return false;
      const secret = this.#unlock(bearer.userId, row.secret);
      // With another key no recovery code would be right either.
      if (secret === null) throw row.confirmedAt === null ? notBegun() : unreadable();
      const isRight = /^\d{6}$/.test(code)
        ? await this.#spendCode(transaction, bearer.userId, { secret, lastStep: row.lastStep }, code)
        : row.confirmedAt !== null && (await this.#spendRecoveryCode(transaction, bearer, code));
      if (!isRight && row.confirmedAt !== null) await this.#note(transaction, bearer, 'factor-failed');
      return isRight;
    });
  }

  async #spendCode(
    transaction: Queryable,
    userId: string,
    { secret, lastStep }: { secret: string; lastStep: number },
    code: string,
  ): Promise<boolean> {
    const step = totpStep(secret, code, this.#context.now());
    if (step === null || step <= lastStep) return false;
    await transaction.query('update second_factors set last_step = $2 where user_id = $1', [userId, step]);
    return true;
  }

  async #spendRecoveryCode(transaction: Queryable, bearer: Bearer, code: string): Promise<boolean> {
    const { rowCount } = await transaction.query(
      'update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null',
      [bearer.userId, this.#hash(code), this.#context.now()],
    );
    if (rowCount !== 1) return false;
    await this.#note(transaction, bearer, 'recovery-code-used');
    return true;
  }

  async #newRecoveryCodes(transaction: Queryable, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await transaction.query('delete from recovery_codes where user_id = $1', [userId]);
    await transaction.query('insert into recovery_codes (user_id, code_hash) select $1, * from unnest($2::bytea[])', [
      userId,
      codes.map((code) => this.#hash(code.replace('-', ''))),
    ]);
    return codes;
  }

  async #note(transaction: Queryable, { userId, ip }: Bearer, action: AuditEntry['action']): Promise<void> {
    await writeAudit(transaction, { at: this.#context.now(), actor: userId, action, subject: userId, detail: {}, ip });
  }

  /** Each has 50 random bits, so a fast keyed hash is enough. */
  #hash(code: string): Buffer {
    return createHmac('sha256', this.#context.secrets.factor).update(code).digest();
  }

  #key(userId: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#context.secrets.factor, userId, 'second factor', 32));
  }

  /** The database alone cannot read it. */
  #lock(userId: string, secret: string): Buffer {
    return encrypt(secret, this.#key(userId));
  }

  /** Null if it was locked with another key: the operator has changed that of the site. */
  #unlock(userId: string, sealed: Buffer): string | null {
    try {
      return decrypt(sealed, this.#key(userId));
    } catch {
      return null;
    }
  }
}

/** Changes of one person's factor come one after the other: of two sets of new codes, the second one replaces the first. */
async function lockPerson(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query('select from users where id = $1 for no key update', [userId]);
}

async function isOnNow(database: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from second_factors where user_id = $1 and confirmed_at is not null',
    [userId],
  );
  return rowCount === 1;
}

const alreadyOn = () => new HttpError(409, factorMessages.alreadyOn, { code: 'factor-on' });
const codeRequired = () => new HttpError(401, factorMessages.codeRequired, { code: 'code-required' });

export const notOn = () => new HttpError(409, factorMessages.notOn, { code: 'factor-off' });
const notBegun = () => new HttpError(409, factorMessages.notBegun, { code: 'factor-not-begun' });
const unreadable = () => new HttpError(409, factorMessages.unreadable, { code: 'factor-unreadable' });

/** 401 where the code is part of a login. */
export const wrongCode = (status: 400 | 401 = 400) =>
  new HttpError(status, factorMessages.codeWrong, { code: 'code-wrong', fields: { code: factorMessages.codeWrong } });

/** `7KQ2M-X4TBD` */
function newRecoveryCode(): string {
  const letters = randomLetters(10);
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
