// Puts the parts of this feature together: the handlers of its calls, and what the rest of the server needs from it.
import type { Handlers } from '../handler.ts';
import { createAccess, type AccessControl } from './access.ts';
import { blockHandlers, settleBlocks } from './block.ts';
import { changePasswordHandlers } from './change-password.ts';
import type { AuthContext, AuthOptions } from './context.ts';
import { factorHandlers } from './factor-routes.ts';
import { createDeletions } from './deletion.ts';
import { ensureAdmin, type AdminCredentials } from './first-admin.ts';
import { googleHandlers } from './google-login.ts';
import { createLimits } from './limits.ts';
import { createTraderCheck, loginHandlers } from './login.ts';
import { loginListHandlers } from './login-list.ts';
import { mailboxHandlers } from './mailbox.ts';
import { createPasswords } from './passwords.ts';
import { createPasswordProof } from './prove-password.ts';
import { resetHandlers } from './reset.ts';
import { SecondFactors } from './second-factor.ts';
import { signupHandlers } from './signup.ts';
import { createTokens } from './tokens.ts';

type AuthCall =
  | 'POST /signup'
  | 'POST /verifyOtp'
  | 'POST /resendOtp'
  | 'POST /login'
  | 'POST /auth/google/login'
  | 'POST /adminLogin'
  | 'POST /refresh'
  | 'POST /logout'
  | 'GET /logins'
  | 'POST /endLogin/{id}'
  | 'POST /endOtherLogins'
  | 'POST /changePassword'
  | 'POST /forgotPassword'
  | 'POST /resetPassword'
  | 'POST /disableUser/{id}'
  | 'POST /deleteAccount'
  | 'POST /deleteUser/{id}'
  | 'GET /secondFactor'
  | 'POST /secondFactor/begin'
  | 'POST /secondFactor/confirm'
  | 'POST /secondFactor/off'
  | 'POST /secondFactor/codes'
  | 'GET /dev/mailbox';

export interface Auth {
  handlers: Pick<Handlers, AuthCall>;
  /** Who a token stands for: for http.ts (calls) and live.ts (sockets). */
  access: AccessControl;
  /** Continues with deletions of accounts that were requested but not finished. */
  finishDeletions(): Promise<void>;
  /** Tells the exchange who is blocked, where it has another state. */
  settleBlocks(): Promise<void>;
  /** Makes the first administrator when there is none: print what comes back, once. */
  ensureAdmin(given: AdminCredentials | undefined): Promise<AdminCredentials | null>;
}

export function createAuth(options: AuthOptions): Auth {
  const now = options.now ?? Date.now;
  const tokens = createTokens(options.secrets.jwt, now);
  const access = createAccess({ database: options.database, tokens, now, onForgotten: options.onForgotten });
  const passwords = createPasswords();
  const context: AuthContext = { ...options, google: options.google ?? null, now, tokens, access, passwords };
  const limits = createLimits(options.hasRateLimit);
  const checkTrader = createTraderCheck(context);
  const factors = new SecondFactors(context);
  const prove = createPasswordProof(context);
  const deletions = createDeletions(context, prove);
  return {
    handlers: {
      ...signupHandlers(context, limits),
      ...loginHandlers(context, checkTrader, factors),
      ...factorHandlers(context, factors, prove),
      ...googleHandlers(context, checkTrader),
      ...loginListHandlers(context),
      ...changePasswordHandlers(context, prove),
      ...deletions.handlers,
      ...resetHandlers(context, limits),
      ...blockHandlers(context),
      ...mailboxHandlers(options.mailer),
    },
    access,
    finishDeletions: () => deletions.finish(),
    settleBlocks: () => settleBlocks(context),
    ensureAdmin: (given) => ensureAdmin(options.database, passwords, given, now()),
  };
}
