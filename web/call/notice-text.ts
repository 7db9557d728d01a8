// What a call says over its picture, in one sentence at a time.
import type { CallView } from './call-view.ts';

const CLOSING_MS = 5 * 60_000;

export function lengthText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export interface NoticeInput {
  view: Pick<CallView, 'isMediaLost'>;
  /** One's own connection. */
  isLost: boolean;
  people: number;
  closesInMs: number;
  trouble: string | null;
  news: string | null;
  isJustMuted: boolean;
  /** A message could not be sent, and its field is out of sight. */
  isUnsaid: boolean;
}

/** The most urgent first. */
export function noticeText(input: NoticeInput): string | null {
  const { isMediaLost } = input.view;
  const { isLost, people, closesInMs, trouble, news, isJustMuted, isUnsaid } = input;
  if (isLost) return 'The connection was lost. Reconnecting.';
  if (isMediaLost) return 'Sound and picture cannot reach the media server. Trying again.';
  if (trouble !== null || news !== null) return trouble ?? news;
  if (isUnsaid) return 'Your message could not be sent. Open the chat to send it again.';
  if (isJustMuted) return 'The host has muted you.';
  if (closesInMs < CLOSING_MS) return `This call closes in ${lengthText(closesInMs + 59_999)}.`;
  // Whether the others are still to come, or have left: the browser does not know after a reload.
  return people === 1 ? 'You are the only one here.' : null;
}
