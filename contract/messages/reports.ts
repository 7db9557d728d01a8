// The sentences of reports about people in calls, and of letting in again whom a host has sent away.
import { isolated } from '../wire/isolated.ts';

export const reportMessages = {
  reasonInvalid: 'Choose a reason.',
  wordsTooLong: 'Write at most 500 characters.',
  oneThing: 'Say what you report: a message, or a person.',
  statusInvalid: 'Status must be OPEN or CLOSED.',
  decisionInvalid: 'Choose what to do.',
  noteTooLong: 'A note can be at most 1,000 characters.',
  noMessage: 'This report is about a person. There is no message to delete.',
  closedAlready: 'Another administrator has closed this report already.',
  closed: 'The report is closed.',
  taken: 'Thank you. An administrator will look at it. Nobody in the call is told.',
  letIn: (name: string): string => `${isolated(name)} can come in again.`,
} as const;

/** Why somebody reports what was written, or a person. */
export const reasonTexts = {
  insult: 'Insults somebody',
  threat: 'Threatens somebody',
  sexual: 'Sexual content',
  advertising: 'Advertises, or asks for money',
  private: 'Reveals somebody’s private data',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof reasonTexts;

/** What was decided about a report. */
export const decisionTexts = {
  dismissed: 'Dismissed',
  deleted: 'Message deleted',
  warned: 'Person warned',
  blocked: 'Account blocked',
} as const;
export type ReportDecision = keyof typeof decisionTexts;

/** Without a word of who has reported it. */
export const warningNotice = (call: string): string =>
  `How you behaved in a call (${call}) was reported, and an administrator agrees. Please treat others with respect. If it happens again, your account may be blocked.`;
