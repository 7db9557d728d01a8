// A full run has a quarter of an hour. On a slow machine, some similar or costly cases are left out, and counted as skipped.

/** True when a full run has used up the time in which it may still begin something long; never when a part of it is run. */
export const isLate = (): boolean => Date.now() > Number(process.env.TESTS_HURRY_FROM ?? Infinity);

/** The message of a test that is left out. */
export const LATE = 'no time is left in this run of everything';
