// A value that follows another one only after it has not changed for a while.
import { useEffect, useState } from 'react';

/** `value` must keep its identity while it means the same. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
