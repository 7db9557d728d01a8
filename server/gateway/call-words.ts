// How a call and its reply are written on the bus.
import type { Caller } from '../handler.ts';
import type { Cookie } from '../http-error.ts';
import type { AnyCall } from '../http/perform.ts';

/** A call that a gateway has let in: who calls is known, and the exchange takes the gateway's word for it. */
export interface CallHead extends Omit<AnyCall, 'input' | 'given' | 'user'> {
  readonly call: string;
  readonly user: Caller | null;
  /** Taken up later than this, by the exchange's clock, it is not done any more: the gateway may have given up on it. */
  readonly by: number;
}

/** Asks for the next piece of a download that has begun. */
export interface MoreHead {
  readonly more: string;
}

/** News of the payment provider: the signed bytes, in base64, are the body. */
export interface NewsHead {
  readonly news: string;
  readonly by: number;
}

/** The body of the message is what goes out, unless it is a piece of a download. */
export type ReplyHead =
  | { readonly kind: 'reply'; readonly status: number; readonly cookies?: readonly Cookie[] | undefined }
  | { readonly kind: 'html' }
  | { readonly kind: 'file'; readonly name: string; readonly type: string }
  | { readonly kind: 'download'; readonly name: string; readonly type: string; readonly id: string }
  /** In base64; the last one is empty. */
  | { readonly kind: 'piece' }
  | { readonly kind: 'error'; readonly status: number; readonly message: string; readonly details: ErrorDetails }
  /** Not done, and not to be done: too late, or unknown to this version. */
  | { readonly kind: 'late' }
  | { readonly kind: 'unknown' };

interface ErrorDetails {
  readonly code: string;
  readonly fields?: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly cookies: readonly Cookie[];
}
