// The palette's button: it shows the keys that do the same, or a sign where there is no keyboard.
import { Search, SquareChevronRight } from 'lucide-react';
import { classList } from '../../ui/class-list.ts';
import { openPalette, paletteKeys } from './palette-state.ts';

export interface PaletteButtonProps {
  /** It is all the search there is, and says so: the desk has no box for stocks. */
  isSearch?: boolean;
  className?: string;
}

export function PaletteButton({ isSearch = false, className }: PaletteButtonProps) {
  return (
    <button
      type="button"
      aria-label={isSearch ? 'Search and commands' : 'Commands'}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      title={`Pages, stocks and actions (${paletteKeys})`}
      onClick={({ currentTarget }) => {
        // Not every browser gives the focus to what is clicked; it is to come back here.
        currentTarget.focus();
        openPalette();
      }}
      className={classList(
        'inline-flex items-center justify-center rounded-[4px] border border-line bg-surface px-1.5 text-xs font-medium whitespace-nowrap text-muted hover:border-edge hover:text-ink',
        className,
      )}
    >
      {isSearch && (
        <>
          <Search size={16} aria-hidden="true" />
          <span className="mr-auto text-base font-normal max-md:hidden">Search</span>
        </>
      )}
      <span className="max-md:hidden pointer-coarse:hidden">{paletteKeys}</span>
      {!isSearch && (
        <SquareChevronRight size={16} aria-hidden="true" className="hidden max-md:block pointer-coarse:block" />
      )}
    </button>
  );
}
