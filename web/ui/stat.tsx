// Figures with labels above them, side by side: the few numbers a screen is about.
import type { ReactNode } from 'react';
import { classList } from './class-list.ts';

export interface Stat {
  name: string;
  value: ReactNode;
  /** A quiet line below. */
  note?: ReactNode;
}

export function StatRow({ stats, className }: { stats: readonly Stat[]; className?: string }) {
  return (
    <dl className={classList('grid gap-x-6 gap-y-4', className)}>
      {stats.map(({ name, value, note }) => (
        // In a narrow cell a sum of crores breaks into two lines, instead of covering the next cell.
        <div key={name} className="min-w-0 wrap-anywhere">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="flow-root min-h-6 text-base leading-6 font-semibold sm:text-md *:whitespace-normal">
            {value}
          </dd>
          {note !== undefined && <dd className="flow-root min-h-5 text-sm text-faint *:whitespace-normal">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
