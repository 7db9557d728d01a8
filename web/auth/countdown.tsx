// The line that counts down how long a code is still valid (spec 4).
import { useEffect, useState } from 'react';
import { otpMessages } from '../../contract/messages/account.ts';

function secondsUntil(deadline: number): number {
  return Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
}

export function Countdown({ deadline }: { deadline: number }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(deadline));
  useEffect(() => {
    setSeconds(secondsUntil(deadline));
    const timer = setInterval(() => setSeconds(secondsUntil(deadline)), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  return (
    <p role="timer" className={seconds > 0 ? 'text-muted' : 'text-down'}>
      {seconds > 0 ? otpMessages.countdown(seconds) : otpMessages.expired}
    </p>
  );
}
