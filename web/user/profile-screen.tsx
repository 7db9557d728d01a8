// The profile: photo, name as registered, referral code, rewards, the look, the password, and where the person is logged in.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ProfileData } from '../../contract/user.ts';
import { useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { PaletteSwitch, ThemeSwitch } from '../ui/theme-switch.tsx';
import { LoginList } from './login-list.tsx';
import { FirstPassword, PasswordForm } from './password-form.tsx';
import { PhotoField } from './photo-field.tsx';
import { RewardsSection } from './rewards-section.tsx';

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

function LoadingDetails() {
  return (
    <div className="flex flex-col gap-4">
      <LoadingNote what="your profile" />
      <div className="flex items-center gap-3">
        <Skeleton className="h-24 w-24 rounded-full" />
        <Skeleton className="h-9 w-32" />
      </div>
      {[1, 2, 3].map((line) => (
        <div key={line} className="flex flex-col gap-1">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-11 sm:h-9" />
        </div>
      ))}
      <Skeleton className="h-5 w-40" />
    </div>
  );
}

function Details({ profile }: { profile: ProfileData }) {
  return (
    <div className="flex flex-col gap-4">
      <PhotoField name={profile.name} photo={profile.profilePhoto} />
      <TextInput label="Name as per KYC" value={profile.name.toUpperCase()} readOnly />
      <TextInput label="Email" value={profile.email} readOnly />
      <ReferralCode code={profile.referralCode} />
      <p className="text-sm text-faint">
        Member since <DateTime at={profile.createdAt} shape="date" />
        {profile.isGoogleLinked && '. You can also log in with Google.'}
      </p>
    </div>
  );
}

export function ProfileScreen() {
  const { data: profile, error, refetch } = useCall('GET /Userprofile', {});
  return (
    <Screen title="Profile" className="max-w-4xl">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Card title="You">
            {profile && <Details profile={profile} />}
            {!profile && !error && <LoadingDetails />}
            {!profile && error && (
              <ErrorState
                title="Your profile could not be loaded"
                reason={error.message}
                onRetry={() => void refetch()}
              />
            )}
          </Card>
          <RewardsSection />
        </div>
        <div className="flex flex-col gap-4">
          <Card title="Look">
            <div className="flex flex-col gap-4">
              <ThemeSwitch showLabel />
              <PaletteSwitch />
            </div>
          </Card>
          <Card title="Password">{profile?.hasPassword === false ? <FirstPassword /> : <PasswordForm />}</Card>
        </div>
      </div>
      <Card title="Where you are logged in" flush>
        <LoginList />
      </Card>
    </Screen>
  );
}
