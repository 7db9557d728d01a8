// How long ago something was, in the words of spec 9: Just now, then Nm ago, Nh ago, Nd ago. The full time stands behind it.
import { useSyncExternalStore } from 'react';
import { noticeMessages } from '../../contract/messages/notice.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/market/day.ts';
import { dateTimeText } from '../ui/date-time.tsx';
import { now, onTimeCorrected } from '../ui/now.ts';

/** With a clock slightly behind the server's, an event that has just happened must not be in the future. */
export function ageText(at: number, looked: number): string {
  const age = Math.max(0, looked - at);
  if (age < MINUTE_MS) return noticeMessages.justNow;
  if (age < HOUR_MS) return noticeMessages.minutesAgo(Math.floor(age / MINUTE_MS));
  if (age < DAY_MS) return noticeMessages.hoursAgo(Math.floor(age / HOUR_MS));
  return noticeMessages.daysAgo(Math.floor(age / DAY_MS));
}

const TICK_MS = 15_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  const stop = onTimeCorrected(listener);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Re-renders only when its words change. */
export function Age({ at, className }: { at: string; className?: string }) {
  const text = useSyncExternalStore(subscribe, () => ageText(Date.parse(at), now()));
  return (
    <time dateTime={at} title={`${dateTimeText(at)} IST`} className={className}>
      {text}
    </time>
  );
}
