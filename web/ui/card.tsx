// A surface for one thing: a thin border, an optional heading with actions beside it.
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classList } from './class-list.ts';

export interface CardProps {
  title?: string;
  /** Shown to the right of the title. */
  actions?: ReactNode;
  /** Without padding, for tables and lists that extend to the edge. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ title, actions, flush = false, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={classList('min-w-0 rounded-box border border-line bg-surface', className)}
    >
      {(title || actions) && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-2 pb-1">
          {title && (
            <h2 id={id} className="min-w-0 text-base font-semibold wrap-anywhere">
              {title}
            </h2>
          )}
          {actions}
        </div>
      )}
      <div className={flush ? undefined : classList('px-4 pb-4', !title && !actions && 'pt-4')}>{children}</div>
    </section>
  );
}
