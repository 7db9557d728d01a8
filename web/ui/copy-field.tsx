// A text to pass on: readable, selectable, and copied or shared with one press.
import { Check, Copy, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { TextInput } from './text-input.tsx';

const COPIED_FOR_MS = 2000;

export interface CopyFieldProps {
  label: string;
  value: string;
  /** What was copied, as a sentence says it: "Referral code". */
  what: string;
  /** What to share, on devices that can; on others the text is copied. */
  share?: ShareData;
}

export function CopyField({ label, value, what, share }: CopyFieldProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function passOn(): Promise<void> {
    if (share && 'canShare' in navigator && navigator.canShare(share)) {
      // Thrown when the person closes the sheet: nothing to say.
      return navigator.share(share).catch(() => {});
    }
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      // Not allowed, or no secure page: the field can still be selected by hand.
      setOutcome('failed');
    }
  }

  const Icon = outcome === 'copied' ? Check : share ? Share2 : Copy;
  return (
    <div className="flex items-end gap-2">
      <TextInput
        label={label}
        value={value}
        readOnly
        className="min-w-0 flex-1"
        inputClassName="font-mono"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void passOn()} className="h-11 sm:h-9">
        <Icon size={16} aria-hidden="true" />
        {share ? 'Share' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'copied' && `${what} copied`}
        {outcome === 'failed' && 'Copying is not allowed here. Select the text and copy it yourself.'}
      </span>
    </div>
  );
}
