// Calls of the assistant.
import { assistantData, generateData, generateInput, generateTop } from '../assistant.ts';
import { nothing } from '../platform.ts';
import type { Route, RouteKey } from './route.ts';

export const assistantRoutes = {
  'POST /generate': {
    role: 'trader',
    summary: 'Answer a question about the market, trading or the caller\u2019s account',
    input: generateInput,
    data: generateData,
    top: generateTop,
    rate: { calls: 10, seconds: 60 },
  },
  'GET /assistant': {
    role: 'trader',
    summary: 'Who answers questions (rules or a language model), and some questions to begin with',
    input: nothing,
    data: assistantData,
  },
} as const satisfies Record<RouteKey, Route>;
