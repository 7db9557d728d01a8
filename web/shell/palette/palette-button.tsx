// The palette's button: it shows the keys that open the palette, or an icon where there is no keyboard.
import { Search, SquareChevronRight } from 'lucide-react';
import { classList } from '../../ui/class-list.ts';
import { openPalette, paletteKeys } from './palette-state.ts';

export interface PaletteButtonProps {
  /** For the desk, which has no other search: the button says so. */
  isSearch?: boolean;
  className?: string;
}

export function PaletteButton({ isSearch = false, className }: PaletteButtonProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      title={`Pages, stocks and actions (${paletteKeys})`}
      onClick={({ currentTarget }) => {
        // Not every browser focuses a clicked button, and the focus should return here.
        currentTarget.focus();
        openPalette();
      }}
      className={classList(
        'inline-flex items-center justify-center rounded-[4px] border border-line bg-surface px-1.5 text-xs font-medium whitespace-nowrap text-muted hover:border-edge hover:text-ink',
        className,
      )}
    >
      <span className="sr-only">{isSearch ? 'Search and commands' : 'Commands'}</span>
      {isSearch && (
        <>
          <Search size={16} aria-hidden="true" />
          <span aria-hidden="true" className="mr-auto text-base font-normal max-md:hidden">
            Search
          </span>
        </>
      )}
      <span aria-hidden="true" className="max-md:hidden pointer-coarse:hidden">
        {paletteKeys}
      </span>
      {!isSearch && (
        <SquareChevronRight size={16} aria-hidden="true" className="hidden max-md:block pointer-coarse:block" />
      )}
    </button>
  );
}
