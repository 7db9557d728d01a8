// What the two steps of sign-up and of a password reset share: whose code is on its way, and until when it is valid.
import { OTP_SECONDS } from '../../contract/auth.ts';

const key = 'istock.code';

interface PendingCode {
  email: string;
  deadline: number;
}

function saved(): PendingCode | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return value !== null && typeof value === 'object' && 'email' in value && 'deadline' in value
      ? (value as PendingCode)
      : null;
  } catch {
    return null;
  }
}

/** A code has just been sent. Timed by this device's own clock, which may differ from the server's. */
export function codeSent(email: string): number {
  const deadline = Date.now() + OTP_SECONDS * 1000;
  sessionStorage.setItem(key, JSON.stringify({ email, deadline } satisfies PendingCode));
  return deadline;
}

/** Until when the last code for this address is valid; the full time when nothing is known, as in another browser. */
export function codeDeadline(email: string): number {
  const code = saved();
  return code && code.email === email ? code.deadline : Date.now() + OTP_SECONDS * 1000;
}

/** What was entered at sign-up, without the password: a person who comes back because the address was wrong finds it again. */
export interface Entered {
  name: string;
  email: string;
  role: 'user' | 'instructor';
  referralCode: string;
}

let entered: Entered | undefined;

export function rememberEntered(given: Entered): void {
  entered = given;
}

export function rememberedEntered(): Entered | undefined {
  return entered;
}

/** The code has been used. */
export function codeUsed(): void {
  sessionStorage.removeItem(key);
  entered = undefined;
}

// Spec 4: the address of a password reset is kept in memory.
let resetEmail = '';

export function rememberResetEmail(email: string): void {
  resetEmail = email;
}

export function rememberedResetEmail(): string {
  return resetEmail;
}
