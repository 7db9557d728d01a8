// A search box stored in the address: shown as it is typed, written once typing stops, and updated by the back button.
import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 300;

/** `onSettled` gets the trimmed text, but only if it differs from the address. */
export function useAddressText(
  inAddress: string,
  onSettled: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef({ inAddress, onSettled });

  useEffect(() => {
    newest.current = { inAddress, onSettled };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address has changed by itself, unless somebody is still typing.
  useEffect(() => {
    if (timer.current === undefined) setTyped(null);
  }, [inAddress]);

  function type(text: string): void {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const settled = text.trim();
      if (settled !== newest.current.inAddress) newest.current.onSettled(settled);
    }, TYPING_MS);
  }

  return [typed ?? inAddress, type];
}
