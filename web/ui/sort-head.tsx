// A column heading that sorts its table: a button with an arrow for the direction.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { classList } from './class-list.ts';

/**
 * The look of the headings of a long table: they stay visible while it scrolls, below the page's header where that is fixed. The outer
 * ones are as round as the card, whose corners they would cover.
 */
export const headLook =
  'sticky top-0 z-[1] border-b border-line bg-surface px-3 py-2 text-sm font-medium text-faint whitespace-nowrap first:rounded-tl-box last:rounded-tr-box lg:top-[var(--head-top,3.5rem)]';

interface SortHeadProps {
  label: string;
  /** Null while another column sorts. */
  direction: 'rising' | 'falling' | null;
  onSort: () => void;
  /** Numbers are aligned right, with the arrow left of the label. */
  isNumber: boolean;
  className?: string;
}

export function SortHead({ label, direction, onSort, isNumber, className }: SortHeadProps) {
  const Arrow = direction === 'falling' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={direction === null ? undefined : direction === 'falling' ? 'descending' : 'ascending'}
      className={classList(headLook, className)}
    >
      <button
        type="button"
        onClick={onSort}
        className={classList('inline-flex items-center gap-1 align-top hover:text-ink', isNumber && 'flex-row-reverse')}
      >
        {label}
        <Arrow size={12} aria-hidden="true" className={direction === null ? 'invisible' : undefined} />
      </button>
    </th>
  );
}

/** The direction in which a sort such as `-price` sorts a column. */
export function directionOf(column: string, sort: string | undefined): 'rising' | 'falling' | null {
  return sort === column ? 'rising' : sort === `-${column}` ? 'falling' : null;
}
