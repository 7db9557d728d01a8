// The sentences of live calls: why somebody cannot enter, and how a call ended.

/** For a person who was removed from a lesson. */
export const LET_IN_AGAIN = 'You can come in when the host or an administrator lets you in again.';

/** Why a request of a call was not carried out. */
export const callRefusals = {
  'not-found': 'Room not found',
  full: 'This call is full.',
  removed: 'The host has removed you from this call.',
  'removed-from-class': `The host has removed you from this class. ${LET_IN_AGAIN}`,
  early: 'This lesson is not open yet.',
  over: 'This lesson is over.',
  canceled: 'This lesson has been canceled.',
  stranger: 'This lesson is for those who have a place in it.',
  'not-in-call': 'You are not in this call.',
  'not-host': 'Only the host can do that.',
  'no-message': 'This message is no longer here.',
  'not-yours': 'Only the host can delete what others have written.',
  yourself: 'You cannot report yourself.',
  'nobody-there': 'That person is not connected right now.',
  'said-enough': 'You have written as much as one person can in one call.',
  'too-many': 'You did that too often. Please wait a moment and try again.',
} as const;
export type CallRefusal = keyof typeof callRefusals;

/** How a call ended: for everybody, or only for the one who is told. */
export const callEnds = {
  host: 'The host has ended the call.',
  time: 'The time for this call is over.',
  canceled: 'This lesson has been canceled.',
  removed: 'The host has removed you from this call.',
  unassigned: 'This lesson has been given to another instructor.',
  'no-place': 'You no longer have a place in this lesson.',
  elsewhere: 'You have joined this call in another window.',
  left: 'You have left the call.',
  done: 'You have ended the call.',
  /** Noticed by the browser, when the room is not there on the way back into it. */
  gone: 'This call no longer exists.',
} as const;
export type CallEnd = keyof typeof callEnds;
