// The process of the load generator: plays the given streams at the same time, and reports each.
import { play } from './stream.ts';
import type { StreamPlan, StreamReport } from './stream.ts';

export type PlayerOrder = { readonly streams: readonly StreamPlan[] };
export type PlayerReport = { readonly reports: readonly StreamReport[] };

process.on('message', ({ streams }: PlayerOrder) => {
  void Promise.all(streams.map(play)).then((reports) => process.send?.({ reports } satisfies PlayerReport));
});
