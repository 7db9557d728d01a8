// The frame of the screens before login: the form on the left, and a plain description of this site.
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Brand } from '../ui/brand.tsx';
import type { Problem } from './log-in.ts';

const points = [
  ['A real order book', 'Your order queues, fills in part and moves the price, as on an exchange.'],
  ['Practice money', 'Nothing here costs or earns real money. Mistakes are free.'],
  ['A diary that fills itself', 'Every closed trade is written down, with its charges and its result.'],
] as const;

export interface AuthFrameProps {
  title: string;
  /** The title of the browser's tab, if it differs from the heading. */
  documentTitle?: string;
  lead?: ReactNode;
  /** At the end of the first line, where nothing moves when it appears late. */
  corner?: ReactNode;
  children: ReactNode;
  /** Links to the neighbouring screens. */
  footer?: ReactNode;
}

export function AuthFrame({ title, documentTitle, lead, corner, children, footer }: AuthFrameProps) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,5fr)_7fr]">
      <title>{`${documentTitle ?? title} - Istock`}</title>
      <div className="flex flex-col px-4 py-6 sm:px-12">
        <header className="flex min-h-9 items-center gap-3 max-sm:flex-wrap">
          <Brand />
          <Badge tone="warn">Practice market</Badge>
          {corner && <div className="ml-auto">{corner}</div>}
        </header>
        <main id="content" tabIndex={-1} className="m-auto w-full max-w-sm py-8 outline-none max-sm:mt-0">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {lead && <div className="mt-1 text-muted">{lead}</div>}
          <div className="mt-6">{children}</div>
          {footer && <div className="mt-6 flex flex-col gap-2 border-t border-line pt-6 text-muted">{footer}</div>}
        </main>
      </div>
      <aside
        aria-label="About Istock"
        className="flex flex-col justify-center border-l border-line bg-bg px-16 max-lg:hidden"
      >
        <div className="max-w-xl">
          <p className="text-big font-semibold tracking-tight">Learn the market by trading it.</p>
          <dl className="mt-10">
            {points.map(([name, text]) => (
              <div key={name} className="grid grid-cols-[11rem_1fr] gap-4 border-t border-line py-4">
                <dt className="font-semibold">{name}</dt>
                <dd className="text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </aside>
    </div>
  );
}

export const textLink = 'rounded-box font-medium text-accent-text underline-offset-2 hover:underline';

/** The sentence above a form's button: why it was refused, or what was done. Read aloud when it appears. */
export function FormNote({ error, success }: { error?: Problem | null; success?: string | null }) {
  const sentence = typeof error === 'object' ? error?.sentence : error;
  return (
    <div aria-live="assertive">
      {error && (
        <div className="rounded-box bg-down-soft px-3 py-2 text-down">
          <p>{sentence}</p>
          {typeof error === 'object' && <p className="text-sm">{error.reason}</p>}
        </div>
      )}
      {!error && success && <p className="rounded-box bg-up-soft px-3 py-2 text-up">{success}</p>}
    </div>
  );
}
