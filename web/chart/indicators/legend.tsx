// The legend of a pane: its indicators with their values at the crosshair, and buttons to change and remove each.
import { ChevronDown, Settings2, X } from 'lucide-react';
import { useState } from 'react';
import { classList } from '../../ui/class-list.ts';
import { kindOf } from './chosen.ts';
import { figureText } from './shown.ts';
import type { ShownIndicator } from './shown.ts';

export interface LegendActions {
  onChange: (indicator: ShownIndicator) => void;
  onRemove: (indicator: ShownIndicator) => void;
}

const buttonLook =
  'pointer-events-auto flex size-6 items-center justify-center rounded-[4px] text-faint hover:bg-sunken hover:text-ink -outline-offset-2';

interface RowProps extends LegendActions {
  indicator: ShownIndicator;
  /** The bar under the crosshair, or the newest. */
  at: number;
}

function Row({ indicator, at, onChange, onRemove }: RowProps) {
  const { title, name, chosen, lines, figures } = indicator;
  return (
    <li
      data-indicator={indicator.id}
      className="flex max-w-full items-center gap-x-2 rounded-[4px] bg-surface/80 pl-1 text-xs leading-6 whitespace-nowrap max-sm:flex-wrap"
    >
      <span className="font-medium" title={name}>
        {title}
      </span>
      {/* Figures that find no room beside the buttons take a line of their own: one that was cut off would read as another. */}
      <span className="flex min-w-0 flex-wrap gap-x-2 max-sm:order-last">
        {lines.map(({ label, color, values }) => (
          <span key={label} title={label || undefined} style={{ color: `var(${color})` }}>
            {label && <span className="sr-only">{`${label} `}</span>}
            {figureText(values[at], figures)}
          </span>
        ))}
      </span>
      <span className="flex">
        {kindOf(chosen.kind).settings.length > 0 && (
          <button
            type="button"
            aria-label={`Settings of ${title}`}
            title="Settings"
            onClick={() => onChange(indicator)}
            className={buttonLook}
          >
            <Settings2 size={13} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          aria-label={`Remove ${title}`}
          title="Remove"
          onClick={() => onRemove(indicator)}
          className={buttonLook}
        >
          <X size={13} aria-hidden="true" />
        </button>
      </span>
    </li>
  );
}

export interface LegendProps extends LegendActions {
  pane: number;
  indicators: readonly ShownIndicator[];
  at: number;
}

/** More rows than this would cover the candles of a phone, upright or not, so there they are folded until somebody opens them. */
const MOST_ON_PHONE = 2;

export function Legend({ pane, indicators, ...row }: LegendProps) {
  const [isOpen, setIsOpen] = useState(false);
  const here = indicators.filter((indicator) => indicator.pane === pane);
  if (here.length === 0) return null;
  const isLong = here.length > MOST_ON_PHONE;
  return (
    <>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="pointer-events-auto hidden h-8 items-center gap-1 rounded-[4px] bg-surface/80 px-1 text-xs font-medium [@media(width<40rem),(height<40rem)_and_(pointer:coarse)]:flex"
        >
          {`${here.length} indicators`}
          <ChevronDown size={14} aria-hidden="true" className={isOpen ? 'rotate-180' : undefined} />
        </button>
      )}
      <ul
        aria-label={pane === 0 ? 'Indicators on the price' : `Indicator of pane ${pane}`}
        className={classList(
          'flex items-start',
          pane === 0 ? 'flex-col max-sm:flex-row max-sm:flex-wrap max-sm:gap-x-1' : 'flex-wrap',
          isLong && !isOpen && '[@media(width<40rem),(height<40rem)_and_(pointer:coarse)]:hidden',
        )}
      >
        {here.map((indicator) => (
          <Row key={indicator.id} indicator={indicator} {...row} />
        ))}
      </ul>
    </>
  );
}
