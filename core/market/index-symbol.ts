// What the index of the practice market is called. Pages need no more of it, so it stands apart from the list of companies.

export const INDEX_SYMBOL = 'IST60';
export const INDEX_NAME = 'ISTOCK 60';
/** Its number among the instruments that have bars: stocks count from 1. */
export const INDEX_ID = 0;
