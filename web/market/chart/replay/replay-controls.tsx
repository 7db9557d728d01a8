// The controls of a replay: step forward and back, play and pause, speed. Large enough for a thumb, at the lower edge.
import { Pause, Play, StepBack, StepForward } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useMediaQuery } from '../../../ui/media-query.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { replaySpeeds } from './use-replay.ts';
import type { Replay, ReplaySpeed } from './use-replay.ts';

/** People who prefer less motion get no flicker. */
const CALM_SPEED = 2;
const icon = { size: 20, 'aria-hidden': true } as const;

const speedNames = replaySpeeds.map(String);

/** The focus moves along with the replay. */
function useFirstFocus(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return button;
}

export interface ReplayControlsProps {
  replay: Replay;
  onPlay: () => void;
  onStep: (isForward: boolean) => void;
}

export function ReplayControls({ replay, onPlay, onStep }: ReplayControlsProps) {
  const { isPlaying, canGoOn, canGoBack, speed, setSpeed } = replay;
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const forward = useFirstFocus();
  return (
    <div
      role="group"
      aria-label="Replay"
      className="flex flex-wrap items-center justify-center gap-x-6 gap-y-1 border-t border-line px-4 py-1 sm:py-2"
    >
      <div className="flex gap-2">
        {/* Not `disabled`, which would lose the focus at the ends. */}
        <Button
          size="large"
          aria-label="One bar back"
          title="Shift and left"
          aria-disabled={!canGoBack}
          onClick={() => onStep(false)}
          className="aria-disabled:opacity-55"
        >
          <StepBack {...icon} />
        </Button>
        <Button
          size="large"
          tone="primary"
          title="Shift and down"
          aria-disabled={!canGoOn}
          onClick={onPlay}
          className="min-w-28 aria-disabled:opacity-55"
        >
          {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Button
          ref={forward}
          size="large"
          aria-label="One bar forward"
          title="Shift and right"
          aria-disabled={!canGoOn}
          onClick={() => onStep(true)}
          className="aria-disabled:opacity-55"
        >
          <StepForward {...icon} />
        </Button>
      </div>
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="text-sm text-muted">
          Bars per second
        </span>
        <Segmented
          label="Bars per second"
          value={String(speed)}
          choices={speedNames.map((value) => ({
            value,
            label: value,
            disabled: isCalm && Number(value) > CALM_SPEED,
          }))}
          onChoose={(value) => setSpeed(Number(value) as ReplaySpeed)}
        />
      </div>
    </div>
  );
}
