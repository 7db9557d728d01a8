// The calls for reporting afterwards what was said in a call that one was in.
import { callRefusals } from '../../contract/messages/live-call.ts';
import { reportMessages } from '../../contract/messages/reports.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound, tooMany } from '../http-error.ts';
import type { Calls } from './calls.ts';

const PATIENCE_MS = 6 * 60_000;

/** `calls` exist once people are let in. */
export function pastCallHandlers(
  calls: () => Pick<Calls, 'pastCalls' | 'pastCall' | 'reportPast'>,
): Pick<Handlers, 'GET /pastCalls' | 'GET /pastCall/{id}' | 'POST /reportPastCall/{id}'> {
  return {
    async 'GET /pastCalls'({ user }) {
      return { data: calls().pastCalls(user.accountNo) };
    },
    async 'GET /pastCall/{id}'({ input, user }) {
      const data = calls().pastCall(user.accountNo, input.id);
      if (data === null) throw notFound();
      return { data };
    },
    async 'POST /reportPastCall/{id}'({ input: { id, ...report }, user }) {
      const refusal = await calls().reportPast(user.accountNo, id, report);
      if (refusal === null) return { message: reportMessages.taken, data: null };
      if (refusal === 'not-found' || refusal === 'not-in-call') throw notFound();
      if (refusal === 'too-many') throw tooMany(PATIENCE_MS, callRefusals[refusal]);
      throw new HttpError(refusal === 'yourself' ? 409 : 404, callRefusals[refusal], { code: refusal });
    },
  };
}
