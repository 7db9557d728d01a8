// The administrator's calls: the user list, blocking, and the proof of the books.
import * as z from 'zod/mini';
import { roles } from './auth.ts';
import { booleanFromQuery, count, id, idInput, instant, pageQuery, text } from './wire.ts';

export const adminLoginData = z.object({ token: z.string() });

export const userListInput = z.object({
  ...pageQuery,
  /** Part of an address or a name. */
  q: z.optional(text(64, 'Search for at most 64 characters.')),
});

export const listedUser = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  createdAt: instant,
  is_Blocked: z.boolean(),
});

export const userListData = z.object({
  usersData: z.array(listedUser),
  totalUsers: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

const flag = z.optional(z.pipe(z.transform(booleanFromQuery), z.boolean({ error: 'blocked must be true or false.' })));

/** Without a flag the call toggles, as it always did; with one it sets, so that a repeat does no harm. */
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

export type ListedUser = z.output<typeof listedUser>;
export type LedgerProof = z.output<typeof ledgerProof>;
