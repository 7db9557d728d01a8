// What the server answers whatever the call.

/** What the server answers whatever the call. The first four texts are matched by clients: never reword them. */
export const callMessages = {
  tokenExpired: 'Token expired',
  unauthorized: 'Unauthorized',
  blocked: 'User is blocked. Logged out',
  forbidden: 'Forbidden',
  notFound: 'Not found',
  onlyHere: 'Only the machine that Istock runs on may read this, and not through a proxy.',
  methodNotAllowed: 'Method not allowed',
  invalid: 'The request is not valid.',
  fieldInvalid: (field: string) => `${field} is missing or of the wrong kind. The reference at /docs says what it is.`,
  givenTwice: (field: string) => `${field} may be given only once.`,
  notUnderstood: 'That request is not understood.',
  malformed: 'The request could not be read.',
  tooLarge: 'The request is too large.',
  unsupportedMedia: 'Send JSON.',
  tooMany: (wait: string) => `Too many requests. Please try again in ${wait}.`,
  unavailable: 'The service is not available right now. Please try again in a moment.',
  otherVersion: 'This part of the service is being updated. Please try again in a few minutes.',
  failed: 'Something went wrong. Please try again later.',
  keyInvalid: 'An Idempotency-Key has 1 to 255 printable characters.',
  keyReused: 'This Idempotency-Key was used for another request.',
  keyRunning: 'A request with this Idempotency-Key is still running.',
  replyNotKept: 'This was carried out, but its answer could not be kept. Load the page again to see what came of it.',
} as const;
