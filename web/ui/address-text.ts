// A search box stored in the address: shown as it is typed, written once typing stops or the box is left, and updated by the back button.
import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 300;

/** `onSettled` gets the trimmed text, but only if it differs from the address. */
export function useAddressText(
  inAddress: string,
  onSettled: (text: string) => void,
): [text: string, type: (text: string) => void, settle: () => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef({ inAddress, onSettled });

  useEffect(() => {
    newest.current = { inAddress, onSettled };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address has changed by itself, unless the person is still typing.
  useEffect(() => {
    if (timer.current === undefined) setTyped(null);
  }, [inAddress]);

  /** The typed text counts now: a person who leaves the box for a button means it. */
  function settle(): void {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const settled = latest.current.trim();
    if (settled !== newest.current.inAddress) newest.current.onSettled(settled);
  }

  function type(text: string): void {
    setTyped(text);
    latest.current = text;
    clearTimeout(timer.current);
    timer.current = setTimeout(settle, TYPING_MS);
  }

  return [typed ?? inAddress, type, settle];
}
