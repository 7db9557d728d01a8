// An administrator's second factor: an authenticator app, and recovery codes in case it is lost.
import * as z from 'zod/mini';
import { loginInput, passwordField } from '../auth.ts';
import { factorMessages } from '../messages/control.ts';
import { count, text } from '../wire.ts';

const password = passwordField(1, factorMessages.passwordRequired, factorMessages.passwordWrong);

/** Six digits from the app, or a recovery code; spaces and hyphens do not matter. */
const code = text(32, factorMessages.codeWrong).check(z.minLength(1, factorMessages.codeRequired));

export const adminLoginInput = z.extend(loginInput, {
  code: z.optional(z.nullable(text(32, factorMessages.codeWrong))),
});

export const factorState = z.object({ isOn: z.boolean(), recoveryCodesLeft: count });

export const beginFactorInput = z.object({ password });
export const beginFactorData = z.object({
  /** In base 32 for typing, and the same as an address that authenticator apps open. */
  secret: z.string(),
  uri: z.string(),
});

export const confirmFactorInput = z.object({ code });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** Both are required: neither an open screen nor a stolen phone alone is enough to turn the factor off. */
export const provenInput = z.object({ password, code });

export type FactorState = z.output<typeof factorState>;
