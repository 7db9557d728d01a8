// What the logins do with the server's answer: keep the token, or say in the spec's words that there is none.
import type { LoginData } from '../../contract/auth.ts';
import { loginMessages } from '../../contract/messages/account.ts';
import { callMessages } from '../../contract/messages/call.ts';
import type { Refusal } from '../api.ts';
import { beginSession } from '../session.ts';

/** The sentence for a refused login; null when the person has already been told in a modal. */
export function refusedLogin(refusal: Refusal): string | null {
  return refusal.message === callMessages.blocked ? null : refusal.message;
}

/** Spec 5: a login needs a token in the response. Answers the sentence when it is missing. */
export function beginLogin(data: Partial<LoginData> | null): string | null {
  if (!data?.token || !data.user) return loginMessages.invalidResponse;
  const { role, name, email } = data.user;
  beginSession({ token: data.token, role, name, email });
  return null;
}
