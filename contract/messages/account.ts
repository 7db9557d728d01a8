// The sentences of sign-up, passwords and the profile: spec points 5 and 8 word for word, and what they leave open. Those of a login are in login.ts.

export const signupMessages = {
  nameRequired: 'Full Name is required',
  nameTooLong: 'Full Name can be at most 80 characters long',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  passwordTooShort: 'Password must be at least 6 characters long',
  passwordTooLong: 'Password can be at most 128 characters long',
  confirmRequired: 'Confirm Password is required',
  mismatch: 'Passwords do not match',
  roleRequired: 'Role is required: user or instructor',
  referralInvalid: 'This referral code is not known',
  failed: 'Something went wrong. Please try again later.',
  accepted: 'An OTP has been sent to your email.',
} as const;

export const googleMessages = {
  failed: 'Something went wrong during Google login. Please try again later.',
  succeeded: 'Successfully logged in with Google!',
  notConfigured: 'Google sign-in is not set up on this server. Please log in with your email and password.',
  passwordNeeded: 'This email already has an account here. Enter its password once to connect it with Google.',
  passwordWrong: 'The password is not correct.',
  unreachable: 'Google could not be reached. Please log in with your email and password, or try again later.',
} as const;

export const passwordMessages = {
  currentRequired: 'Current password is required.',
  currentWrong: 'The current password is not correct.',
  /** Each of these three is said below the refusal of what was sent again, because the first try had no answer. */
  mayBeChanged: 'If the try before has arrived after all, the new password is in force already.',
  same: 'The new password is the same as the current one.',
  none: 'This account has no password yet. Set one with "Forgot password" on the login page.',
  changed: 'Your password has been changed. You have been logged out everywhere else.',
} as const;

export const loginListMessages = {
  ended: 'The login has been ended.',
  othersEnded: 'You have been logged out everywhere else.',
} as const;

export const otpMessages = {
  tooShort: 'OTP is required and should be at least 4 characters long.',
  invalid: 'Invalid OTP. Please try again.',
  mayHaveCome: 'A code may have come by mail already.',
  mayBeVerified: 'If the try before has arrived after all, your account is open already: you can log in.',
  verified: 'OTP verified! You are successfully signed up.',
  resent: 'New OTP sent to your email!',
  resendFailed: 'Failed to resend OTP. Please try again.',
  /** Also said for an address that gets no mail, so that nobody learns which do. */
  mailTooSoon: (wait: string) => `You can ask for another OTP in ${wait}.`,
  expired: 'OTP expired. Please request a new one.',
  countdown: (seconds: number) => `OTP expires in: ${seconds} seconds`,
} as const;

export const resetMessages = {
  emailRequired: 'Email is required.',
  emailInvalid: 'Please enter a valid email.',
  otpTooShort: 'OTP is required and must be at least 6 characters.',
  passwordTooShort: 'Password is required and must be at least 8 characters.',
  passwordTooLong: 'Password can be at most 128 characters.',
  sent: 'An OTP has been sent to your email.',
  sendFailed: 'Something went wrong. Please try again.',
  succeeded: 'Your password has been successfully reset!',
  failed: 'Invalid OTP or password reset failed',
  mayBeReset: 'If the try before has arrived after all, your new password is set already: you can log in with it.',
} as const;

export const photoMessages = {
  typeInvalid: 'Choose a JPEG, PNG or WebP picture.',
  nameInvalid: 'The file name must have 1 to 255 characters.',
  ownerInvalid: 'Send your own id as userId.',
  tooLarge: 'The picture can be at most 2 MB.',
  unreadable: 'This file cannot be read as a picture. Please choose another one.',
  linkInvalid: 'This upload address is not valid or has been used. Please choose the picture again.',
  notUploaded: 'Upload the picture first, then save it.',
  uploaded: 'The picture has been uploaded.',
  saved: 'Your profile photo has been saved.',
  removed: 'Your profile photo has been removed.',
} as const;
