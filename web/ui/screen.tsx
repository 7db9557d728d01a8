// The frame of a screen: its title on the page and in the browser's tab, actions beside it, content below.
import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import { useCountedTitle } from './title-count.ts';

export interface ScreenProps {
  title: string;
  /** The title of the browser's tab, if it differs from the heading. */
  documentTitle?: string;
  /** A line under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** The heading is there for screen readers only: the content speaks for itself. */
  hideTitle?: boolean;
  className?: string;
  children: ReactNode;
}

export function Screen({ title, documentTitle, lead, actions, hideTitle = false, className, children }: ScreenProps) {
  const tabTitle = useCountedTitle(`${documentTitle ?? title} - Istock`);
  return (
    <div className={classList('mx-auto flex w-full max-w-[80rem] flex-col gap-4 px-4 py-4 sm:px-6 sm:py-6', className)}>
      <title>{tabTitle}</title>
      <div className={hideTitle ? 'sr-only' : 'flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2'}>
        <div className="min-w-0 wrap-anywhere">
          <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
          {lead && <p className="text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex min-w-0 flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
