// The sentences of what administrators tell people.

export const messageMessages = {
  textRequired: 'Write a message.',
  textTooLong: 'A message can have at most 500 characters.',
  audienceInvalid: 'Say whom the message is for: all, or one user with its userId.',
  sent: 'The message has been sent.',
  onItsWay: 'The message is on its way to everybody.',
  toAdmin: 'Administrators have no notifications. Choose a user or an instructor.',
  toBlocked: 'This account is disabled, so nobody would read the message. Enable it first.',
} as const;
