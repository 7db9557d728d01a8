// What the logins do with the server's answer: keep the token, or say in the spec's words that there is none.
import type { LoginData } from '../../contract/auth.ts';
import { loginMessages } from '../../contract/messages/account.ts';
import { callMessages } from '../../contract/messages/call.ts';
import type { Refusal } from '../api.ts';
import { beginSession } from '../session.ts';

/** What a form says of what did not work: a sentence, and below it the reason where that is another one. */
export type Problem = string | { sentence: string; reason: string };

/** Spec 8 has a sentence for whatever failed. The server's own stands in its place, unless it could not do its work or nobody answered. */
export function problemOf({ status, message }: Pick<Refusal, 'status' | 'message'>, failed: string): Problem {
  const isAnswer = status > 0 && status < 500;
  return isAnswer || message === failed ? message : { sentence: failed, reason: message };
}

/** Why a login was refused; null when the person has already been told in a modal. */
export function refusedLogin(refusal: Refusal, failed: string = loginMessages.failed): Problem | null {
  return refusal.message === callMessages.blocked ? null : problemOf(refusal, failed);
}

/** Spec 5: a login needs a token in the response. Answers the sentence when it is missing. */
export function beginLogin(data: Partial<LoginData> | null): string | null {
  if (!data?.token || !data.user) return loginMessages.invalidResponse;
  const { role, name, email } = data.user;
  beginSession({ token: data.token, role, name, email });
  return null;
}
