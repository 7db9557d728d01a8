// What the school is given to work with: other features come as functions, because features do not import each other.
import type { Database, Queryable } from '../db/open.ts';
import type { FileStore } from '../adapters/file-store.ts';
import type { Log } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import type { Lesson } from './lessons.ts';

export interface LearnContext {
  readonly db: Database;
  readonly log: Log;
  readonly now: () => number;
  readonly notices: Pick<Notices, 'store' | 'send' | 'leadsTo'>;
  readonly refunds: {
    /** Refunds everything paid for this lesson: in the transaction that cancels it or pays it back. */
    oweAll(transaction: Queryable, lesson: number, reason: 'canceled' | 'not-held'): Promise<void>;
    /** Refunds what this learner paid: in the transaction that takes the place away. */
    owe(transaction: Queryable, payment: number, reason: 'given-back'): Promise<void>;
    runSoon(): void;
  };
  /** Places of this lesson were taken or given back: screens of its instructor that are open show it. */
  readonly onPlaces: (lesson: Pick<Lesson, 'publicId' | 'instructorEmail'>) => void;
  readonly files: FileStore;
  /** Signs the addresses of materials. */
  readonly secret: string;
  /** The number of learners a lesson has room for; no more places are sold. */
  readonly seats: number;
}
