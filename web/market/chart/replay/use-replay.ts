// A running replay: its instant, manual steps, and playing at a speed. Playing waits for bars that are still loading.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Bar } from '../../../../contract/market.ts';
import { instantAfter, instantBefore } from './replay-view.ts';
import type { BarClock } from './replay-view.ts';

/** Bars per second. */
export const replaySpeeds = [1, 2, 5, 10] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export interface ReplayInput {
  bars: readonly Bar[];
  clock: BarClock;
  instant: number;
  /** There may be later bars than these. */
  hasLater: boolean;
  onInstant: (instant: number) => void;
}

export interface Replay {
  isPlaying: boolean;
  speed: ReplaySpeed;
  canGoOn: boolean;
  canGoBack: boolean;
  setSpeed: (speed: ReplaySpeed) => void;
  play: (isPlaying: boolean) => void;
  /** A manual step: playing stops. */
  step: (isForward: boolean) => void;
}

/** A page in the background does not play: nobody would see it. */
function useHidden(act: () => void): void {
  const onHidden = useEffectEvent(act);
  useEffect(() => {
    const onChange = (): void => {
      if (document.hidden) onHidden();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}

export function useReplay({ bars, clock, instant, hasLater, onInstant }: ReplayInput): Replay {
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<ReplaySpeed>(1);
  const next = instantAfter(bars, clock, instant);
  const before = instantBefore(bars, clock, instant);
  const canGoOn = next !== null || hasLater;
  useHidden(() => setIsPlaying(false));

  // Requested while later bars are still loading: done once they have arrived.
  const [isStepOwed, setIsStepOwed] = useState(false);
  const payStep = useEffectEvent(() => {
    if (next !== null) onInstant(next);
    if (next !== null || !hasLater) setIsStepOwed(false);
  });
  useEffect(() => {
    if (isStepOwed) payStep();
  }, [isStepOwed, next, hasLater]);

  const tick = useEffectEvent(() => {
    if (next !== null) onInstant(next);
    else if (!hasLater) setIsPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => tick(), 1000 / speed);
    return () => clearInterval(timer);
  }, [isPlaying, speed]);

  return {
    isPlaying,
    speed,
    canGoOn,
    canGoBack: before !== null,
    setSpeed,
    play: setIsPlaying,
    step: (isForward) => {
      setIsPlaying(false);
      const to = isForward ? next : before;
      setIsStepOwed(isForward && to === null);
      if (to !== null) onInstant(to);
    },
  };
}
