// GET /ledger/verify: proves the books while people trade, for longer than a caller may wait for an answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerProof } from '../../contract/admin.ts';
import { adminMessages } from '../../contract/messages/admin.ts';
import { ASKED_FOR } from '../db/polite.ts';
import { proveAll } from '../exchange/proof/proving.ts';
import type { Proving } from '../exchange/proof/proving.ts';
import { HttpError } from '../http-error.ts';

/** A proxy gives up after a minute, as nginx does, and a gateway half a minute later. Before that, callers are asked to come back. */
const PATIENCE_MS = 45_000;
/** How long the result of a proof is kept for a caller who could not wait for it. */
const KEPT_MS = 180_000;

const stillProving = () =>
  new HttpError(503, adminMessages.stillProving, { code: 'still-proving', headers: { 'Retry-After': '5' } });

/** A proof reads everything, so a caller who asks while one is running shares its result. */
export function sharedProof(proving: Proving, patienceMs = PATIENCE_MS): () => Promise<LedgerProof> {
  let running: Promise<LedgerProof> | null = null;
  let kept: { readonly proof: LedgerProof; readonly untilAt: number } | null = null;

  const begin = (): Promise<LedgerProof> =>
    proveAll(proving, ASKED_FOR)
      .then(({ ok, checks }) => ({
        ok,
        checks: checks.map(({ name, ok: isOk, detail }) => ({ name, ok: isOk, detail })),
      }))
      .finally(() => (running = null));

  return async () => {
    if (kept !== null && performance.now() < kept.untilAt) return kept.proof;
    kept = null;
    running ??= begin();
    const begun = running;
    const proof = await within(begun, patienceMs);
    if (proof !== null) return proof;
    begun.then(
      (late) => (kept = { proof: late, untilAt: performance.now() + KEPT_MS }),
      () => {},
    );
    throw stillProving();
  };
}

/** Null if it takes longer. */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  const isAnswered = new AbortController();
  const tired = sleep(ms, null, { ref: false, signal: isAnswered.signal }).catch(() => null);
  return Promise.race([work, tired]).finally(() => isAnswered.abort());
}
