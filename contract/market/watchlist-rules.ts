// What holds for every watchlist: its room, how many there are, and the one that everybody has.

export const MOST_WATCHED = 200;
/** My Watchlist among them. */
export const MOST_WATCHLISTS = 10;
export const LONGEST_LIST_NAME = 40;
/** Spec 9. Nobody makes it: it is there, stands first, and stays. */
export const FIRST_LIST = { id: 'my-watchlist', name: 'My Watchlist' } as const;
