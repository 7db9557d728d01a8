// What the screen knows about a call: its stage, who is in it, what each sends, and who is speaking.
import type { CallPerson, CallState, ChatMessage } from '../../contract/call.ts';
import type { Acknowledgement } from '../../contract/events.ts';
import type { CallEnd, CallRefusal } from '../../contract/messages/live-call.ts';

type CallPhase =
  | { kind: 'entering' }
  | { kind: 'refused'; reason: CallRefusal | null; message: string }
  | { kind: 'inside'; isReconnecting: boolean }
  | { kind: 'ended'; reason: CallEnd };

/**
 * What to do when the room could not be entered. Somebody who was inside a moment ago is not put out because the server is busy or
 * unreachable: that passes. `gone`: the call has ended, or the server has restarted and no longer knows earlier codes.
 */
export function afterRefusal(
  { kind }: Pick<CallPhase, 'kind'>,
  { message, reason }: Pick<Acknowledgement, 'message' | 'reason'>,
): 'again' | 'gone' | 'refused' {
  if (message === undefined && reason === undefined) return 'again';
  if (kind !== 'inside') return 'refused';
  if (reason === 'not-found') return 'gone';
  return reason === undefined || reason === 'too-many' || reason === 'not-in-call' ? 'again' : 'refused';
}

/** If several share a screen, the host has the stage: nobody takes the class away from its teacher. */
export function presenterOf(people: readonly CallPerson[]): CallPerson | null {
  const sharing = people.filter(({ isSharing, isAway }) => isSharing && !isAway);
  return sharing.find(({ isHost }) => isHost) ?? sharing.at(0) ?? null;
}

export interface RemoteView {
  readonly stream: MediaStream;
  readonly isConnected: boolean;
}

/** What somebody reports: a message by its number, or a person. */
export type Reported = { readonly message: number } | { readonly person: string };

export function reportedKey(about: Reported): string {
  return 'message' in about ? `message ${about.message}` : `person ${about.person}`;
}

export interface CallView {
  readonly phase: CallPhase;
  readonly me: string;
  readonly state: CallState | null;
  readonly chat: readonly ChatMessage[];
  /** What was reported from this page, by its key. */
  readonly reported: ReadonlySet<string>;
  /** Whom the host has sent away, by the id of the person. */
  readonly removed: ReadonlySet<string>;
  /** By the id of the person. */
  readonly remotes: ReadonlyMap<string, RemoteView>;
  readonly speaking: ReadonlySet<string>;
  /** The host has just muted this person. */
  readonly isMutedByHost: boolean;
  /** The media server of a large call has been unreachable for some time. */
  readonly isMediaLost: boolean;
}

export const viewBefore: CallView = {
  phase: { kind: 'entering' },
  me: '',
  state: null,
  chat: [],
  reported: new Set(),
  removed: new Set(),
  remotes: new Map(),
  speaking: new Set(),
  isMutedByHost: false,
  isMediaLost: false,
};
