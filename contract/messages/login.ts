// The sentences of logging in and of a login that ends, which every page may need: spec points 5 and 8 word for word, and what they leave open.

export const loginMessages = {
  emailInvalid: 'Please enter a valid email address.',
  passwordTooShort: 'Password must be at least 6 characters long.',
  passwordTooLong: 'Password can be at most 128 characters long.',
  /** One text for unknown address, wrong password and unverified account, so that nobody learns which. */
  failed: 'Something went wrong. Please try again later.',
  invalidResponse: 'Invalid response from server.',
  succeeded: 'Logged in.',
  tooMany: (wait: string) => `Too many attempts. Please try again in ${wait}.`,
  loggedOut: 'You have been logged out. Please contact support if you believe this is a mistake.',
  blockedAlert: 'You have been logged out because your account is blocked.',
  sessionExpired: 'Session expired. Please log in again.',
  refreshed: 'Token refreshed.',
} as const;
