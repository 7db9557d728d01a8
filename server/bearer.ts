// Reads the token out of an Authorization header, as calls, sockets and the figures of the process are given it.

/** Undefined when there is none. The word Bearer may be written in any case (RFC 9110, 11.1). */
export function bearerToken(header: string | undefined): string | undefined {
  return header !== undefined && header.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : undefined;
}
