// What the server asks the simulated database, who asks, and in which surroundings a statement answers.
import type { CommitInput } from '../../../server/exchange/commit.ts';
import type { Tables } from './tables.ts';

export interface Answer {
  readonly rows: readonly object[];
  readonly rowCount: number;
  readonly command: string;
}

/** Who asks, as far as statements care. */
export interface Asker {
  readonly pid: number;
  readonly since: string;
  /** The process whose session it is. */
  readonly owner: string;
  readonly locks: Set<string>;
}

/** What the database knows beside its tables. */
export interface Surroundings {
  readonly tables: Tables;
  readonly now: number;
  readonly sessions: Iterable<Asker & { readonly isActive: boolean }>;
  terminate(pid: number): void;
  /** Takes a lock that one session at a time can have. */
  lock(name: string, asker: Asker): boolean;
  /** How to take back what the transaction has changed, the latest change last. */
  readonly undo: (() => void)[];
  /** What nobody else sees before the transaction commits; at once where there is none. */
  onCommit(change: () => void): void;
}

export interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly input?: CommitInput;
  readonly asker: Asker;
  /** The epoch when the statement began: what it sees of the fence. */
  readonly epochSeen: number;
}

export type Statement = (world: Surroundings, question: Question) => readonly object[];

/** A statement is known by its words; the first one that fits answers. */
export type Statements = readonly (readonly [words: RegExp, answer: Statement])[];

/** Rows as they are now: what changes later does not show in them. */
export const clone = <Row extends object>(rows: Iterable<Row>): Row[] => [...rows].map((row) => structuredClone(row));
