// The sentences that only the server says of watchlists; those that the pages say too stand in market.ts.

export const listMessages = {
  addedTo: (symbols: readonly string[], list: string) =>
    `${symbols.join(', ')} ${symbols.length === 1 ? 'has' : 'have'} been added to ${list}.`,
  removedFrom: (symbol: string, list: string) => `${symbol} has been removed from ${list}.`,
  movedTo: (symbol: string, list: string) => `${symbol} has been moved to ${list}.`,
  notOnList: (symbol: string, list: string) => `${symbol} is not on ${list}.`,
  made: (list: string) => `The watchlist ${list} has been created.`,
  renamed: (list: string) => `The watchlist is now called ${list}.`,
  removed: (list: string) => `The watchlist ${list} has been removed.`,
  nameTooLong: 'The name of a watchlist can have at most 40 characters.',
  nameTaken: (list: string) => `You have a watchlist named ${list} already.`,
  unknownList: 'You have no such watchlist.',
  firstStays: (list: string) => `${list} cannot be renamed or removed.`,
  orderRequired: 'Send the new order as a list.',
} as const;
