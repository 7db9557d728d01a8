// What opened diaries are built on: the diary itself is another feature's, and read in the learner's name.
import type { Database } from '../../db/open.ts';
import type { Handlers } from '../../handler.ts';
import type { Notices } from '../../notices/notices.ts';

export interface SharedDiaryContext {
  readonly db: Database;
  readonly notices: Pick<Notices, 'store'>;
  readonly now: () => number;
  /** A call of the learner, which changes nothing. */
  readonly reads: Pick<Handlers, 'GET /tradeDiary'>;
}
