// Whose orders and fills are read: one account in one venue.

export interface Mine {
  readonly venue: number;
  readonly account: number;
}
