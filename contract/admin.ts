// The administrator's calls: login, blocking, and the proof of the books. What the screens of the desk read is in admin/.
import * as z from 'zod/mini';
import { booleanFromQuery, idInput } from './wire.ts';

export const adminLoginData = z.object({ token: z.string(), name: z.string() });

const flag = z.optional(z.pipe(z.transform(booleanFromQuery), z.boolean({ error: 'blocked must be true or false.' })));

/** Without a flag the call toggles, as it always has; with one it sets the state, so that repeating it does no harm. */
export const disableUserInput = z.pipe(
  z.object({ id: idInput, blocked: flag, is_Blocked: flag }),
  z.transform((given: { id: string; blocked?: boolean | undefined; is_Blocked?: boolean | undefined }) => ({
    id: given.id,
    blocked: given.blocked ?? given.is_Blocked,
  })),
);

export const ledgerProof = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});

export type LedgerProof = z.output<typeof ledgerProof>;
