// The palette's button: it shows the keys that do the same, or a sign where there is no keyboard.
import { SquareChevronRight } from 'lucide-react';
import { classList } from '../../ui/class-list.ts';
import { openPalette, paletteKeys } from './palette-state.ts';

export function PaletteButton({ className }: { className?: string }) {
  return (
    <button
      type="button"
      aria-label="Commands"
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
      <span className="max-md:hidden pointer-coarse:hidden">{paletteKeys}</span>
      <SquareChevronRight size={16} aria-hidden="true" className="hidden max-md:block pointer-coarse:block" />
    </button>
  );
}
