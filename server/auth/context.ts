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
  /** False lifts rates and cooldowns; never the number of tries of a code. */
  hasRateLimit: boolean;
  /** The exchange opens the account of a person who is about to be verified. Asking twice for one number does no harm. */
  openAccount(accountNo: number): Promise<void>;
  /** A new account is there, for those who welcome it. Never fails. */
  onAccountOpened(accountNo: number): Promise<void>;
  /** The exchange blocks a trader and cancels the open orders, or lets the trader in again. */
  setTraderBlocked(accountNo: number, isBlocked: boolean): Promise<void>;
  /** The exchange ends a trader's account: open orders go, the cash is given up. Answers the shares that stand in the way, and then nothing has changed. */
  closeTrader(accountNo: number): Promise<readonly HeldShares[]>;
  /** A person has been forgotten: whatever is known of the account in memory or in files goes, too. Never fails. */
  onErased(accountNo: number): Promise<void>;
  /** Access has ended: of one login, or (null) of all logins of a person. Cut their sockets. */
  onAccessEnded(end: { userId: string; loginId: string | null }): void;
  /** Something about a person has changed that gateways may remember. */
  onForgotten?(userId: string): void;
  /** Sign-in with Google, where it is set up. */
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
