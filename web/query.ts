// Server state for the screens behind login: each call cached under its name and input, and kept up to date by `live-socket.ts`.
import { keepPreviousData, QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import type { Query, UseQueryResult } from '@tanstack/react-query';
import type { DataOf, RouteName, TopOf, WireInputOf } from '../contract/routes.ts';
import { call, SLOW_ANSWER_MS } from './api.ts';
import type { Refusal } from './api.ts';
import { isReached } from './reached.ts';

/** A refused call as a query error; `message` is the server's sentence. */
export class CallError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** What was asked for does not exist, or is not for this person to see. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof CallError && error.refusal.status === 404;
}

/** No answer; or the server is unavailable for a moment, as it says itself, or a proxy in its place. */
const PASSING: readonly number[] = [0, 502, 503, 504];

/** Worth retrying by itself. */
function isPassing(error: Error): boolean {
  return error instanceof CallError && PASSING.includes(error.refusal.status);
}

const AGAIN_MS = { first: 2_000, longest: 30_000 };
let rounds = 0;
let isAskingAgain = false;

/** After an outage everybody returns at once, so the pauses grow and are random. */
function pauseMs(longest: number, first: number, before: number): number {
  return Math.min(longest, first * 2 ** before) * (0.5 + Math.random());
}

/** It is on the screen, but could not be fetched or brought up to date. */
function isBehind({ state }: Query): boolean {
  return state.error !== null && isPassing(state.error);
}

/** Nothing stays missing or out of date for want of an answer: keep asking until there is one. */
function askAgain(error: Error): void {
  if (isAskingAgain || !isPassing(error)) return;
  isAskingAgain = true;
  const go = async (): Promise<void> => {
    // What has nothing to show yet would change between its error and its placeholder at each attempt in vain.
    if (await isReached()) await queryClient.refetchQueries({ type: 'active', predicate: isBehind });
    isAskingAgain = false;
    const behind = queryClient.getQueryCache().findAll({ type: 'active', predicate: isBehind });
    rounds = behind.length > 0 ? rounds + 1 : 0;
    if (behind.length > 0) askAgain(behind[0].state.error as Error);
  };
  setTimeout(() => void go(), pauseMs(AGAIN_MS.longest, AGAIN_MS.first, rounds));
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askAgain }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => pauseMs(AGAIN_MS.longest, 500, failures),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export function callKey<N extends RouteName>(name: N, input?: WireInputOf<N>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

/** What a push, or the answer to a change, has brought: an answer still on its way is older, and must not overwrite it. */
export function takePushed(queryKey: readonly unknown[], data: unknown): void {
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}

/** What these calls have answered is out of date, for whatever input: fetched again at once if it is on the screen, otherwise when next shown. */
export async function invalidateCalls(...names: readonly RouteName[]): Promise<void> {
  await Promise.all(names.map((name) => invalidate(callKey(name))));
}

/** The same for what is kept under this key and the keys that begin with it. */
export async function invalidate(queryKey: readonly unknown[]): Promise<void> {
  const early = queryClient.getQueryCache().findAll({ queryKey, predicate: isOnFirstWay });
  await queryClient.invalidateQueries({ queryKey });
  // The library waits for a first answer on its way, although it may be older than what has happened, and then takes it for new.
  if (early.length > 0) await queryClient.invalidateQueries({ queryKey, predicate: (query) => early.includes(query) });
}

const isOnFirstWay = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus === 'fetching';

/** @throws CallError */
async function answered<N extends RouteName>(name: N, input: WireInputOf<N>, signal: AbortSignal) {
  const reply = await call(name, input, { signal, timeoutMs: SLOW_ANSWER_MS });
  if (!reply.ok) throw new CallError(reply);
  return reply;
}

export function callQuery<N extends RouteName>(name: N, input: WireInputOf<N>) {
  return {
    queryKey: callKey(name, input),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DataOf<N>> =>
      (await answered(name, input, signal)).data,
  };
}

export interface UseCallOptions {
  enabled?: boolean;
  /** While another page or filter loads, keep showing the previous one. */
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

/** Like `useCall`, with what accompanies the data in the reply, such as the totals of a list. */
export function useWholeCall<N extends RouteName>(
  name: N,
  input: WireInputOf<N>,
  options: UseCallOptions = {},
): UseQueryResult<{ data: DataOf<N>; top: TopOf<N> }> {
  const { keepPrevious = false, ...rest } = options;
  return useQuery<{ data: DataOf<N>; top: TopOf<N> }>({
    queryKey: [...callKey(name, input), 'whole'],
    queryFn: async ({ signal }) => {
      const { data, top } = await answered(name, input, signal);
      return { data, top };
    },
    ...rest,
    placeholderData: keepPrevious ? (keepPreviousData as never) : undefined,
  });
}
