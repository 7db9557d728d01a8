// The calls with which an administrator turns the second factor on and off: always with the password, and with a code once it is on.
import { factorMessages } from '../../contract/messages/control.ts';
import type { Caller, Handlers } from '../handler.ts';
import { HttpError, tooMany } from '../http-error.ts';
import { createBrake } from './brake.ts';
import type { AuthContext } from './context.ts';
import { endLoginsOf } from './logins.ts';
import { wrongCode } from './second-factor.ts';
import type { SecondFactors } from './second-factor.ts';

type FactorCalls =
  | 'GET /secondFactor'
  | 'POST /secondFactor/begin'
  | 'POST /secondFactor/confirm'
  | 'POST /secondFactor/off'
  | 'POST /secondFactor/codes';

const wrongPassword = () =>
  new HttpError(400, factorMessages.passwordWrong, {
    code: 'wrong-password',
    fields: { password: factorMessages.passwordWrong },
  });

export function factorHandlers(context: AuthContext, factors: SecondFactors): Pick<Handlers, FactorCalls> {
  const { database, passwords, hasRateLimit, access, onAccessEnded, now } = context;
  // Somebody who found an open screen must not find out the password behind it by trying.
  const brake = createBrake({ freeFailures: 5, longestPauseMs: 60_000, mostUnderway: 2, now });

  const provePassword = async (user: Caller, password: string): Promise<void> => {
    const pauseMs = hasRateLimit ? brake.begin(user.id) : 0;
    if (pauseMs > 0) throw tooMany(pauseMs);
    let isRight = false;
    try {
      const { rows } = await database.query<{ hash: string | null }>(
        'select password_hash as hash from users where id = $1',
        [user.id],
      );
      isRight = await passwords.matches(password, rows.at(0)?.hash ?? null);
    } finally {
      if (isRight) brake.succeeded(user.id);
      else brake.failed(user.id);
    }
    if (!isRight) throw wrongPassword();
  };

  /** The password first: a code is spent only by somebody who knows it. */
  const proveBoth = async (user: Caller, ip: string, given: { password: string; code: string }): Promise<void> => {
    const { isOn } = await factors.state(user.id);
    if (!isOn) throw new HttpError(409, factorMessages.notOn, { code: 'factor-off' });
    await provePassword(user, given.password);
    if (!(await factors.isRight({ userId: user.id, ip }, given.code))) throw wrongCode();
  };

  return {
    'GET /secondFactor': async ({ user }) => ({ data: await factors.state(user.id) }),

    async 'POST /secondFactor/begin'({ input, user }) {
      await provePassword(user, input.password);
      return { message: factorMessages.begun, data: await factors.begin(user.id, user.email) };
    },

    async 'POST /secondFactor/confirm'({ input, user, ip }) {
      const recoveryCodes = await factors.confirm({ userId: user.id, ip }, input.code);
      // Logins that were begun with the password alone are over.
      const ended = await endLoginsOf(database, user.id, 'factor-on', now(), user.loginId);
      access.forget(user.id);
      for (const loginId of ended) onAccessEnded({ userId: user.id, loginId });
      return { message: factorMessages.turnedOn, data: { recoveryCodes } };
    },

    async 'POST /secondFactor/off'({ input, user, ip }) {
      await proveBoth(user, ip, input);
      await factors.turnOff({ userId: user.id, ip });
      return { message: factorMessages.turnedOff, data: await factors.state(user.id) };
    },

    async 'POST /secondFactor/codes'({ input, user, ip }) {
      await proveBoth(user, ip, input);
      const recoveryCodes = await factors.renewCodes({ userId: user.id, ip });
      return { message: factorMessages.codesRenewed, data: { recoveryCodes } };
    },
  };
}
