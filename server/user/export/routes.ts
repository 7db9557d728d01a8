// A copy of everything that one person owns, as one archive: for the person, or for an administrator whom the person has asked.
import { dayText, marketDay } from '../../../core/market/trading-hours.ts';
import { adminExportNotice, exportMessages } from '../../../contract/messages/people.ts';
import { writeAudit } from '../../audit.ts';
import type { Database, Queryable } from '../../db/open.ts';
import { isUuid } from '../../db/uuid.ts';
import type { Download, Handlers } from '../../handler.ts';
import { HttpError, notFound, tooMany, unauthorized } from '../../http-error.ts';
import type { Notices } from '../../notices/notices.ts';
import { ownFiles } from './own-data.ts';
import type { OwnDataOptions, Owner } from './own-data.ts';
import { zipOf } from './zip.ts';

export interface ExportOptions extends OwnDataOptions {
  readonly db: Database;
  readonly notices: Notices;
  readonly now: () => number;
}

/** Each reads a whole history: more at once would be felt by those who trade. */
const MOST_AT_ONCE = 3;
const RETRY_MS = 20_000;

export function exportHandlers(options: ExportOptions): Pick<Handlers, 'GET /exportData' | 'GET /exportUser/{id}'> {
  const { db, notices, now } = options;
  let underWay = 0;

  const archiveOf = (owner: Owner): Download => {
    if (underWay >= MOST_AT_ONCE) throw tooMany(RETRY_MS, exportMessages.busy);
    const at = now();
    async function* counted(): AsyncGenerator<Buffer> {
      underWay++;
      try {
        yield* zipOf(ownFiles(options, owner, at), new Date(at));
      } finally {
        underWay--;
      }
    }
    return { name: `istock-${dayText(marketDay(at))}.zip`, type: 'application/zip', chunks: counted() };
  };

  return {
    async 'GET /exportData'({ user }) {
      const owner = await findOwner(db, user.id);
      if (owner === null) throw unauthorized();
      return { data: null, download: archiveOf(owner) };
    },

    async 'GET /exportUser/{id}'({ input, user, ip }) {
      const owner = isUuid(input.id) ? await findOwner(db, input.id) : null;
      if (owner === null) throw notFound();
      if (owner.role === 'admin') throw new HttpError(409, exportMessages.ofAdmin, { code: 'administrator' });
      const download = archiveOf(owner);
      const at = now();
      const account = owner.accountNo;
      const show = await db.transaction(async (transaction) => {
        await writeAudit(transaction, { at, actor: user.id, action: 'export-user', subject: owner.id, detail: {}, ip });
        const source = `export:${at}:${user.id}`;
        return notices.store(transaction, [{ account, kind: 'admin', message: adminExportNotice, at, source }]);
      });
      show();
      return { data: null, download };
    },
  };
}

async function findOwner(db: Queryable, id: string): Promise<Owner | null> {
  const { rows } = await db.query<Owner>(
    `select id, account_no as "accountNo", role, name, email, created_at as "createdAt"
     from users where id = $1 and deleted_at is null`,
    [id],
  );
  return rows.at(0) ?? null;
}
