// What a file of a person's own data is: the query for its rows, and how they are written.
import { toRupees } from '../../../contract/wire/sums.ts';

export type Cell = string | number | null;

/** A row of the query; the next page begins after its `key`. */
export type Row = Record<string, string | number | null> & { readonly key: number };

export interface Table {
  readonly file: string;
  /** What the file contains, for the list in README.txt. */
  readonly says: string;
  readonly header: readonly string[];
  /** What $1 is: the person's account number or id. */
  readonly by: 'account' | 'id';
  /**
   * Returns rows after key $2 in the order of their keys, at most $3 (more only if keys are equal); $4 is the venue. Queries of tables
   * without a venue say `$4 > 0`, because PostgreSQL refuses a parameter that is not used.
   */
  readonly sql: string;
  readonly cells: (row: Row) => readonly Cell[];
}

/** Missing sums are stored as null. */
export const sum = (paise: string | number | null): number | null => (paise === null ? null : toRupees(Number(paise)));

export const TOPIC = `coalesce(nullif(l.topic, ''), l.specialization, '')`;
