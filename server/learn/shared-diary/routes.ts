// The calls of opened diaries: learners open and close them, instructors read them and comment.
import { sharedDiaryMessages } from '../../../contract/messages/shared-diary.ts';
import { sharedAnalysisData } from '../../../contract/user/shared-diary.ts';
import { callAs, callerOf } from '../../handler.ts';
import type { Caller, Handlers } from '../../handler.ts';
import { notFound } from '../../http-error.ts';
import { addComment, commentsOf, notOpen, readDiary, removeComment } from './comments.ts';
import type { SharedDiaryContext } from './context.ts';
import { closeShare, findOpenShare, openShare, openShares, sharesOf } from './shares.ts';
import type { OpenShare } from './shares.ts';

type Calls =
  | 'GET /diaryShares'
  | 'POST /openDiary'
  | 'POST /closeDiary'
  | 'GET /diaryComments'
  | 'GET /sharedDiaries'
  | 'GET /sharedDiary/{id}'
  | 'GET /sharedAnalysis/{id}'
  | 'POST /commentTrade/{id}'
  | 'POST /removeComment/{id}';

/** In whose name the diary is read. */
function learnerOf({ learnerId: id, account: accountNo, role, name, email }: OpenShare): Caller {
  return callerOf({ id, accountNo, role, name, email });
}

const iso = (at: number): string => new Date(at).toISOString();

export function sharedDiaryHandlers(context: SharedDiaryContext): Pick<Handlers, Calls> {
  const { db, now } = context;
  /** @throws HttpError */
  const openTo = async (user: Caller, id: string): Promise<OpenShare> => {
    const share = await findOpenShare(db, user, { id, at: now() });
    if (share === null) throw notOpen();
    return share;
  };
  return {
    'GET /diaryShares': async ({ user }) => ({ data: await sharesOf(db, user, now()) }),

    async 'POST /openDiary'({ input, user }, keep) {
      const answer = await openShare(context, user, input, async (transaction, { name, until }) => {
        const data = await sharesOf(transaction, user, now());
        const opened = { message: sharedDiaryMessages.opened(name, until), data };
        await keep?.(transaction, opened);
        return opened;
      });
      if (answer === null) throw notFound();
      return answer;
    },

    async 'POST /closeDiary'({ input, user }) {
      const name = await closeShare(context, user, input.instructorId);
      if (name === null) throw notFound();
      return { message: sharedDiaryMessages.closed(name), data: await sharesOf(db, user, now()) };
    },

    'GET /diaryComments': async ({ user }) => ({ data: await commentsOf(db, user.accountNo, user) }),

    async 'GET /sharedDiaries'({ user }) {
      const open = await openShares(db, user, now());
      const data = open.map(({ publicId, name, openedAt, expiresAt, comments }) => ({
        _id: publicId,
        learner: name,
        openedAt: iso(openedAt),
        openUntil: iso(expiresAt),
        comments,
      }));
      return { data };
    },

    async 'GET /sharedDiary/{id}'({ input: { id, ...span }, user }) {
      const share = await openTo(user, id);
      const { publicId, account, name, expiresAt } = share;
      const learner = learnerOf(share);
      const [diary, comments] = await Promise.all([readDiary(context, learner, span), commentsOf(db, account, user)]);
      return { data: { _id: publicId, learner: name, openUntil: iso(expiresAt), diary, comments } };
    },

    async 'GET /sharedAnalysis/{id}'({ input: { id, ...span }, user }) {
      const learner = learnerOf(await openTo(user, id));
      const analysis = await callAs(context.reads, 'GET /diaryAnalytics', learner, span);
      // What is not in the schema, the worth of the account, is left out.
      return { data: sharedAnalysisData.parse(analysis) };
    },

    async 'POST /commentTrade/{id}'({ input: { id, trade, message }, user, idempotencyKey }) {
      const data = await addComment(context, user, { share: id, trade, message, key: idempotencyKey });
      return { message: sharedDiaryMessages.commented, data };
    },

    'POST /removeComment/{id}': ({ input, user }, keep) =>
      db.transaction(async (transaction) => {
        if (!(await removeComment(transaction, user, input.id))) throw notFound();
        const answer = { message: sharedDiaryMessages.removed, data: null };
        await keep?.(transaction, answer);
        return answer;
      }),
  };
}
