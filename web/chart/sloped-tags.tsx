// The controls of a line with two points: a grip and a remove button in the middle, and handles at the ends, by mouse, finger or keyboard.
import { GripHorizontal, X } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { Interval } from '../../contract/market.ts';
import { classList } from '../ui/class-list.ts';
import { priceText } from '../ui/number-text.ts';
import type { CandleCanvas } from './candle-canvas.ts';
import { kindNames, withEnd } from './chart-drawing.ts';
import type { ChartDrawing, LineEnd } from './chart-drawing.ts';
import { barTimeText } from './chart-time.ts';
import type { LinePoint, SlopedLine } from './drawn-lines.ts';
import type { Middle, Spot } from './line-geometry.ts';
import { onTick } from './line-tags.tsx';
import { useDrag } from './price-drag.ts';

interface SlopedTagsProps {
  place: RefObject<HTMLDivElement | null>;
  canvas: RefObject<CandleCanvas | null>;
  drawing: ChartDrawing;
  interval: Interval;
  tick: number;
}

export function SlopedTags({ place, drawing, ...rest }: SlopedTagsProps) {
  return (
    <div
      ref={place}
      className="pointer-events-none absolute inset-y-0 left-0 right-[var(--axis,4rem)] z-10 overflow-hidden"
    >
      {drawing.sloped.map((line) => (
        <SlopedTag key={line.id} line={line} drawing={drawing} place={place} {...rest} />
      ))}
    </div>
  );
}

interface TagProps extends SlopedTagsProps {
  line: SlopedLine;
}

/** Bars to the right and ticks up for each key; ten times as many with shift. */
const steps: Record<string, [bars: number, ticks: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};

const endNames: Record<LineEnd, string> = { from: 'First point', to: 'Second point' };

function pointText({ second, price }: LinePoint, interval: Interval): string {
  return `${barTimeText(second, interval)}, ${priceText(price)}`;
}

/** Both ends of the line for the grip, one for a handle. */
function stepped(canvas: CandleCanvas, line: SlopedLine, ends: readonly LineEnd[], event: KeyboardEvent, tick: number) {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return null;
  const [bars, ticks] = step.map((count) => count * (event.shiftKey ? 10 : 1));
  return ends.reduce((moved, end) => {
    const point = canvas.laterPoint(line[end], bars);
    return withEnd(moved, end, ticks === 0 ? point : { ...point, price: onTick(point.price + ticks * tick, tick) });
  }, line);
}

function useSlopedTag({ line, canvas, drawing, interval, tick, place }: TagProps, ends: readonly LineEnd[]) {
  const taken = useRef<{ line: SlopedLine; at: Spot } | null>(null);
  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const { left = 0, top = 0 } = place.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const drag = useDrag({
    onTake: (at) => {
      taken.current = { line, at: spotOf(at) };
    },
    onMove: (at) => {
      if (!taken.current || !canvas.current) return;
      const point = canvas.current.pointAt(spotOf(at));
      const moved =
        ends.length > 1
          ? canvas.current.movedLine(taken.current.line, taken.current.at, spotOf(at))
          : point && withEnd(line, ends[0], point);
      if (moved) drawing.onChange(moved);
    },
    onDrop: drawing.onSettle,
    onGiveUp: () => {
      if (taken.current) drawing.onChange(taken.current.line);
      drawing.onSettle();
    },
  });
  function onKeyDown(event: KeyboardEvent): void {
    const moved = canvas.current && stepped(canvas.current, line, ends, event, tick);
    if (moved) {
      drawing.onChange(moved);
      canvas.current?.viewPoint(moved[ends[ends.length - 1]]);
      drawing.onSay(ends.map((end) => `${endNames[end]}: ${pointText(moved[end], interval)}`).join('; '));
    } else if (event.key === 'Delete' || event.key === 'Backspace') drawing.onRemove(line.id);
    else if (event.key === 'Escape') drawing.onSelect(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { ...drag, onKeyDown, onBlur: drawing.onSettle };
}

const bothEnds = ['from', 'to'] as const;

function SlopedTag(props: TagProps) {
  const { line, canvas, drawing, interval } = props;
  const isSelected = drawing.selected === line.id;
  const name = kindNames[line.kind];
  const grip = useSlopedTag(props, bothEnds);
  return (
    <div role="group" aria-label={name} data-sloped={line.id}>
      <span
        data-part="middle"
        className={classList(
          'absolute top-0 left-0 flex h-6 items-center overflow-hidden rounded-[4px] border border-[var(--series-3)] bg-surface text-xs text-[var(--series-3)]',
          isSelected
            ? 'pointer-events-auto data-away:not-focus-within:pointer-events-none data-away:not-focus-within:opacity-0'
            : 'opacity-0',
        )}
      >
        <button
          type="button"
          {...grip}
          tabIndex={0}
          aria-label={`${name} from ${pointText(line.from, interval)} to ${pointText(line.to, interval)}`}
          aria-pressed={isSelected}
          title="Drag, or use the arrow keys; Delete removes it"
          onFocus={() => {
            drawing.onSelect(line.id);
            canvas.current?.viewPoint(line.to);
          }}
          className="flex h-full cursor-move touch-none items-center px-2 -outline-offset-2 hover:bg-sunken"
        >
          <GripHorizontal size={12} aria-hidden="true" />
        </button>
        {isSelected && (
          <button
            type="button"
            aria-label={`Remove: ${name}`}
            title="Remove"
            onClick={() => drawing.onRemove(line.id)}
            className="flex h-full w-6 items-center justify-center border-l border-inherit -outline-offset-2 hover:bg-sunken"
          >
            <X size={12} aria-hidden="true" />
          </button>
        )}
      </span>
      {isSelected && bothEnds.map((end) => <EndHandle key={end} end={end} {...props} />)}
    </div>
  );
}

function EndHandle({ end, ...props }: TagProps & { end: LineEnd }) {
  const { line, interval } = props;
  const handle = useSlopedTag(props, [end]);
  return (
    <button
      type="button"
      {...handle}
      data-part={end}
      aria-label={`${endNames[end]}: ${pointText(line[end], interval)}`}
      title="Drag, or use the arrow keys"
      className="pointer-events-auto absolute top-0 left-0 flex size-6 cursor-move touch-none items-center justify-center rounded-full pointer-coarse:size-11"
    >
      <span className="size-2.5 rounded-full border-2 border-[var(--series-3)] bg-surface" />
    </button>
  );
}

/** Positions the controls of every line. Controls out of view are invisible, but the grip can still be reached by keyboard. */
export function placeSloped(tags: HTMLElement, canvas: CandleCanvas): void {
  for (const part of tags.querySelectorAll<HTMLElement>('[data-part]')) {
    const id = Number(part.closest<HTMLElement>('[data-sloped]')?.dataset.sloped);
    const name = part.dataset.part;
    if (name === 'middle') placeGrip(part, canvas.middleOf(id), tags.clientWidth);
    else placeEnd(part, canvas.endsOf(id)?.[name === 'from' ? 'from' : 'to'], canvas);
  }
}

function placeEnd(part: HTMLElement, spot: Spot | undefined, canvas: CandleCanvas): void {
  const isShown = spot !== undefined && canvas.isOnCandles(spot);
  part.style.visibility = isShown ? 'visible' : 'hidden';
  if (isShown) part.style.transform = `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%)`;
}

/** Far enough from the line not to hide what is on it. */
const BESIDE = 22;

function placeGrip(part: HTMLElement, middle: Middle | null, width: number): void {
  part.toggleAttribute('data-away', middle?.isInView !== true);
  if (!middle) return;
  const half = part.offsetWidth / 2;
  const x = Math.min(width - half, Math.max(half, middle.x));
  const y = middle.y < 2 * BESIDE ? middle.y + BESIDE : middle.y - BESIDE;
  part.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
}
