// Who may log in, and what is kept about a person: logins, mails and files.
import { openFiles } from '../adapters/files.ts';
import { createGoogle } from '../adapters/google.ts';
import { createMailer } from '../adapters/mail.ts';
import type { Mailer } from '../adapters/mail.ts';
import type { AdminCredentials } from '../auth/first-admin.ts';
import { createAuth } from '../auth/routes.ts';
import type { Auth } from '../auth/routes.ts';
import type { Rewards } from '../rewards/rewards.ts';
import { Photos } from '../user/photos.ts';
import type { FileStore } from '../adapters/file-store.ts';
import { everyRound } from './site.ts';
import type { Site } from './site.ts';
import type { Speaker } from './speaker.ts';
import type { VenueParts } from './venue.ts';

/** How often photos that nobody shows any more are deleted. */
const PHOTO_ROUND_MS = 60 * 60_000;
/** How often to look for deletions that an error has interrupted. */
const DELETION_ROUND_MS = 30_000;

export interface AccountParts {
  readonly auth: Auth;
  readonly mailer: Mailer;
  readonly files: FileStore;
  readonly photos: Photos;
  readonly newAdmin: AdminCredentials | null;
}

export async function openAccounts(
  site: Site,
  { exchange, wishes }: Pick<VenueParts, 'exchange' | 'wishes'>,
  rewards: Rewards,
  speaker: Speaker,
  mailer: Mailer = mailerOf(site),
): Promise<AccountParts> {
  const { config, db, log, now, closers } = site;
  closers.add(() => mailer.close());
  const auth: Auth = createAuth({
    database: db,
    secrets: config.secrets,
    mailer,
    log,
    passwordMin: config.passwordMin,
    hasRateLimit: config.rateLimit === 'on',
    openAccount: async (account) => void (await exchange.submit({ kind: 'open-account', account })),
    onAccountOpened: (account) => rewards.look(account),
    setTraderBlocked: async (account, isBlocked) =>
      void (await exchange.submit({ kind: 'set-blocked', account, isBlocked })),
    closeTrader: async (account) => {
      const decision = await exchange.submit({ kind: 'close-account', account });
      if (decision.isAccepted) return [];
      if (decision.refusal.reason === 'holds-shares') return decision.refusal.held;
      throw new Error(`the account ${account} cannot be closed: ${decision.refusal.reason}`);
    },
    onErased: (account) => {
      wishes.forget(account);
      // Not awaited: a store that does not answer takes its time.
      void photos
        .tidyUp()
        .catch((error: unknown) => log.warn({ err: error }, 'a photo is deleted with the next round'));
    },
    onAccessEnded: (end) => speaker.cut(end),
    onForgotten: (userId) => speaker.forget(userId),
    google:
      config.googleClientId === undefined
        ? null
        : createGoogle({ clientId: config.googleClientId, issuer: config.googleIssuer }),
    now,
  });
  const newAdmin = await auth.ensureAdmin(config.admin);
  const files = await openFiles(config);
  closers.add(() => files.close());
  const photos = new Photos({ database: db, store: files, secret: config.secrets.upload, log });
  everyRound(site, PHOTO_ROUND_MS, 'deleting old photos', () => photos.tidyUp());
  await auth.settleBlocks();
  // Not awaited: somebody may have a lot to be erased.
  void auth
    .finishDeletions()
    .catch((error: unknown) => log.warn({ err: error }, 'accounts are deleted with the next round'));
  everyRound(site, DELETION_ROUND_MS, 'deleting accounts', () => auth.finishDeletions());
  return { auth, mailer, files, photos, newAdmin };
}

function mailerOf({ config, db, log }: Site): Mailer {
  const { smtpUrl, mailFrom, publicUrl, isPublicUrlSet } = config;
  return createMailer({ smtpUrl, mailFrom, siteUrl: isPublicUrlSet ? publicUrl : null, database: db, log });
}
