// Turns results and errors into the one envelope that all replies share.
import { callMessages } from '../../contract/messages/call.ts';
import { isUnavailable } from '../db/open.ts';
import { KeyReused, KeyRunning } from '../exchange/command-keys.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import type { Download, TextFile } from '../handler.ts';
import { HttpError, keyReused, keyRunning, tooMany, unavailable, type Cookie } from '../http-error.ts';

export interface PlainReply {
  status: number;
  body: string;
}

/** The result of any call. */
export interface AnyOutcome {
  data: unknown;
  /** In place of `data`. */
  json?: string | undefined;
  message?: string;
  status?: number;
  success?: boolean;
  cookies?: readonly Cookie[] | undefined;
  html?: string | undefined;
  file?: TextFile | undefined;
  download?: Download | undefined;
  top?: object | undefined;
}

/** What is sent: the envelope, or what replaces it. */
export interface Reply extends PlainReply, Pick<AnyOutcome, 'cookies' | 'html' | 'file' | 'download'> {}

export function replyOf(said: AnyOutcome, status: number): Reply {
  const { cookies, html, file, download } = said;
  return { ...successReply(said, status), cookies, html, file, download };
}

export function successReply(said: AnyOutcome, status: number): PlainReply {
  if (said.json !== undefined)
    return { status, body: `{"success":true,"message":"","data":${said.json},"error":null}` };
  const envelope = { success: said.success ?? true, message: said.message ?? '', data: said.data ?? null, error: null };
  return { status: said.status ?? status, body: JSON.stringify(said.top ? { ...envelope, ...said.top } : envelope) };
}

/** The web framework's own refusals in our words; any other error that is not an HttpError is a fault of ours. */
export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const isOfClient = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  // A client that leaves in the middle of its body also resets a connection, but then nothing of ours is unavailable.
  if (error instanceof ExchangeUnavailable || (!isOfClient && isUnavailable(error))) return unavailable();
  if (error instanceof KeyReused) return keyReused();
  if (error instanceof KeyRunning) return keyRunning();
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new HttpError(413, callMessages.tooLarge);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new HttpError(415, callMessages.unsupportedMedia);
  if (code === 'FST_ERR_RATE_LIMIT') return tooMany(1000, callMessages.tooMany);
  if (isOfClient)
    return new HttpError(
      statusCode === 404 ? 404 : 400,
      statusCode === 404 ? callMessages.notFound : callMessages.malformed,
    );
  return new HttpError(500, callMessages.failed);
}
