// A statement of the server to the simulated database: the session it comes from, and the state that it can see.
import type { CommitInput } from '../../../server/exchange/commit.ts';
import type { Tables } from './tables.ts';

export interface Answer {
  readonly rows: readonly object[];
  readonly rowCount: number;
  readonly command: string;
}

/** The session, as far as statements depend on it. */
export interface Asker {
  readonly pid: number;
  readonly since: string;
  /** The process whose session it is. */
  readonly owner: string;
  readonly locks: Set<string>;
}

/** The database's state besides its tables. */
export interface Surroundings {
  readonly tables: Tables;
  readonly now: number;
  readonly sessions: Iterable<Asker & { readonly isActive: boolean }>;
  terminate(pid: number): void;
  /** Takes a lock that one session at a time can have. */
  lock(name: string, asker: Asker): boolean;
  /** How to roll back the changes of the transaction, the latest change last. */
  readonly undo: (() => void)[];
  /** Changes that others see only when the transaction commits; applied at once if there is none. */
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

/** A statement is recognised by its words; the first match answers. */
export type Statements = readonly (readonly [words: RegExp, answer: Statement])[];

/** A copy of the rows, which later changes do not affect. */
export const clone = <Row extends object>(rows: Iterable<Row>): Row[] => [...rows].map((row) => structuredClone(row));
