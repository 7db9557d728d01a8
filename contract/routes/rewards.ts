// Calls of rewards and promotions.
import { nothing } from '../platform.ts';
import { promotionsData, savePromotionsInput, rewardsData } from '../rewards.ts';
import type { Route, RouteKey } from './route.ts';

export const rewardsRoutes = {
  'GET /rewards': {
    role: 'trader',
    summary: 'What the caller has earned, what comes next and how near it is, and the rules',
    input: nothing,
    data: rewardsData,
    weight: 3,
  },
  'GET /promotions': {
    role: 'any',
    summary: 'The promotions in force',
    input: nothing,
    data: promotionsData,
  },
  'POST /createPromotions': {
    role: 'admin',
    summary: 'Put promotions in force, in place of the previous ones',
    input: savePromotionsInput,
    data: promotionsData,
    refusals: [409],
    idempotency: 'reply',
  },
} as const satisfies Record<RouteKey, Route>;
