// Spec 2: for the host, `Share this code: {code}`, with a press that copies the address others can open.
import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';

const COPIED_FOR_MS = 2_000;

/** `session`: the lesson, whose code and address open the room to those alone who have a place in it. */
export function ShareCode({ code, session }: { code: string; session: string | null }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    const way = session === null ? `code=${code}` : `session=${session}`;
    // Not allowed, or no secure page: the code can still be read out and selected.
    await navigator.clipboard
      ?.writeText(`${location.origin}/videocall?${way}`)
      .then(() => setIsCopied(true))
      .catch(() => undefined);
  }

  return (
    <span className="ml-auto flex items-center gap-2">
      <span className="text-sm text-muted">
        Share this code:{' '}
        <strong className="font-mono font-semibold whitespace-nowrap text-ink select-all">{code}</strong>
      </span>
      <Button size="small" onClick={() => void copy()}>
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Link2 size={14} aria-hidden="true" />}
        {isCopied ? 'Copied' : 'Copy link'}
      </Button>
    </span>
  );
}
