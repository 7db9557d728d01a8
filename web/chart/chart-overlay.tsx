// What is shown over the candles and follows them: pane legends, line tags, a button at the pointed price, and zoom buttons.
import { ChevronsRight, Plus, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../ui/button.tsx';
import { DrawnTag, OrderTag } from './line-tags.tsx';
import type { TagProps } from './line-tags.tsx';
import type { PriceLine } from './marks.ts';

interface PaneLegendsProps {
  tops: readonly number[];
  legend: (pane: number) => ReactNode;
}

export function PaneLegends({ tops, legend }: PaneLegendsProps) {
  return (
    <div className="pointer-events-none absolute inset-y-0 left-0 right-[var(--axis,4rem)] z-10">
      {tops.map((top, pane) => (
        <div key={pane} className="absolute inset-x-0 px-2 pt-1" style={{ top }}>
          {legend(pane)}
        </div>
      ))}
    </div>
  );
}

interface LineTagsProps extends Omit<TagProps, 'line'> {
  place: RefObject<HTMLDivElement | null>;
  lines: readonly PriceLine[];
}

export function LineTags({ place, lines, ...tag }: LineTagsProps) {
  return (
    <div
      ref={place}
      className="pointer-events-none absolute inset-y-0 left-0 right-[calc(var(--axis,4rem)+1.25rem)] z-10 overflow-hidden"
    >
      {lines.map((line) => (
        <LineTag key={line.key} line={line} {...tag} />
      ))}
    </div>
  );
}

function LineTag({ line, ...tag }: TagProps) {
  const isDrawn = line.kind === 'drawn';
  // Its label is drawn with the line itself; this keeps the tags from covering it.
  if (!isDrawn && line.orderId === undefined)
    return (
      <div
        data-price={line.price}
        data-word=""
        aria-hidden="true"
        className="invisible absolute top-0 right-1 text-xs whitespace-nowrap"
      >
        {line.text}
      </div>
    );
  return (
    <div data-price={line.price} data-line={line.key} className="absolute top-0 right-1 flex items-center">
      {isDrawn ? <DrawnTag line={line} {...tag} /> : <OrderTag line={line} orderId={line.orderId ?? ''} {...tag} />}
    </div>
  );
}

interface PriceButtonProps {
  place: RefObject<HTMLDivElement | null>;
  onPress: () => void;
}

/** For the mouse: the keyboard has Enter, fingers press long, and there is a button above the chart. */
export function PriceButton({ place, onPress }: PriceButtonProps) {
  return (
    <div
      ref={place}
      aria-hidden="true"
      className="invisible absolute top-0 right-[var(--axis,4rem)] z-20 pointer-coarse:hidden"
    >
      <button
        type="button"
        tabIndex={-1}
        title="Order, alert or line at this price"
        onClick={onPress}
        className="flex size-5 items-center justify-center rounded-[4px] bg-edge text-surface hover:bg-accent hover:text-on-accent"
      >
        <Plus size={14} />
      </button>
    </div>
  );
}

interface ZoomButtonsProps {
  onZoom: (factor: number) => void;
  onLatest: () => void;
}

export function ZoomButtons({ onZoom, onLatest }: ZoomButtonsProps) {
  return (
    <div className="absolute right-[calc(var(--axis,4rem)+0.75rem)] bottom-10 z-20 flex gap-1 rounded-box border border-line bg-raised opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden">
      <IconButton size="small" label="Zoom in" onClick={() => onZoom(0.7)}>
        <ZoomIn size={16} aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label="Zoom out" onClick={() => onZoom(1.4)}>
        <ZoomOut size={16} aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label="To the newest bars" onClick={onLatest}>
        <ChevronsRight size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
