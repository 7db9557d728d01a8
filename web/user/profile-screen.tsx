// The profile: photo, name as registered, referral code, rewards, the look, the password, and where the person is logged in.
import type { ProfileData } from '../../contract/user.ts';
import { useCall } from '../query.ts';
import { Card } from '../ui/card.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { PaletteSwitch, ThemeSwitch } from '../ui/theme-switch.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { LoginList } from './login-list.tsx';
import { FirstPassword, PasswordForm } from './password-form.tsx';
import { PhotoField } from './photo-field.tsx';
import { RewardsSection } from './rewards-section.tsx';
import { SaveCopyButton } from './save-copy-button.tsx';
import { TradeKeysSwitch } from './trade-keys-switch.tsx';

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
      <CopyField label="Referral Code" value={profile.referralCode} what="Referral code" />
      <p className="text-sm text-faint">
        Member since <DateTime at={profile.createdAt} shape="date" />
        {profile.isGoogleLinked && '. You can also log in with Google.'}
      </p>
    </div>
  );
}

function YourData({ profile }: { profile: ProfileData }) {
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          A copy of everything stored about you: profile, orders, trades, every movement of your money, the diary with
          your notes, and the rest. One archive with tables that open in any spreadsheet.
        </p>
        <SaveCopyButton label="Save a copy" />
      </div>
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          Deleting your account erases your data. Shares must be sold first. You can sign up again with the same
          address, as a new person.
        </p>
        <DeleteAccount profile={profile} />
      </div>
    </div>
  );
}

export function ProfileScreen() {
  const { data: profile, error, refetch } = useCall('GET /Userprofile', {});
  return (
    <Screen title="Profile" className="max-w-4xl">
      {/* On wide screens the rewards fill the second column. */}
      <div className="grid items-start gap-4 md:grid-cols-2 md:grid-rows-[auto_auto_1fr]">
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
        <div id="rewards" className="min-w-0 scroll-mt-4 md:col-start-2 md:row-span-3 md:row-start-1">
          <RewardsSection />
        </div>
        <Card title="Look">
          <div className="flex flex-col gap-4">
            <ThemeSwitch showLabel />
            <PaletteSwitch />
            <TradeKeysSwitch />
          </div>
        </Card>
        <Card title="Password">{profile?.hasPassword === false ? <FirstPassword /> : <PasswordForm />}</Card>
      </div>
      <Card title="Where you are logged in" flush>
        <LoginList />
      </Card>
      {profile && (
        <Card title="Your data">
          <YourData profile={profile} />
        </Card>
      )}
    </Screen>
  );
}
