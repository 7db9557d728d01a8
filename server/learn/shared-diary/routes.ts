// The calls of opened diaries: learners open and close them, instructors read them and comment.
import { sharedDiaryMessages } from '../../../contract/messages/shared-diary.ts';
import { callerOf } from '../../handler.ts';
import type { Handlers } from '../../handler.ts';
import { notFound } from '../../http-error.ts';
import { addComment, commentsOf, notOpen, readDiary, removeComment } from './comments.ts';
import type { SharedDiaryContext } from './context.ts';
import { closeShare, findOpenShare, openShare, openShares, sharesOf } from './shares.ts';

type Calls =
  | 'GET /diaryShares'
  | 'POST /openDiary'
  | 'POST /closeDiary'
  | 'GET /diaryComments'
  | 'GET /sharedDiaries'
  | 'GET /sharedDiary/{id}'
  | 'POST /commentTrade/{id}'
  | 'POST /removeComment/{id}';

const iso = (at: number): string => new Date(at).toISOString();

export function sharedDiaryHandlers(context: SharedDiaryContext): Pick<Handlers, Calls> {
  const { db, now } = context;
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
      const share = await findOpenShare(db, user, { id, at: now() });
      if (share === null) throw notOpen();
      const { publicId, learnerId, account, role, name, email, expiresAt } = share;
      const learner = callerOf({ id: learnerId, accountNo: account, role, name, email });
      const [diary, comments] = await Promise.all([readDiary(context, learner, span), commentsOf(db, account, user)]);
      return { data: { _id: publicId, learner: name, openUntil: iso(expiresAt), diary, comments } };
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
