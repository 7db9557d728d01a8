// What the screen knows of a call: where it stands, who is in it, what comes of each, and who speaks.
import type { CallPerson, CallState, ChatMessage } from '../../contract/call.ts';
import type { Acknowledgement } from '../../contract/events.ts';
import type { CallEnd, CallRefusal } from '../../contract/messages/live-call.ts';

type CallPhase =
  | { kind: 'entering' }
  | { kind: 'refused'; reason: CallRefusal | null; message: string }
  | { kind: 'inside'; isReconnecting: boolean }
  | { kind: 'ended'; reason: CallEnd };

/**
 * What follows when the room was not entered. Whoever was inside a moment ago is not put out because the server is busy, or was not
 * reached: that passes. `gone`: ended meanwhile, or the server has been started again and knows no codes of before.
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

/** Of several who share a screen the host has the stage, wherever the others sit: nobody takes the class from whoever teaches it. */
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
  /** By the id of the person. */
  readonly remotes: ReadonlyMap<string, RemoteView>;
  readonly speaking: ReadonlySet<string>;
  /** The host has just asked for silence. */
  readonly isMutedByHost: boolean;
  /** The media server of a large call has not been reached for some time. */
  readonly isMediaLost: boolean;
}

export const viewBefore: CallView = {
  phase: { kind: 'entering' },
  me: '',
  state: null,
  chat: [],
  reported: new Set(),
  remotes: new Map(),
  speaking: new Set(),
  isMutedByHost: false,
  isMediaLost: false,
};
