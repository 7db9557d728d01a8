// The profile: the name as registered, the referral code, and how the product looks to this person.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { PaletteSwitch, ThemeSwitch } from '../ui/theme-switch.tsx';

const COPIED_FOR_MS = 2000;

function ReferralCode({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      setOutcome('copied');
    } catch {
      // Not allowed, or no secure page: the field can still be selected by hand.
      setOutcome('failed');
    }
  }

  return (
    <div className="flex items-end gap-2">
      <TextInput
        label="Referral Code"
        value={code}
        readOnly
        className="flex-1"
        inputClassName="font-mono"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void copy()} className="h-11 sm:h-9">
        {outcome === 'copied' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        Copy
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'copied' && 'Referral code copied'}
        {outcome === 'failed' && 'Copying is not allowed here. Select the code and copy it yourself.'}
      </span>
    </div>
  );
}

function Details() {
  const { data, error, refetch } = useCall('GET /Userprofile', {});
  if (error)
    return (
      <ErrorState title="Your profile could not be loaded" reason={error.message} onRetry={() => void refetch()} />
    );
  if (!data)
    return (
      <div className="flex flex-col gap-4">
        <LoadingNote what="your profile" />
        {[1, 2, 3].map((line) => (
          <div key={line} className="flex flex-col gap-1">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-11 sm:h-9" />
          </div>
        ))}
        <Skeleton className="h-5 w-40" />
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <TextInput label="Name as per KYC" value={data.name.toUpperCase()} readOnly />
      <TextInput label="Email" value={data.email} readOnly />
      <ReferralCode code={data.referralCode} />
      <p className="text-sm text-faint">
        Member since <DateTime at={data.createdAt} shape="date" />
      </p>
    </div>
  );
}

export function ProfileScreen() {
  return (
    <Screen title="Profile" className="max-w-4xl">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Card title="You">
          <Details />
        </Card>
        <div className="flex flex-col gap-4">
          <Card title="Look">
            <div className="flex flex-col gap-4">
              <ThemeSwitch showLabel />
              <PaletteSwitch />
            </div>
          </Card>
          <Card title="Your Rewards">
            <p className="text-muted">
              Rewards and the profile photo are not built yet. Your referral code stays the same when they come.
            </p>
          </Card>
        </div>
      </div>
    </Screen>
  );
}
