// Bugs planted in the core, as edits of its text. The simulation must catch every one of them.
import type { PlantedBug } from './planted/bug.ts';
import { AFFAIRS, AUCTION, BOOK } from './planted/market-bugs.ts';
import { EDGES, LAWS, MONEY, PARTINGS, REWARDS } from './planted/money-bugs.ts';
import { CHANGES, EXITS, LOTS, ORDERS } from './planted/order-bugs.ts';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...MONEY,
  ...LAWS,
  ...REWARDS,
  ...PARTINGS,
  ...EDGES,
  ...LOTS,
  ...CHANGES,
  ...EXITS,
  ...AFFAIRS,
  ...AUCTION,
  ...BOOK,
  ...ORDERS,
];
