// Asks an administrator to prove who it is, with the password, a code, or both, before something about the second factor changes.
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { Reply, Success } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';

interface Proof {
  password: string;
  code: string;
}

export interface ProofFormProps<Data> {
  asks: readonly (keyof Proof)[];
  intro?: ReactNode;
  action: string;
  tone?: 'primary' | 'danger';
  send: (proof: Proof) => Promise<Reply<Data>>;
  onDone: (reply: Success<Data>) => void;
  onCancel: () => void;
}

export function ProofForm<Data>({
  asks,
  intro,
  action,
  tone = 'primary',
  send,
  onDone,
  onCancel,
}: ProofFormProps<Data>) {
  const [proof, setProof] = useState<Proof>({ password: '', code: '' });
  const [isBusy, setIsBusy] = useState(false);
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string | null>(null);
  const isReady = asks.every((key) => proof[key].trim() !== '');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setIsBusy(true);
    setError(null);
    setMistakes({});
    const reply = await send(proof);
    setIsBusy(false);
    if (reply.ok) return onDone(reply);
    setMistakes(reply.fields);
    // A mistake shown at its field is not repeated.
    setError(asks.some((key) => reply.fields[key]) ? null : reply.message);
    // Each code works only once.
    setProof((before) => ({ ...before, code: '' }));
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex max-w-md flex-col gap-4">
      {intro}
      {asks.includes('password') && (
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          autoFocus
          value={proof.password}
          error={mistakes.password}
          onChange={(event) => setProof({ ...proof, password: event.currentTarget.value })}
        />
      )}
      {asks.includes('code') && (
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          autoFocus={!asks.includes('password')}
          maxLength={32}
          value={proof.code}
          error={mistakes.code}
          onChange={(event) => setProof({ ...proof, code: event.currentTarget.value })}
        />
      )}
      {error && (
        <p role="alert" className="text-down">
          {error}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" tone={tone} busy={isBusy} disabled={!isReady}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
