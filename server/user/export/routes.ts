// The calls that download everything stored about one person, as one archive: for the person, or for an administrator on request.
import { dayText, marketDay } from '../../../core/market/day.ts';
import { adminExportNotice, exportMessages } from '../../../contract/messages/people.ts';
import { writeAudit } from '../../audit.ts';
import type { Database, Queryable } from '../../db/open.ts';
import { staysMeanwhile } from '../../db/people.ts';
import { isUuid } from '../../db/uuid.ts';
import { createGate } from '../../gate.ts';
import type { Gate } from '../../gate.ts';
import type { Caller, Download, Handlers } from '../../handler.ts';
import { HttpError, notFound, tooMany, unauthorized } from '../../http-error.ts';
import type { Notices } from '../../notices/notices.ts';
import { CopiesUnderWay } from './copies-under-way.ts';
import { ownFiles } from './own-data.ts';
import type { OwnDataOptions, Owner } from './own-data.ts';
import { zipOf } from './zip.ts';

export interface ExportOptions extends OwnDataOptions {
  readonly db: Database;
  readonly notices: Notices;
  readonly now: () => number;
}

/** Each reads a whole history; more at once would slow down trading. */
const READING_AT_ONCE = 3;
const MOST_WAITING = 200;
/** Per person, so that slow downloads of one person do not keep others waiting. */
const MOST_OF_ONE = 2;
const RETRY_MS = 20_000;

export function exportHandlers(options: ExportOptions): Pick<Handlers, 'GET /exportData' | 'GET /exportUser/{id}'> {
  const { db, notices, now } = options;
  const gate = createGate({ most: READING_AT_ONCE, mostWaiting: MOST_WAITING });
  const copies = new CopiesUnderWay();

  const archiveOf = (owner: Owner, caller: Caller): Download => {
    if (copies.of(caller) >= MOST_OF_ONE) throw tooMany(RETRY_MS, exportMessages.busy);
    const at = now();
    const one = copies.count(caller);
    async function* counted(): AsyncGenerator<Buffer> {
      one.begin();
      try {
        yield* inTurns(gate, zipOf(ownFiles(options, owner, at), new Date(at)));
      } finally {
        one.end();
      }
    }
    return { name: `istock-${dayText(marketDay(at))}.zip`, type: 'application/zip', chunks: counted() };
  };

  return {
    async 'GET /exportData'({ user }) {
      const owner = await findOwner(db, user.id);
      if (owner === null) throw unauthorized();
      return { data: null, download: archiveOf(owner, user) };
    },

    async 'GET /exportUser/{id}'({ input, user, ip }) {
      const owner = isUuid(input.id) ? await findOwner(db, input.id) : null;
      if (owner === null) throw notFound();
      if (owner.role === 'admin') throw new HttpError(409, exportMessages.ofAdmin, { code: 'administrator' });
      const download = archiveOf(owner, user);
      const at = now();
      const account = owner.accountNo;
      const show = await db.transaction(async (transaction) => {
        if (!(await staysMeanwhile(transaction, account))) throw notFound();
        await writeAudit(transaction, { at, actor: user.id, action: 'export-user', subject: owner.id, detail: {}, ip });
        const source = `export:${at}:${user.id}`;
        return notices.store(transaction, [{ account, kind: 'admin', message: adminExportNotice, at, source }]);
      });
      show();
      return { data: null, download };
    },
  };
}

/** Reads each chunk inside the gate, and leaves it while the receiver has not asked for the next chunk. */
export async function* inTurns<Chunk>(gate: Gate, chunks: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  try {
    for (;;) {
      const { done, value } = await gate(() => chunks.next());
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return(undefined);
  }
}

async function findOwner(db: Queryable, id: string): Promise<Owner | null> {
  const { rows } = await db.query<Owner>(
    `select id, account_no as "accountNo", role, name, email, created_at as "createdAt"
     from users where id = $1 and deleted_at is null`,
    [id],
  );
  return rows.at(0) ?? null;
}
