// The palette's button: it shows the keys that do the same.
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
      onClick={openPalette}
      className={classList(
        'inline-flex items-center justify-center rounded-[4px] border border-line bg-surface px-1.5 text-xs font-medium whitespace-nowrap text-muted hover:border-edge hover:text-ink',
        className,
      )}
    >
      {paletteKeys}
    </button>
  );
}
