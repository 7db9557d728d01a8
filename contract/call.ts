// Live calls: who is in one, what browsers tell each other through the room, what the host may do, and what can be reported.
import * as z from 'zod/mini';
import { callEnds } from './messages/live-call.ts';
import type { CallEnd } from './messages/live-call.ts';
import { reasonTexts, reportMessages } from './messages/reports.ts';
import type { ReportReason } from './messages/reports.ts';
import { count, id, idInput, instant, severalLines, text } from './wire.ts';

/** How long a seat is kept after its connection was lost. */
export const REJOIN_MS = 60_000;
/** Spec 9: from the end of a call to the next screen. */
export const CALL_END_REDIRECT_MS = 1_000;
export const CHAT_TEXT_MAX = 1_000;
/** How many of the newest messages somebody gets on entering; older ones stay in the room, where they can be deleted and reported. */
export const CHAT_SHOWN = 200;
/** How long after its end things said in a call can be reported. */
export const REPORT_AFTER_MS = 24 * 3_600_000;
/** A session description from a browser has about 6,000 characters. */
const DESCRIPTION_MAX = 32 * 1024;
const CANDIDATE_MAX = 2 * 1024;
const CODE_GROUP = 5;
export const CODE_LENGTH = 2 * CODE_GROUP;
/** Crockford's base 32: no letter looks like a digit. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);

/** A room code in its standard form, however it was typed: lower case, spaces, O for 0, I and L for 1. Null if it is none. */
export function readRoomCode(given: string): string | null {
  const letters = given
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2015]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return CODE.test(letters) ? `${letters.slice(0, CODE_GROUP)}-${letters.slice(CODE_GROUP)}` : null;
}

// What people and browsers send.

const personId = z.string().check(z.regex(/^p\d{1,9}$/));
/** One page of a browser, chosen by itself: the same page continues where it was after a lost connection. */
const pageId = z.string().check(z.regex(/^[\w-]{1,40}$/));
const sentCode = z.string().check(z.maxLength(64));

const entryFields = {
  page: z.optional(pageId),
  isMuted: z.optional(z.boolean()),
  hasCamera: z.optional(z.boolean()),
};

const description = <Type extends 'offer' | 'answer'>(type: Type) =>
  z.object({ type: z.literal(type), sdp: z.string().check(z.maxLength(DESCRIPTION_MAX)) });

const candidate = z.object({
  candidate: z.string().check(z.maxLength(CANDIDATE_MAX)),
  sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  sdpMLineIndex: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(64)))),
  usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
});

/** `to` may be left out if only one other person is there, as in a plain call of two. */
const addressed = { roomCode: z.optional(sentCode), to: z.optional(personId) };
const aboutRoom = z.optional(z.nullable(z.union([sentCode, z.object({ roomCode: z.optional(sentCode) })])));

export const reportReasons = Object.keys(reasonTexts) as ReportReason[];
export const REPORT_WORDS_MAX = 500;

const reportFields = {
  /** Either a message or a person. */
  message: z.optional(count),
  person: z.optional(personId),
  reason: z.enum(reportReasons, { error: reportMessages.reasonInvalid }),
  words: z._default(severalLines(REPORT_WORDS_MAX, reportMessages.wordsTooLong), ''),
};
const isOneThing = ({ message, person }: { message?: number; person?: string }): boolean =>
  (message === undefined) !== (person === undefined);
const report = z.object(reportFields).check(z.refine(isOneThing, reportMessages.oneThing));

const hostActs = ['mute', 'mute-all', 'lower-hand', 'remove'] as const;
export type HostAct = (typeof hostActs)[number];

/**
 * Spec 7 names `create-room`, `join-room`, `offer`, `answer`, `ice-candidate` and `call-ended`. The room is always the server's to know: a
 * code in a payload decides nothing.
 */
export const callRequests = {
  'create-room': {
    role: 'trader',
    payload: z.optional(z.nullable(z.union([sentCode, z.object(entryFields)]))),
  },
  /** By code, or by the public id of a lesson (`session`). */
  'join-room': {
    role: 'trader',
    payload: z.union([
      sentCode,
      z.object({
        roomCode: z.optional(sentCode),
        code: z.optional(sentCode),
        session: z.optional(idInput),
        ...entryFields,
      }),
    ]),
  },
  /** Whether one would be let into a lesson now, without entering. */
  'call-door': { role: 'trader', payload: z.object({ session: idInput }) },
  offer: { role: 'trader', payload: z.object({ ...addressed, offer: description('offer') }) },
  answer: { role: 'trader', payload: z.object({ ...addressed, answer: description('answer') }) },
  'ice-candidate': { role: 'trader', payload: z.object({ ...addressed, candidate: z.nullable(candidate) }) },
  /** In a large call: asks the media server for an offer, or for a way to connect, again after a broken connection. */
  'media-join': { role: 'trader', payload: aboutRoom },
  'media-answer': {
    role: 'trader',
    payload: z.object({
      roomCode: z.optional(sentCode),
      sdp: z.string().check(z.maxLength(DESCRIPTION_MAX)),
      /** Of the offer that it answers. */
      link: z.optional(sentCode),
    }),
  },
  /** The host ends the call for everybody; anybody else leaves it. */
  'call-ended': { role: 'trader', payload: aboutRoom },
  /** Leaves without ending the call, even for the host. */
  'leave-room': { role: 'trader', payload: aboutRoom },
  /** What others are shown of the sender. */
  'call-me': {
    role: 'trader',
    payload: z.object({
      isMuted: z.optional(z.boolean()),
      hasCamera: z.optional(z.boolean()),
      isSharing: z.optional(z.boolean()),
      isHandUp: z.optional(z.boolean()),
    }),
  },
  'call-chat': {
    role: 'trader',
    /** The sender's own key makes sure that it is said once, however often it is sent. */
    payload: z.object({ text: text(CHAT_TEXT_MAX, 'Too long').check(z.minLength(1)), key: z.optional(pageId) }),
  },
  /** Takes one's own message away from everybody; the host can take anybody's. */
  'call-unsay': { role: 'trader', payload: z.object({ message: count }) },
  /** Reports to the administrators; nobody in the call is told. The same report is stored once. */
  'call-report': { role: 'trader', payload: report },
  'call-host': { role: 'trader', payload: z.object({ act: z.enum(hostActs), person: z.optional(personId) }) },
} as const satisfies Record<string, { role: 'any' | 'trader'; payload: z.ZodMiniType }>;

export type CallRequestName = keyof typeof callRequests;
export type CallRequestOf<E extends CallRequestName> = z.output<(typeof callRequests)[E]['payload']>;
export const callRequestNames = Object.keys(callRequests) as CallRequestName[];

// What the room tells.

const callEndNames = Object.keys(callEnds) as CallEnd[];

const callPerson = z.object({
  id: personId,
  /** Another page means another browser of the same person: connections to the previous one are useless. */
  page: z.string(),
  name: z.string(),
  isHost: z.boolean(),
  /** The connection was lost; the seat is kept for a minute. */
  isAway: z.boolean(),
  /** A muted person is not played, whatever their browser sends. */
  isMuted: z.boolean(),
  hasCamera: z.boolean(),
  isSharing: z.boolean(),
  handUpAt: z.nullable(instant),
});

const callState = z.object({
  roomCode: z.string(),
  /** The public id of the lesson; null for a call by code. */
  session: z.nullable(id),
  title: z.nullable(z.string()),
  openedAt: instant,
  /** When the clock ends it. */
  closesAt: instant,
  mostPeople: count,
  /** Audio and video go through a media server, because there are more people than browsers can send to. */
  isLarge: z.boolean(),
  people: z.array(callPerson),
});

const chatMessage = z.object({
  id: count,
  from: personId,
  name: z.string(),
  /** Written by the host; names alone could be confused. */
  isHost: z.boolean(),
  /** Empty once it was deleted. */
  text: z.string(),
  sentAt: instant,
  isDeleted: z.boolean(),
});

// Afterwards, by the code of the room: what a participant of a call can still report.

export const pastCallInput = z.object({ id: idInput });
export const reportPastCallInput = z
  .object({ id: idInput, ...reportFields })
  .check(z.refine(isOneThing, reportMessages.oneThing));

export const pastCall = z.object({
  /** The code of its room. */
  _id: id,
  /** The public id of the lesson; null for a call by code. */
  session: z.nullable(id),
  title: z.nullable(z.string()),
  openedAt: instant,
  /** Null while it goes on. */
  endedAt: z.nullable(instant),
});

export const pastCallData = z.extend(pastCall, {
  /** Everybody else who was in it until the person left. */
  people: z.array(z.object({ id: personId, name: z.string(), isHost: z.boolean() })),
  /** What others wrote until the person left. */
  chat: z.array(chatMessage),
});

const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});

/** How audio and video travel while a call is small: directly, or through these servers if there is no direct path. */
const mediaWay = z.object({ kind: z.literal('mesh'), iceServers: z.array(iceServer) });

const entry = z.object({
  roomCode: z.string(),
  /** The own id. */
  me: personId,
  state: callState,
  chat: z.array(chatMessage),
  media: mediaWay,
});

const relayed = { roomCode: z.string(), from: personId, to: personId };
const named = z.object({ roomCode: z.string(), from: personId, name: z.string() });

export const callPushes = {
  'room-created': { audience: 'call', payload: entry },
  'room-joined': { audience: 'call', payload: entry },
  /** Somebody has joined, or returned with another page: the person who receives this makes the offer. */
  'user-joined': { audience: 'call', payload: named },
  'user-left': { audience: 'call', payload: z.extend(named, { /** By the host. */ isRemoved: z.boolean() }) },
  offer: { audience: 'call', payload: z.object({ ...relayed, offer: description('offer') }) },
  answer: { audience: 'call', payload: z.object({ ...relayed, answer: description('answer') }) },
  'ice-candidate': { audience: 'call', payload: z.object({ ...relayed, candidate: z.nullable(candidate) }) },
  'call-ended': { audience: 'call', payload: z.object({ roomCode: z.string(), reason: z.enum(callEndNames) }) },
  'call-state': { audience: 'call', payload: callState },
  'call-chat': { audience: 'call', payload: chatMessage },
  /** A message was deleted. */
  'call-unsaid': { audience: 'call', payload: z.object({ roomCode: z.string(), message: count }) },
  /**
   * The embedded media server's offer: the first two lines are for one's own audio and video, the others for incoming ones. `link` is
   * sent back with its answer, since another offer may be on its way.
   */
  'media-offer': { audience: 'call', payload: z.object({ roomCode: z.string(), sdp: z.string(), link: z.string() }) },
  /** If the media server is LiveKit: its address, and the token for one's own seat. */
  'media-token': { audience: 'call', payload: z.object({ roomCode: z.string(), url: z.string(), token: z.string() }) },
  /** The lines of the offer on which each of the others is heard and seen. */
  'media-streams': {
    audience: 'call',
    payload: z.object({
      roomCode: z.string(),
      streams: z.array(z.object({ person: personId, sound: z.string(), picture: z.string() })),
    }),
  },
  /** The media server has lost the connection: ask again. */
  'media-lost': { audience: 'call', payload: z.object({ roomCode: z.string() }) },
  /** Relay credentials expire: new ones, to be used from now on. */
  'call-media': { audience: 'call', payload: z.object({ roomCode: z.string(), media: mediaWay }) },
  /** The host mutes this person. */
  'call-muted': { audience: 'call', payload: z.object({ roomCode: z.string() }) },
} as const satisfies Record<string, { audience: 'call'; payload: z.ZodMiniType }>;

export type CallPushName = keyof typeof callPushes;
export type CallPushOf<E extends CallPushName> = z.output<(typeof callPushes)[E]['payload']>;
export type CallState = z.output<typeof callState>;
export type CallPerson = z.output<typeof callPerson>;
export type CallEntry = z.output<typeof entry>;
export type ChatMessage = z.output<typeof chatMessage>;
export type PastCall = z.output<typeof pastCall>;
export type PastCallData = z.output<typeof pastCallData>;
export type IceServer = z.output<typeof iceServer>;
export type MediaWay = z.output<typeof mediaWay>;
