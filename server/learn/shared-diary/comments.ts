// Instructors' comments on trades in diaries that are open to them. They stay with the learner when the diary is closed.
import { randomUUID } from 'node:crypto';
import type { DiaryComment } from '../../../contract/user/shared-diary.ts';
import { commentNotice, sharedDiaryMessages } from '../../../contract/messages/shared-diary.ts';
import type { Queryable } from '../../db/open.ts';
import type { TradeDiaryData } from '../../../contract/trade/diary.ts';
import { isThereMeanwhile, staysMeanwhile } from '../../db/people.ts';
import { isUuid } from '../../db/uuid.ts';
import { callAs, callerOf } from '../../handler.ts';
import type { Caller } from '../../handler.ts';
import { HttpError, keyReused, notFound, unauthorized } from '../../http-error.ts';
import type { SharedDiaryContext } from './context.ts';
import { findOpenShare } from './shares.ts';

const MOST_BESIDE_A_TRADE = 50;
const MOST_READ = 1000;

interface CommentRow {
  publicId: string;
  entry: string;
  author: string;
  authorId: string;
  message: string;
  writtenAt: number;
}

const COMMENTS = `select c.public_id as "publicId", c.entry, u.name as author, c.author as "authorId", c.message, c.written_at as "writtenAt"
  from diary_comments c join users u on u.id = c.author`;

function presentComment(
  { publicId, entry, author, authorId, message, writtenAt }: CommentRow,
  reader: Caller,
): DiaryComment {
  return {
    _id: publicId,
    trade: entry,
    author,
    isOwn: authorId === reader.id,
    message,
    writtenAt: new Date(writtenAt).toISOString(),
  };
}

/** The comments in one learner's diary, oldest first; if there are very many, only the newest. */
export async function commentsOf(db: Queryable, account: number, reader: Caller): Promise<DiaryComment[]> {
  const { rows } = await db.query<CommentRow>(
    `${COMMENTS} where c.account = $1 order by c.id desc limit ${MOST_READ}`,
    [account],
  );
  return rows.map((row) => presentComment(row, reader)).reverse();
}

export interface NewComment {
  readonly share: string;
  readonly trade: string;
  readonly message: string;
  readonly key: string | null;
}

/** @throws HttpError 404 for a diary that is not open to this instructor, or a trade that is not in it; 409 when there are too many */
export async function addComment(
  context: SharedDiaryContext,
  instructor: Caller,
  { share, trade, message, key }: NewComment,
): Promise<DiaryComment> {
  const { db, notices, now } = context;
  const at = now();
  const seen = await findOpenShare(db, instructor, { id: share, at });
  if (seen === null) throw notOpen();
  const { account, learnerId, role, name, email } = seen;
  const learner = callerOf({ id: learnerId, accountNo: account, role, name, email });
  const symbol = await symbolOf(context, learner, trade);
  if (symbol === null) throw notFound();
  const [comment, show] = await db.transaction(async (transaction) => {
    if (!(await isThereMeanwhile(transaction, instructor.id))) throw unauthorized();
    // Writes nothing if the account was deleted or the diary closed while it was being read. Comments in one diary wait for each other.
    if (!(await staysMeanwhile(transaction, account))) throw notOpen();
    if ((await findOpenShare(transaction, instructor, { id: share, at, isLocked: true })) === null) throw notOpen();
    const { rows } = await transaction.query<{ count: number }>(
      `select count(*) as count from diary_comments
       where account = $1 and entry = $2 and (author <> $3 or key is null or key is distinct from $4)`,
      [account, trade, instructor.id, key],
    );
    if (rows[0].count >= MOST_BESIDE_A_TRADE)
      throw new HttpError(409, sharedDiaryMessages.tooMany, { code: 'too-many-comments' });
    const publicId = randomUUID();
    const { rowCount } = await transaction.query(
      `insert into diary_comments (public_id, account, entry, author, message, written_at, key) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (author, key) where key is not null do nothing`,
      [publicId, account, trade, instructor.id, message, at, key],
    );
    const written = await transaction.query<CommentRow>(
      rowCount === 1
        ? `${COMMENTS} where c.public_id = $1`
        : `${COMMENTS} where c.author = $1 and c.key = $2 and c.account = $3 and c.entry = $4 and c.message = $5`,
      rowCount === 1 ? [publicId] : [instructor.id, key, account, trade, message],
    );
    // Kept replies are forgotten after a while, and this is not: it is the key of another comment.
    if (written.rows.length === 0) throw keyReused();
    const day = trade.slice(trade.indexOf('-') + 1);
    const source = `diary-comment:${written.rows[0].publicId}`;
    const notice = {
      account,
      kind: 'diary',
      message: commentNotice(instructor.name, symbol, day),
      at,
      source,
    } as const;
    return [written.rows[0], await notices.store(transaction, [notice])] as const;
  });
  show();
  return presentComment(comment, instructor);
}

/** For the author of the comment, or the owner of the diary. False if there is no such comment. */
export async function removeComment(db: Queryable, { id, accountNo }: Caller, comment: string): Promise<boolean> {
  if (!isUuid(comment)) return false;
  const { rowCount } = await db.query(
    'delete from diary_comments where public_id = $1 and (author = $2 or account = $3)',
    [comment, id, accountNo],
  );
  return rowCount === 1;
}

export const notOpen = () => new HttpError(404, sharedDiaryMessages.notOpen, { code: 'diary-not-open' });

/** The symbol of a trade in this diary; null for any other id. A trade's id ends with its day. */
async function symbolOf({ reads }: SharedDiaryContext, learner: Caller, trade: string): Promise<string | null> {
  const [, day] = /^\d{1,15}-(\d{4}-\d{2}-\d{2})$/.exec(trade) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day))) return null;
  const diary = await readDiary({ reads }, learner, { from: day, to: day });
  return diary.trades.flatMap(({ details }) => details).find(({ _id }) => _id === trade)?.symbol ?? null;
}

/** The diary as the learner reads it. */
export function readDiary(
  { reads }: Pick<SharedDiaryContext, 'reads'>,
  learner: Caller,
  span: { from?: string | undefined; to?: string | undefined },
): Promise<TradeDiaryData> {
  return callAs(reads, 'GET /tradeDiary', learner, span);
}
