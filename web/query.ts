// Server state for the screens behind login: each call cached under its name and input, patched by live.ts.
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { DataOf, RouteName, TopOf, WireInputOf } from '../contract/routes.ts';
import { call } from './api.ts';
import type { Refusal } from './api.ts';

/** A refused call, as an error of the query; `message` is the server's sentence. */
export class CallError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** What was asked for is not there, or not for this person to see. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof CallError && error.refusal.status === 404;
}

/** Worth another try by itself: no answer, or the server says it is away for a moment. */
function isPassing(error: Error): boolean {
  return error instanceof CallError && (error.refusal.status === 0 || error.refusal.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => 500 * 2 ** failures,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export function callKey<N extends RouteName>(name: N, input?: WireInputOf<N>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

export function callQuery<N extends RouteName>(name: N, input: WireInputOf<N>) {
  return {
    queryKey: callKey(name, input),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DataOf<N>> => {
      const reply = await call(name, input, { signal });
      if (!reply.ok) throw new CallError(reply);
      return reply.data;
    },
  };
}

export interface UseCallOptions {
  enabled?: boolean;
  /** While another page or filter loads, go on showing the one before. */
  keepPrevious?: boolean;
  staleTime?: number;
  refetchInterval?: number;
}

/** One call as server state: `data`, `error` (with the server's sentence), `refetch`. */
export function useCall<N extends RouteName>(
  name: N,
  input: WireInputOf<N>,
  options: UseCallOptions = {},
): UseQueryResult<DataOf<N>> {
  const { keepPrevious = false, ...rest } = options;
  return useQuery<DataOf<N>>({
    ...callQuery(name, input),
    ...rest,
    placeholderData: keepPrevious ? (keepPreviousData as never) : undefined,
  });
}

/** As `useCall`, with what stands beside the data in the reply, such as the totals of a list. */
export function useWholeCall<N extends RouteName>(
  name: N,
  input: WireInputOf<N>,
  options: UseCallOptions = {},
): UseQueryResult<{ data: DataOf<N>; top: TopOf<N> }> {
  const { keepPrevious = false, ...rest } = options;
  return useQuery<{ data: DataOf<N>; top: TopOf<N> }>({
    queryKey: [...callKey(name, input), 'whole'],
    queryFn: async ({ signal }) => {
      const reply = await call(name, input, { signal });
      if (!reply.ok) throw new CallError(reply);
      return { data: reply.data, top: reply.top };
    },
    ...rest,
    placeholderData: keepPrevious ? (keepPreviousData as never) : undefined,
  });
}
