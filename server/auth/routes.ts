// Puts the parts of this feature together: the handlers of its calls, and what the rest of the server asks of it.
import type { Handlers } from '../handler.ts';
import { createAccess, type AccessControl } from './access.ts';
import { blockHandlers } from './block.ts';
import type { AuthContext, AuthOptions } from './context.ts';
import { ensureAdmin, type AdminCredentials } from './first-admin.ts';
import { createLimits } from './limits.ts';
import { loginHandlers } from './login.ts';
import { mailboxHandlers } from './mailbox.ts';
import { createPasswords } from './passwords.ts';
import { resetHandlers } from './reset.ts';
import { signupHandlers } from './signup.ts';
import { createTokens } from './tokens.ts';

type AuthCall =
  | 'POST /signup'
  | 'POST /verifyOtp'
  | 'POST /resendOtp'
  | 'POST /login'
  | 'POST /adminLogin'
  | 'POST /refresh'
  | 'POST /logout'
  | 'POST /forgotPassword'
  | 'POST /resetPassword'
  | 'POST /disableUser/{id}'
  | 'GET /dev/mailbox';

export interface Auth {
  handlers: Pick<Handlers, AuthCall>;
  /** Who a token stands for: for http.ts (calls) and live.ts (sockets). */
  access: AccessControl;
  /** Makes the first administrator when there is none: print what comes back, once. */
  ensureAdmin(given: AdminCredentials | undefined): Promise<AdminCredentials | null>;
}

export function createAuth(options: AuthOptions): Auth {
  const now = options.now ?? Date.now;
  const tokens = createTokens(options.secrets.jwt, now);
  const access = createAccess(options.database, tokens, now);
  const passwords = createPasswords();
  const context: AuthContext = { ...options, now, tokens, access, passwords };
  const limits = createLimits(options.hasRateLimit);
  return {
    handlers: {
      ...signupHandlers(context, limits),
      ...loginHandlers(context),
      ...resetHandlers(context, limits),
      ...blockHandlers(context),
      ...mailboxHandlers(options.mailer),
    },
    access,
    ensureAdmin: (given) => ensureAdmin(options.database, passwords, given),
  };
}
