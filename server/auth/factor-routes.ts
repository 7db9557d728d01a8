// The calls that turn an administrator's second factor on and off: always with the password, and with a code once it is on.
import { factorMessages } from '../../contract/messages/control.ts';
import type { Caller, Handlers } from '../handler.ts';
import type { AuthContext } from './context.ts';
import type { PasswordProof } from './prove-password.ts';
import { notOn, wrongCode } from './second-factor.ts';
import type { SecondFactors } from './second-factor.ts';

type FactorCalls =
  | 'GET /secondFactor'
  | 'POST /secondFactor/begin'
  | 'POST /secondFactor/confirm'
  | 'POST /secondFactor/off'
  | 'POST /secondFactor/codes';

const PASSWORD = { name: 'password', wrong: factorMessages.passwordWrong };

export function factorHandlers(
  context: AuthContext,
  factors: SecondFactors,
  prove: PasswordProof,
): Pick<Handlers, FactorCalls> {
  const { access, onAccessEnded } = context;

  /** The password first: only somebody who knows it may use up a code. */
  const proveBoth = async (user: Caller, ip: string, given: { password: string; code: string }): Promise<void> => {
    const { isOn } = await factors.state(user.id);
    if (!isOn) throw notOn();
    await prove(user, given.password, PASSWORD);
    if (await factors.isRight({ userId: user.id, ip }, given.code)) return;
    // Turned off meanwhile, and with it every code.
    throw (await factors.state(user.id)).isOn ? wrongCode() : notOn();
  };

  return {
    'GET /secondFactor': async ({ user }) => ({ data: await factors.state(user.id) }),

    async 'POST /secondFactor/begin'({ input, user }) {
      await prove(user, input.password, PASSWORD);
      return { message: factorMessages.begun, data: await factors.begin(user.id, user.email) };
    },

    async 'POST /secondFactor/confirm'({ input, user, ip }) {
      const { recoveryCodes, ended } = await factors.confirm({ userId: user.id, ip }, input.code, user.loginId);
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
