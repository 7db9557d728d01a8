// Reads the token out of an Authorization header, as calls, sockets and the figures of the process are given it.

/** Undefined when there is none. The word Bearer may be written in any case (RFC 9110, 11.1). */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const isBearer = header.startsWith('Bearer ') || header.slice(0, 7).toLowerCase() === 'bearer ';
  return isBearer ? header.slice(7).trim() : undefined;
}
