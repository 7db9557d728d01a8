// The second factor step by step: the password, the secret for the app, its first code, and the recovery codes that are shown once.
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { FactorState } from '../../../contract/admin/security.ts';
import { call } from '../../api.ts';
import { lazyPart } from '../../lazy-part.ts';
import { invalidateCalls } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { codesLeftText } from './codes-left.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const QrPicture = lazyPart(async () => ({ default: (await import('./qr-picture.tsx')).QrPicture }));

type Step =
  | { at: 'rest' }
  | { at: 'password' }
  | { at: 'app'; secret: string; uri: string }
  | { at: 'codes'; codes: readonly string[]; message: string }
  | { at: 'off' }
  | { at: 'renew' };

const rest: Step = { at: 'rest' };

function Setup({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="flex flex-col gap-3">
      <p>
        Add an account in your authenticator app: read the picture with it, or, on this device, press{' '}
        <b>Open the app</b>. Where neither works, choose &ldquo;enter a setup key&rdquo; in the app and type the key.
        Then enter the code that the app shows.
      </p>
      <Suspense fallback={<Skeleton className="size-48" />}>
        <QrPicture text={uri} label="The setup key as a picture" />
      </Suspense>
      <dl>
        <dt className="text-sm text-muted">Setup key</dt>
        <dd data-testid="factor-secret" className="text-md font-semibold tracking-wide">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </dd>
      </dl>
      <p>
        <a href={uri} className={buttonLook()}>
          Open the app
        </a>
      </p>
    </div>
  );
}

function Rest({ state, go }: { state: FactorState; go: (step: Step) => void }) {
  const { isOn, recoveryCodesLeft } = state;
  const Icon = isOn ? ShieldCheck : ShieldOff;
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-start gap-3">
        <Icon size={20} aria-hidden="true" className={isOn ? 'shrink-0 text-up' : 'shrink-0 text-faint'} />
        <span>
          <Badge tone={isOn ? 'up' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
          <span className="mt-1 block text-muted">
            {isOn
              ? `Logging in needs a code from your authenticator app. ${codesLeftText(recoveryCodesLeft)}`
              : 'Anybody who learns your password can log in. With a second factor, a code from an app on your phone is needed too.'}
          </span>
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => go({ at: 'renew' })}>New recovery codes</Button>
            <Button tone="danger" onClick={() => go({ at: 'off' })}>
              Turn off
            </Button>
          </>
        ) : (
          <Button tone="primary" onClick={() => go({ at: 'password' })}>
            Turn on
          </Button>
        )}
      </div>
    </div>
  );
}

export function FactorCard({ state }: { state: FactorState }) {
  const [step, setStep] = useState<Step>(rest);
  const back = (): void => setStep(rest);
  const refresh = (): void => {
    void invalidateCalls('GET /secondFactor', 'GET /logins');
  };

  switch (step.at) {
    case 'rest':
      return <Rest state={state} go={setStep} />;
    case 'password':
      return (
        <ProofForm
          key="password"
          asks={['password']}
          action="Continue"
          onCancel={back}
          send={({ password }) => call('POST /secondFactor/begin', { password })}
          onDone={({ data }) => setStep({ at: 'app', ...data })}
        />
      );
    case 'app':
      return (
        <ProofForm
          key="app"
          asks={['code']}
          action="Turn on"
          intro={<Setup secret={step.secret} uri={step.uri} />}
          onCancel={back}
          send={({ code }) => call('POST /secondFactor/confirm', { code })}
          onDone={({ data, message }) => {
            refresh();
            setStep({ at: 'codes', codes: data.recoveryCodes, message });
          }}
        />
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} message={step.message} onDone={back} />;
    case 'off':
      return (
        <ProofForm
          key="off"
          asks={['password', 'code']}
          action="Turn off"
          tone="danger"
          intro={<p>Afterwards the password alone lets in. Prove once more that it is you.</p>}
          onCancel={back}
          send={(given) => call('POST /secondFactor/off', given)}
          onDone={() => {
            refresh();
            back();
          }}
        />
      );
    case 'renew':
      return (
        <ProofForm
          key="renew"
          asks={['password', 'code']}
          action="Make new codes"
          intro={<p>The recovery codes you have now become void.</p>}
          onCancel={back}
          send={(given) => call('POST /secondFactor/codes', given)}
          onDone={({ data, message }) => {
            refresh();
            setStep({ at: 'codes', codes: data.recoveryCodes, message });
          }}
        />
      );
  }
}
