// How far the review of a flag has come, in the words of the desk.
import type { FlagStatus } from '../../../contract/surveillance.ts';

export const statusTexts: Record<FlagStatus, string> = { NEW: 'New', REVIEWED: 'Reviewed', DISMISSED: 'Dismissed' };
