// The wallet and the school of a trading test: payments, refunds, lessons, and the folder of their files.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileStore } from '../server/adapters/file-store.ts';
import { diskFiles } from '../server/adapters/files.ts';
import type { OutsideProvider } from '../server/adapters/payment.ts';
import { SandboxProvider } from '../server/adapters/payment-sandbox.ts';
import { joinSchool } from '../server/app/join-school.ts';
import type { Learn } from '../server/learn/routes.ts';
import { Providers } from '../server/wallet/providers.ts';
import type { Refunds } from '../server/wallet/refunds.ts';
import type { Wallet } from '../server/wallet/routes.ts';
import type { TradingVenue } from './trading-venue.ts';

/** How many learners a lesson has room for. */
export const SEATS = 14;
export const TOPUP_MAX = 100_000_000;

export interface TradingSchool {
  readonly provider: SandboxProvider;
  readonly wallet: Wallet;
  readonly learn: Learn;
  readonly refunds: Refunds;
  /** The lessons whose instructors' screens were told of places, by their public ids. */
  readonly toldOfPlaces: string[];
  /** The folder of lessons' materials. */
  readonly files: FileStore;
  removeFiles(): Promise<void>;
}

/** `outside`: a payment provider besides the built-in one. */
export async function openSchool(venue: TradingVenue, outside: OutsideProvider | null): Promise<TradingSchool> {
  const { database: db, exchange, notices, log, now } = venue;
  const provider = new SandboxProvider({ db, secret: 'sandbox-secret-of-this-test-run-0123456789', now });
  const fileRoot = await mkdtemp(path.join(tmpdir(), 'istock-files-'));
  const files = diskFiles(fileRoot);
  const providers = new Providers(provider, outside);
  const secret = 'secret-of-materials-of-this-test-run-0123456789';
  const toldOfPlaces: string[] = [];
  const onPlaces = ({ publicId }: { publicId: string }) => void toldOfPlaces.push(publicId);
  const parts = { db, exchange, notices, log, now, providers, files, onPlaces };
  const school = joinSchool({ ...parts, secret, seats: SEATS, topupMax: TOPUP_MAX });
  const removeFiles = (): Promise<void> => rm(fileRoot, { recursive: true, force: true });
  return { provider, ...school, toldOfPlaces, files, removeFiles };
}
