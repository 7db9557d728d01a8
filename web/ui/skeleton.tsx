// Grey placeholders in the final layout while something loads; the words are for people who cannot see them.
import { classList } from './class-list.ts';

/** One grey bar. Give it the size of the content that will replace it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classList('skeleton-fill block h-4 motion-safe:animate-pulse', className)} />
  );
}

/** Says once, to screen readers, that a part of the page is loading. */
export function LoadingNote({ what }: { what: string }) {
  return (
    <span role="status" className="sr-only">
      Loading {what}
    </span>
  );
}
