// Names and figures in two columns, figures aligned right: the charges of an order, the facts of a stock.
import type { ReactNode } from 'react';
import { classList } from './class-list.ts';

export interface Figure {
  name: ReactNode;
  value: ReactNode;
  /** The line that sums the others up. */
  isTotal?: boolean;
}

export function FigureList({ figures, className }: { figures: readonly (Figure | false)[]; className?: string }) {
  return (
    <dl className={classList('flex flex-col text-base', className)}>
      {figures.map(
        (figure, index) =>
          figure && (
            <div
              key={index}
              className={classList(
                'flex min-h-7 items-center justify-between gap-3',
                figure.isTotal && 'mt-1 border-t border-line pt-1 font-semibold',
              )}
            >
              <dt className={figure.isTotal ? undefined : 'text-muted'}>{figure.name}</dt>
              <dd className="min-h-5 text-right">{figure.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
