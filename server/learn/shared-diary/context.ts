// What opened diaries need: the diary itself belongs to another feature, and is read in the learner's name.
import type { Database } from '../../db/open.ts';
import type { Handlers } from '../../handler.ts';
import type { Notices } from '../../notices/notices.ts';

export interface SharedDiaryContext {
  readonly db: Database;
  readonly notices: Pick<Notices, 'store'>;
  readonly now: () => number;
  /** Calls made in the learner's name, which change nothing. */
  readonly reads: Pick<Handlers, 'GET /tradeDiary' | 'GET /diaryAnalytics'>;
}
