// What the parts of this feature work with; app/accounts.ts gives it to createAuth.
import type { HeldShares } from '../../core/trade/refusal.ts';
import type { GoogleVerifier } from '../adapters/google.ts';
import type { Mailer } from '../adapters/mail.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import type { AccessControl } from './access.ts';
import type { Passwords } from './passwords.ts';
import type { Tokens } from './tokens.ts';

export interface AuthOptions {
  database: Database;
  secrets: Pick<Secrets, 'jwt' | 'otp' | 'refresh' | 'factor'>;
  mailer: Mailer;
  log: Log;
  /** Raises the spec's minimum lengths. */
  passwordMin: number;
  /** False lifts rates and cooldowns, but never the number of tries for a code. */
  hasRateLimit: boolean;
  /** Has the exchange open the account of a person about to be verified. Asking twice for one number does no harm. */
  openAccount(accountNo: number): Promise<void>;
  /** A new account exists, for those who welcome it. Never fails. */
  onAccountOpened(accountNo: number): Promise<void>;
  /** Has the exchange block a trader and cancel the open orders, or unblock the trader. */
  setTraderBlocked(accountNo: number, isBlocked: boolean): Promise<void>;
  /** Has the exchange close a trader's account: open orders end, the cash is given up. Returns shares that prevent it; then nothing has changed. */
  closeTrader(accountNo: number): Promise<readonly HeldShares[]>;
  /** A person has been erased: anything known about the account in memory or files must go, too. */
  onErased(accountNo: number): void;
  /** Access has ended: of one login, or (null) of all logins of a person. Disconnect their sockets. */
  onAccessEnded(end: { userId: string; loginId: string | null }): void;
  /** Something about a person has changed that gateways may have cached. */
  onForgotten?(userId: string): void;
  /** Sign-in with Google, if it is set up. */
  google?: GoogleVerifier | null;
  /** The clock, in epoch ms. */
  now?: () => number;
}

export interface AuthContext extends AuthOptions {
  google: GoogleVerifier | null;
  now: () => number;
  access: AccessControl;
  tokens: Tokens;
  passwords: Passwords;
}
