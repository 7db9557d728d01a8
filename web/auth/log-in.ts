// What the login forms do with the server's answer: begin the session, or say in the spec's words why there is none.
import type { LoginData } from '../../contract/auth.ts';
import { loginMessages } from '../../contract/messages/login.ts';
import { callMessages } from '../../contract/messages/call.ts';
import type { Refusal } from '../api.ts';
import { beginSession } from '../session.ts';

/** What a form says about a failure: a sentence, and below it the reason if that is a different one. */
export type Problem = string | { sentence: string; reason: string };

/** Spec 8 has a sentence for each failure. The server's own replaces it, unless the server failed or nobody answered. */
export function problemOf({ status, message }: Pick<Refusal, 'status' | 'message'>, failed: string): Problem {
  const isAnswer = status > 0 && status < 500;
  return isAnswer || message === failed ? message : { sentence: failed, reason: message };
}

/** Why a login was refused; null when a modal has already told the person. */
export function refusedLogin(refusal: Refusal, failed: string = loginMessages.failed): Problem | null {
  return refusal.message === callMessages.blocked ? null : problemOf(refusal, failed);
}

/** Spec 5: a login needs a token in the response. Returns the sentence to show if it is missing. */
export function beginLogin(data: Partial<LoginData> | null): string | null {
  if (!data?.token || !data.user) return loginMessages.invalidResponse;
  const { role, name, email } = data.user;
  beginSession({ token: data.token, role, name, email });
  return null;
}
