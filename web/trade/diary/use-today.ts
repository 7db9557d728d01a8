// The current market day; a screen that stays open past midnight in India moves on with it.
import { useSyncExternalStore } from 'react';
import { now, onTimeCorrected } from '../../ui/now.ts';
import { today } from './calendar.ts';

const LOOK_EVERY_MS = 20_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, LOOK_EVERY_MS);
  const stop = onTimeCorrected(onChange);
  return () => {
    clearInterval(timer);
    stop();
  };
}

export function useToday(): string {
  return useSyncExternalStore(subscribe, () => today(now()));
}
