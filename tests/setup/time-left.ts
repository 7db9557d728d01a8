// A run of everything has a quarter of an hour. On a machine that is slow, some of what is alike or costs most is left out of it, and counted as skipped.

/** True when a run of everything has used up the time in which it may still begin something long; never when a part is asked for. */
export const isLate = (): boolean => Date.now() > Number(process.env.TESTS_HURRY_FROM ?? Infinity);

/** What a test says that is left out. */
export const LATE = 'no time is left in this run of everything';
