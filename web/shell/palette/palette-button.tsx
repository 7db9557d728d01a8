// The palette's button: it shows the keys that open the palette, or an icon where there is no keyboard.
import { Search, SquareChevronRight } from 'lucide-react';
import { classList } from '../../ui/class-list.ts';
import { openPalette, paletteKeys } from './palette-state.ts';

const keyLook =
  'inline-flex h-6 items-center justify-center rounded-[4px] border border-line bg-surface px-1.5 text-xs font-medium whitespace-nowrap';

export interface PaletteButtonProps {
  /** For the desk, which has no other search: the button looks like one. */
  isSearch?: boolean;
}

export function PaletteButton({ isSearch = false }: PaletteButtonProps) {
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
        'text-muted hover:border-edge hover:text-ink',
        isSearch
          ? 'finger flex size-9 items-center justify-center gap-2 rounded-box md:w-56 md:border md:border-line md:bg-bg md:pr-2 md:pl-3'
          : keyLook,
      )}
    >
      <span className="sr-only">{isSearch ? 'Search and commands' : 'Commands'}</span>
      {isSearch && (
        <>
          <Search className="size-4.5 text-faint max-md:text-current md:size-4" aria-hidden="true" />
          <span aria-hidden="true" className="mr-auto text-faint max-md:hidden">
            Search
          </span>
        </>
      )}
      <span aria-hidden="true" className={classList(isSearch && keyLook, 'max-md:hidden pointer-coarse:hidden')}>
        {paletteKeys}
      </span>
      {!isSearch && (
        <SquareChevronRight size={16} aria-hidden="true" className="hidden max-md:block pointer-coarse:block" />
      )}
    </button>
  );
}
