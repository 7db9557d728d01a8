// Opens the school and the wallet with the providers of this site, and looks after lessons from then on.
import { RazorpayProvider } from '../adapters/payment-razorpay.ts';
import { SandboxProvider } from '../adapters/payment-sandbox.ts';
import type { LearnContext } from '../learn/context.ts';
import { instructorAccounts } from '../learn/news.ts';
import type { Learn } from '../learn/routes.ts';
import { Providers } from '../wallet/providers.ts';
import type { Wallet } from '../wallet/routes.ts';
import type { AccountParts } from './accounts.ts';
import { joinSchool } from './join-school.ts';
import { everyRound } from './site.ts';
import type { Site } from './site.ts';
import type { Speaker } from './speaker.ts';
import type { VenueParts } from './venue.ts';

/** How often lessons are looked at: whether one has ended, or is about to begin. */
const LESSON_ROUND_MS = 60_000;
/** How often files that nobody can reach are deleted. */
const FILE_ROUND_MS = 60 * 60_000;

export interface SchoolParts {
  readonly wallet: Wallet;
  readonly learn: Learn;
}

export async function openSchool(
  site: Site,
  { exchange, notices, speaker }: Pick<VenueParts, 'exchange' | 'notices'> & { speaker: Speaker },
  { files }: Pick<AccountParts, 'files'>,
  /** How many learners one call seats beside its instructor. */
  seats: number,
): Promise<SchoolParts> {
  const { config, db, log, now } = site;
  const sandbox = new SandboxProvider({ db, secret: config.secrets.sandboxPayment, now });
  const providers = new Providers(sandbox, config.razorpay ? new RazorpayProvider({ ...config.razorpay, log }) : null);
  const { topupMaxPaise: topupMax } = config;
  const secret = config.secrets.upload;
  const onPlaces: LearnContext['onPlaces'] = ({ publicId: id, instructorEmail }) =>
    void instructorAccounts(db, instructorEmail)
      .then((accounts) => accounts.forEach((account) => speaker.tell(account, 'lesson-update', { id })))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'an instructor\u2019s screens do not show a change of places'),
      );
  const parts = { db, exchange, notices, log, now, providers, files, onPlaces };
  const { wallet, learn } = joinSchool({ ...parts, secret, seats, topupMax });
  await learn.passTime();
  everyRound(site, LESSON_ROUND_MS, 'looking after lessons', () => learn.passTime());
  everyRound(site, FILE_ROUND_MS, 'deleting old files of lessons', () => learn.tidyUp());
  return { wallet, learn };
}
