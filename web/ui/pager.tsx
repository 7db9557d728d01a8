// Previous and Next with 'Page X of Y'; the page lives in the address, so the screen passes it in and out.
import { Button } from './button.tsx';

export interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** What is paged, for screen readers: 'Orders'. */
  label: string;
}

export function Pager({ page, totalPages, onPage, label }: PagerProps) {
  const last = Math.max(1, totalPages);
  const current = Math.min(Math.max(1, page), last);
  return (
    <nav
      aria-label={`${label}: pages`}
      className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:justify-end print:hidden"
    >
      <Button size="small" disabled={current <= 1} onClick={() => onPage(current - 1)}>
        Previous
      </Button>
      <span aria-live="polite" className="text-sm text-muted">{`Page ${current} of ${last}`}</span>
      <Button size="small" disabled={current >= last} onClick={() => onPage(current + 1)}>
        Next
      </Button>
    </nav>
  );
}
