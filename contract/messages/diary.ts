// The sentences of the diary's notes and of the profit report.

export const diaryMessages = {
  saved: 'Saved.',
  notesTooLong: 'Notes can be at most 2,000 characters long.',
  notesUnreadable: 'Notes can contain only text.',
  diaryFull: 'Your diary is full: its notes have 20,00,000 letters in all. Shorten or remove some of them first.',
  noteChanged: 'This note has been changed in another window or on another device.',
  tagInvalid: 'A tag is up to 24 letters, digits and hyphens.',
  tagsTooMany: 'A trade can have at most 10 tags.',
  moodInvalid: 'Choose one of the moods.',
  tooManyForNote: 'This day has too many orders for one note: more than 5,000. Your list of orders shows them all.',
  dayInvalid: 'Day must be a day like 2026-01-31.',
  fromInvalid: 'From must be a day like 2026-01-31.',
  toInvalid: 'To must be a day like 2026-01-31.',
  spanBackwards: 'From must not be later than to.',
} as const;

export const profitMessages = {
  rewards: {
    signup: 'Sign-up bonus',
    referrer: 'A friend joined with your code',
    referee: 'Joined with the code of a friend',
    loyalty: 'Loyalty reward',
  },
  takenBack: 'Unused part of the sign-up bonus, taken back',
} as const;
