// The replay of what was flagged: step by step, in a picture of price and orders, and in words.
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Evidence, EvidenceStep } from '../../contract/surveillance.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { dateTimeText } from '../ui/date-time.tsx';
import { priceText } from '../ui/number-text.ts';
import { drawReplay, HEIGHT, WIDTH } from './replay-picture.ts';

const STEP_MS = 700;

const strokes: Record<EvidenceStep['side'], string> = { BUY: 'stroke-accent-text', SELL: 'stroke-sell-text' };
const fills: Record<EvidenceStep['side'], string> = { BUY: 'fill-accent-text', SELL: 'fill-sell-text' };

function Picture({ evidence, until }: { evidence: Evidence; until: number }) {
  const { lines, dots, price, low, high, xOf } = drawReplay(evidence, until);
  const nowX = xOf(evidence.steps[until].at);
  return (
    <div className="rounded-box border border-line bg-surface">
      <p className="flex flex-wrap justify-between gap-x-4 px-3 pt-2 text-sm text-faint">
        <span>{`${priceText(low)} to ${priceText(high)}`}</span>
        <span>{dateTimeText(evidence.steps[until].at, 'time')}</span>
      </p>
      {/* The words below say the same. */}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block h-auto w-full" aria-hidden="true">
        <line x1={nowX} x2={nowX} y1={0} y2={HEIGHT} className="stroke-line" strokeWidth={1} />
        <polyline points={price} fill="none" className="stroke-faint" strokeWidth={1.5} />
        {lines.map(({ orderId, side, isFlagged, isCanceled, y, fromX, toX }) => (
          <g key={orderId} opacity={isFlagged ? 1 : 0.35}>
            <line x1={fromX} x2={Math.max(toX, fromX + 2)} y1={y} y2={y} className={strokes[side]} strokeWidth={4} />
            {isCanceled && (
              <path d={`M${toX - 4} ${y - 4}l8 8m0 -8l-8 8`} fill="none" className="stroke-ink" strokeWidth={1.5} />
            )}
          </g>
        ))}
        {dots.map(({ key, side, isFlagged, x, y }) => (
          <circle key={key} cx={x} cy={y} r={5} opacity={isFlagged ? 1 : 0.35} className={fills[side]} />
        ))}
      </svg>
      <p className="flex flex-wrap gap-x-4 px-3 pb-2 text-sm text-muted">
        <span>
          <span className="font-medium text-accent-text">Buy</span>,{' '}
          <span className="font-medium text-sell-text">sell</span>
        </span>
        <span>Bar: an order, while it stood open</span>
        <span>Cross: canceled unfilled</span>
        <span>Dot: a trade</span>
        <span>Line: the price</span>
      </p>
    </div>
  );
}

/** Goes on by itself while it plays, and stops at the end. */
function useStepper(count: number) {
  const [step, setStep] = useState(count - 1);
  const [isPlaying, setIsPlaying] = useState(false);
  const isRunning = isPlaying && step < count - 1;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setStep(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isRunning, step]);
  const goTo = (next: number) => {
    setIsPlaying(false);
    setStep(Math.max(0, Math.min(count - 1, next)));
  };
  const toggle = () => {
    if (!isRunning && step === count - 1) setStep(0);
    setIsPlaying(!isRunning);
  };
  return { step, isRunning, goTo, toggle };
}

function Steps({
  steps,
  now,
  onChoose,
}: {
  steps: readonly EvidenceStep[];
  now: number;
  onChoose: (step: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Only the list: the page stays where it is.
    const { current } = list;
    const row = current?.children[now] as HTMLElement | undefined;
    if (!current || !row) return;
    const top = row.offsetTop - current.offsetTop;
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + row.offsetHeight > current.scrollTop + current.clientHeight)
      current.scrollTop = top + row.offsetHeight - current.clientHeight;
  }, [now]);
  return (
    <ol ref={list} aria-label="Steps" className="max-h-72 overflow-y-auto rounded-box border border-line">
      {steps.map((step, index) => (
        <li key={index}>
          <button
            type="button"
            aria-current={index === now ? 'step' : undefined}
            onClick={() => onChoose(index)}
            className={classList(
              'flex w-full gap-3 px-3 py-1.5 text-left text-base hover:bg-sunken aria-[current=step]:bg-accent-soft',
              index > now && 'text-faint',
            )}
          >
            <span className="live-number shrink-0 text-sm leading-5 text-faint">{dateTimeText(step.at, 'time')}</span>
            <span className={step.isFlagged ? 'font-medium' : undefined}>{step.text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

export function Replay({ evidence }: { evidence: Evidence }) {
  const { steps } = evidence;
  const { step, isRunning, goTo, toggle } = useStepper(steps.length);
  const id = useId();
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="font-semibold">
        What happened
      </h3>
      <Picture evidence={evidence} until={step} />
      <div className="flex items-center gap-2">
        <Button size="small" onClick={toggle}>
          {isRunning ? <Pause size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
          {isRunning ? 'Pause' : 'Play'}
        </Button>
        <IconButton label="One step back" disabled={step === 0} onClick={() => goTo(step - 1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <input
          type="range"
          aria-label="Step"
          aria-valuetext={steps[step].text}
          min={0}
          max={steps.length - 1}
          value={step}
          onChange={(event) => goTo(Number(event.currentTarget.value))}
          className="min-w-0 flex-1 accent-accent"
        />
        <IconButton label="One step forward" disabled={step === steps.length - 1} onClick={() => goTo(step + 1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
        <span className="live-number text-sm text-muted">{`${step + 1} of ${steps.length}`}</span>
      </div>
      <Steps steps={steps} now={step} onChoose={goTo} />
    </section>
  );
}
