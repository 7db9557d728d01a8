// Calls of surveillance: the desk's list of what was flagged, and what traders are shown of their own conduct.
import { nothing } from '../platform.ts';
import {
  deskFlag,
  deskFlagData,
  deskFlagsData,
  deskFlagsInput,
  flagInput,
  ownFlagData,
  ownFlagsData,
  reviewFlagInput,
} from '../surveillance.ts';
import type { Route, RouteKey } from './route.ts';

export const surveillanceRoutes = {
  'GET /surveillance': {
    role: 'admin',
    summary: 'Conduct that a real exchange would ask about, newest first',
    input: deskFlagsInput,
    data: deskFlagsData,
  },
  'GET /surveillance/{id}': {
    role: 'admin',
    summary: 'One flag with its evidence, step by step',
    input: flagInput,
    data: deskFlagData,
    refusals: [404],
  },
  'POST /reviewFlag/{id}': {
    role: 'admin',
    summary: 'Record the outcome of a review',
    input: reviewFlagInput,
    data: deskFlag,
    refusals: [404],
    idempotency: 'reply',
  },
  'GET /marketConduct': {
    role: 'trader',
    summary: 'What a real exchange would ask the caller about, newest first',
    input: nothing,
    data: ownFlagsData,
  },
  'GET /marketConduct/{id}': {
    role: 'trader',
    summary: 'One flag with its evidence, why exchanges object to it, and what to do instead',
    input: flagInput,
    data: ownFlagData,
    refusals: [404],
  },
} as const satisfies Record<RouteKey, Route>;
