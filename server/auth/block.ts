// An administrator blocks an account or unblocks it: effective from the person's next call, and their sockets are disconnected.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedUser } from '../../contract/admin/users.ts';
import type { UserRole } from '../../contract/auth.ts';
import { userMessages } from '../../contract/messages/admin.ts';
import type { Handlers } from '../handler.ts';
import { blocked, HttpError, notFound, unauthorized } from '../http-error.ts';
import { writeAudit } from '../audit.ts';
import type { Queryable } from '../db/open.ts';
import { isUuid } from '../db/uuid.ts';
import type { AccessControl } from './access.ts';
import type { AuthContext } from './context.ts';
import { createGate } from '../gate.ts';
import { endLoginsOf } from './logins.ts';

interface UserRow {
  id: string;
  email: string;
  name: string;
  role: UserRole;
  accountNo: number;
  isBlocked: boolean;
  createdAt: number;
}

type BlockContext = Pick<AuthContext, 'database' | 'log' | 'now' | 'setTraderBlocked' | 'onAccessEnded'> & {
  readonly access: Pick<AccessControl, 'forget'>;
};

const KEYS_KEPT_MS = 72 * 3_600_000;
/** The pauses before telling the exchange the valid state again, after a change that was not stored. */
const AGREE_AFTER_MS = [0, 1_000, 5_000, 20_000, 60_000];

export function blockHandlers(context: BlockContext): Pick<Handlers, 'POST /disableUser/{id}'> {
  const { access, onAccessEnded } = context;
  // As with sign-ups, each holds a connection while the exchange commits on another.
  const gate = createGate({ most: 2, mostWaiting: 50 });

  const takeEffect = (id: string, isBlocked: boolean): void => {
    access.forget(id);
    if (isBlocked) onAccessEnded({ userId: id, loginId: null });
  };

  /** The exchange may have carried out what was rolled back here; or it was stored and the answer was lost. */
  async function agree(id: string): Promise<void> {
    for (const pauseMs of AGREE_AFTER_MS) {
      await sleep(pauseMs, undefined, { ref: false });
      const holds = await gate(() => tellWhatHolds(context, id)).catch(() => null);
      if (holds === null) continue;
      return takeEffect(id, holds.isBlocked);
    }
    context.log.error({ user: id }, 'the exchange may have another state of this account: disable and enable it');
  }

  return {
    async 'POST /disableUser/{id}'({ input, user: admin, ip, idempotencyKey }) {
      if (!isUuid(input.id)) throw notFound();
      if (input.id.toLowerCase() === admin.id)
        throw new HttpError(409, userMessages.notYourself, { code: 'own-account' });
      let isTold = false;
      const onTold = () => (isTold = true);
      const by = { actor: admin.id, ip };
      const key = input.blocked === undefined ? idempotencyKey : null;
      const row = await gate(() => setBlocked(context, input.id, input.blocked, { by, key, onTold })).catch(
        (error: unknown) => {
          if (isTold) void agree(input.id.toLowerCase());
          throw error;
        },
      );
      takeEffect(row.id, row.isBlocked);
      return { message: row.isBlocked ? userMessages.disabled : userMessages.enabled, data: present(row) };
    },
  };
}

interface Asking {
  readonly by: { readonly actor: string; readonly ip: string };
  /** Of a toggle: a process that died after it had toggled kept no reply, and the same press may come again. */
  readonly key: string | null;
  readonly onTold: () => void;
}

/** Sets the state, or toggles it if none is given: once for each key. */
async function setBlocked(
  { database, setTraderBlocked, now }: BlockContext,
  id: string,
  asked: boolean | undefined,
  { by, key, onTold }: Asking,
): Promise<UserRow> {
  return database.transaction(async (transaction) => {
    await lockAdmins(transaction, by.actor);
    const { rows } = await transaction.query<UserRow>(
      `select id, email, name, role, account_no as "accountNo", is_blocked as "isBlocked", created_at as "createdAt"
       from users where id = $1 and deleted_at is null for no key update`,
      [id],
    );
    const row = rows.at(0);
    if (!row) throw notFound();
    const at = now();
    if (key !== null && (await hasToggled(transaction, { subject: row.id, actor: by.actor, key, at }))) return row;
    const isBlocked = asked ?? !row.isBlocked;
    if (isBlocked === row.isBlocked) return row;
    await transaction.query('update users set is_blocked = $2 where id = $1', [id, isBlocked]);
    if (isBlocked) await endLoginsOf(transaction, id, { reason: 'blocked', at });
    await writeAudit(transaction, {
      at,
      action: isBlocked ? 'disable-user' : 'enable-user',
      subject: row.id,
      detail: key === null ? {} : { key },
      ...by,
    });
    if (row.role === 'admin') return { ...row, isBlocked };
    onTold();
    await setTraderBlocked(row.accountNo, isBlocked);
    return { ...row, isBlocked };
  });
}

interface Toggle {
  readonly subject: string;
  readonly actor: string;
  readonly key: string;
  readonly at: number;
}

/** As long as replies are kept. */
async function hasToggled(transaction: Queryable, { subject, actor, key, at }: Toggle): Promise<boolean> {
  const { rows } = await transaction.query(
    `select 1 from audit_log where subject = $1 and actor = $2 and detail->>'key' = $3 and at > $4 limit 1`,
    [subject, actor, key, at - KEYS_KEPT_MS],
  );
  return rows.length > 0;
}

/** At a start: a crash between the two may have left the exchange with a different state than the accounts, whose state is the valid one. */
export async function settleBlocks(context: AuthContext): Promise<void> {
  const { rows } = await context.database.query<{ id: string }>(
    `select u.id from users u join traders t on t.account = u.account_no
     where u.is_blocked <> t.is_blocked and u.role <> 'admin' and u.deleted_at is null`,
  );
  for (const { id } of rows) await tellWhatHolds(context, id);
}

function tellWhatHolds(
  { database, setTraderBlocked }: Pick<BlockContext, 'database' | 'setTraderBlocked'>,
  id: string,
): Promise<{ isBlocked: boolean }> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<Pick<UserRow, 'accountNo' | 'isBlocked'>>(
      `select account_no as "accountNo", is_blocked as "isBlocked" from users
       where id = $1 and deleted_at is null for no key update`,
      [id],
    );
    for (const { accountNo, isBlocked } of rows) await setTraderBlocked(accountNo, isBlocked);
    // A person who has left meanwhile has been forgotten already.
    return { isBlocked: rows.at(0)?.isBlocked ?? false };
  });
}

/**
 * One after the other: of two administrators who block or delete each other at once, one remains. One whose deletion has begun blocks and
 * deletes nobody any more. @throws HttpError 401, 403
 */
export async function lockAdmins(transaction: Queryable, actor: string): Promise<void> {
  await transaction.query(
    `select 1 from users where role = 'admin' and deleted_at is null order by id for no key update`,
  );
  // Only a new statement sees what the locks waited for.
  const { rows } = await transaction.query<{ isBlocked: boolean }>(
    `select is_blocked as "isBlocked" from users u where id = $1 and role = 'admin' and deleted_at is null
       and not exists (select 1 from account_deletions d where d.user_id = u.id)`,
    [actor],
  );
  const self = rows.at(0);
  if (self === undefined) throw unauthorized();
  if (self.isBlocked) throw blocked();
}

function present({ id, email, name, role, createdAt, isBlocked }: UserRow): ListedUser {
  return { _id: id, email, name, role, createdAt: new Date(createdAt).toISOString(), is_Blocked: isBlocked };
}
