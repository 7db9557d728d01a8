// One call as the screen sees it: enters through the socket, keeps a connection to each of the others, and returns after an interruption.
import type { CallEntry, CallPerson, CallPushOf, CallState, HostAct, MediaWay } from '../../contract/call.ts';
import type { Acknowledgement, RequestName, RequestOf } from '../../contract/events.ts';
import type { ReportReason } from '../../contract/messages/reports.ts';
import type { CallEnd } from '../../contract/messages/live-call.ts';
import { newIdempotencyKey } from '../api.ts';
import { followSocket } from '../live.ts';
import type { LiveSocket } from '../live-socket.ts';
import { askLive } from './ask-live.ts';
import { afterRefusal, reportedKey, viewBefore } from './call-view.ts';
import type { CallView, RemoteView, Reported } from './call-view.ts';
import { EndWish } from './end-wish.ts';
import { HandWish } from './hand-wish.ts';
import { LargeCall } from './large-call.ts';
import { pictureLimit } from './large-link.ts';
import type { LocalMedia } from './local-media.ts';
import { Peer } from './peer.ts';
import type { Signal, Tracks } from './peer.ts';
import { ShortAbsences } from './short-absences.ts';
import { soundLevelOf } from './sound-level.ts';
import type { SoundLevel } from './sound-level.ts';

export type CallTarget = { kind: 'new' } | { kind: 'code'; code: string } | { kind: 'lesson'; id: string };

const LEVEL_MS = 250;
const SPEAKING_LEVEL = 0.02;
const OWN_SPEAKING_LEVEL = 0.25;
/** The most that a home's uplink is asked to carry, shared among the people one sends to. */
const UPLINK_BITS = 2_500_000;
const PICTURE_BITS = { least: 250_000, most: 1_500_000 };
const ANSWER_MS = 10_000;
const AGAIN_MS = 3_000;

export class CallSession {
  readonly #media: LocalMedia;
  /** Identifies this page, so that the others keep their connections to it when it returns after an interruption. */
  readonly #page = newIdempotencyKey();
  readonly #peers = new Map<string, { peer: Peer; page: string }>();
  readonly #listeners = new Set<() => void>();
  readonly #closers: (() => void)[] = [];
  /** Set once the call has outgrown direct connections. */
  #large: LargeCall | null = null;
  #target: CallTarget;
  #socket: LiveSocket | null = null;
  #view = viewBefore;
  /** As the server has it; the view leaves out short absences. */
  #state: CallState | null = null;
  readonly #absences = new ShortAbsences(() => this.#state && this.#stateChanged(this.#state));
  #way: MediaWay = { kind: 'mesh', iceServers: [] };
  #ownLevel: SoundLevel | null = null;
  #levelTrack: MediaStreamTrack | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #end = new EndWish(
    () => (this.#socket?.connected ? this.#ask('call-ended', { roomCode: this.#view.state?.roomCode }) : null),
    () => this.#over('done'),
  );
  readonly #hand = new HandWish((isHandUp) => this.#ask('call-me', { isHandUp }));

  constructor(target: CallTarget, media: LocalMedia) {
    this.#target = target;
    this.#media = media;
    this.#closers.push(followSocket((live) => this.#connected(live)));
    this.#closers.push(media.subscribe(() => this.#mediaChanged()));
    const timer = setInterval(() => this.#listenToLevels(), LEVEL_MS);
    this.#closers.push(() => clearInterval(timer));
  }

  get view(): CallView {
    return this.#view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get me(): CallPerson | undefined {
    return this.#view.state?.people.find(({ id }) => id === this.#view.me);
  }

  async setMicrophone(isOn: boolean): Promise<void> {
    await this.#media.setMicrophone(isOn);
    this.#change({ isMutedByHost: false });
  }

  setCamera(isOn: boolean): Promise<void> {
    return this.#media.setCamera(isOn);
  }

  async share(): Promise<void> {
    await this.#media.openScreen({ isWanted: () => !this.#isOver, onEnd: () => this.stopSharing() });
  }

  stopSharing(): void {
    this.#media.closeScreen();
  }

  readonly raiseHand = (isHandUp: boolean): void => void this.#hand.set(isHandUp);

  /** Repeating it with the first attempt's key says it once, whether or not the first one arrived. */
  say(text: string, key: string): Promise<Acknowledgement> {
    return this.#ask('call-chat', { text, key });
  }

  unsay(message: number): Promise<Acknowledgement> {
    return this.#ask('call-unsay', { message });
  }

  readonly report = async (about: Reported, reason: ReportReason, words: string): Promise<Acknowledgement> => {
    const answer = await this.#ask('call-report', { ...about, reason, words });
    if (answer.ok) this.#change({ reported: new Set([...this.#view.reported, reportedKey(about)]) });
    return answer;
  };

  moderate(act: HostAct, person?: string): Promise<Acknowledgement> {
    return this.#ask('call-host', { act, person });
  }

  /** The host ends the call for everybody. It is left only once the server has confirmed that: otherwise the others would still be in it. */
  readonly end = (): Promise<Acknowledgement> => this.#end.set();

  /** Also on the way in: the server may have taken the seat already, and takes one request after the other. */
  leave(): void {
    if (!this.#isOver) void this.#ask('leave-room', { roomCode: this.#view.state?.roomCode });
    this.#over('left');
  }

  /** The screen is gone. */
  close(): void {
    this.leave();
    this.#listeners.clear();
  }

  async #ask<E extends RequestName>(event: E, payload: RequestOf<E>): Promise<Acknowledgement> {
    if (!this.#socket?.connected) return { ok: false };
    return (await askLive(this.#socket, { event, payload, withinMs: ANSWER_MS })) ?? { ok: false };
  }

  /** Now, and whenever the connection is back. */
  #connected(live: LiveSocket): void {
    if (this.#socket !== live) {
      this.#socket = live;
      this.#listen(live);
    }
    clearTimeout(this.#again);
    void this.#enter();
  }

  async #enter(): Promise<void> {
    const { view } = this.#media;
    const own = { page: this.#page, isMuted: !view.isMicrophoneOn, hasCamera: view.isCameraOn };
    const { kind, ...where } = this.#target;
    const asked = { ...own, ...('id' in where ? { session: where.id } : where) };
    const answer = await this.#ask(kind === 'new' ? 'create-room' : 'join-room', asked);
    if (answer.ok || this.#isOver) return;
    const next = afterRefusal(this.#view.phase, answer);
    if (next === 'gone') return this.#over('gone');
    if (next === 'again') return this.#enterAgain();
    // Without a reason, the seat may have been taken all the same, or be taken yet.
    if (answer.reason === undefined) void this.#ask('leave-room', undefined);
    this.#tearDown();
    this.#change({ phase: { kind: 'refused', reason: answer.reason ?? null, message: answer.message ?? '' } });
  }

  /** If the connection is lost again meanwhile, the next one asks again. */
  #enterAgain(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#socket?.connected && !this.#isOver && void this.#enter(), AGAIN_MS);
  }

  get #isOver(): boolean {
    return this.#view.phase.kind === 'ended' || this.#view.phase.kind === 'refused';
  }

  #listen(live: LiveSocket): void {
    const hear = <Payload>(event: string, act: (payload: Payload) => void): void => {
      live.on(event as never, act as never);
      this.#closers.push(() => live.off(event as never, act as never));
    };
    hear<CallEntry>('room-created', (entry) => this.#entered(entry));
    hear<CallEntry>('room-joined', (entry) => this.#entered(entry));
    hear<CallState>('call-state', (state) => this.#stateChanged(state));
    hear<{ from: string }>('user-joined', ({ from }) => this.#greet(from));
    hear<CallPushOf<'user-left'>>('user-left', ({ from, isRemoved }) => {
      if (isRemoved) this.#change({ removed: new Set([...this.#view.removed, from]) });
    });
    hear<CallPushOf<'call-chat'>>('call-chat', (message) => this.#change({ chat: [...this.#view.chat, message] }));
    hear<CallPushOf<'call-unsaid'>>('call-unsaid', ({ message }) =>
      this.#change({
        chat: this.#view.chat.map((said) => (said.id === message ? { ...said, text: '', isDeleted: true } : said)),
      }),
    );
    hear<CallPushOf<'call-media'>>('call-media', ({ media }) => {
      this.#way = media;
      for (const { peer } of this.#peers.values()) peer.renew(media.iceServers);
    });
    hear('call-muted', () => void this.#media.setMicrophone(false).then(() => this.#change({ isMutedByHost: true })));
    hear<{ reason: CallEnd }>('call-ended', ({ reason }) => this.#over(reason));
    hear<{ from: string; offer: { type: 'offer'; sdp: string } }>('offer', ({ from, offer }) =>
      this.#peerFor(from)?.take({ event: 'offer', offer }),
    );
    hear<{ from: string; answer: { type: 'answer'; sdp: string } }>('answer', ({ from, answer }) =>
      this.#peers.get(from)?.peer.take({ event: 'answer', answer }),
    );
    hear<{ from: string; candidate: RTCIceCandidateInit | null }>('ice-candidate', ({ from, candidate }) =>
      this.#peerFor(from)?.take({ event: 'ice-candidate', candidate }),
    );
    hear<CallPushOf<'media-offer'>>('media-offer', (offer) => this.#large?.offered(offer));
    hear<CallPushOf<'media-token'>>('media-token', (token) => void this.#large?.admitted(token));
    hear<CallPushOf<'media-streams'>>('media-streams', ({ streams }) => this.#large?.streamed(streams));
    hear('media-lost', () => this.#large?.lost());
    hear('disconnect', () => {
      if (this.#view.phase.kind === 'inside') this.#change({ phase: { kind: 'inside', isReconnecting: true } });
    });
  }

  #entered({ me, state, chat, media }: CallEntry): void {
    if (this.#isOver) return;
    const isSameRoom = state.roomCode === this.#view.state?.roomCode;
    const hasHandUp = !isSameRoom && typeof this.me?.handUpAt === 'string';
    const isSameSeat = isSameRoom && me === this.#view.me;
    if (isSameSeat) this.#large?.returned();
    else {
      for (const id of [...this.#peers.keys()]) this.#drop(id);
      this.#closeLarge();
    }
    this.#way = media;
    // After an interruption a call by code is the same call, not a new one.
    if (this.#target.kind === 'new') this.#target = { kind: 'code', code: state.roomCode };
    const { reported, removed } = isSameRoom ? this.#view : viewBefore;
    this.#change({ me, chat, reported, removed, phase: { kind: 'inside', isReconnecting: false } });
    this.#stateChanged(state);
    this.#end.entered();
    void this.#hand.entered(hasHandUp); // In a new room no hand is raised.
    if (!isSameSeat) return;
    for (const { id, isAway } of this.#others()) {
      const known = this.#peers.get(id);
      // Somebody who joined while this page was cut off waits for its offer.
      if (known === undefined && !isAway) this.#greet(id);
      else known?.peer.retry();
    }
  }

  #others(): CallPerson[] {
    return this.#state?.people.filter(({ id }) => id !== this.#view.me) ?? [];
  }

  #stateChanged(state: CallState): void {
    const wasAway = new Set(this.#others().flatMap(({ id, isAway }) => (isAway ? [id] : [])));
    this.#change({ state: this.#absences.shown(this.#state, state) });
    this.#state = state;
    if (state.isLarge) this.#growLarge();
    else this.#closeLarge();
    const others = new Map(this.#others().map((person) => [person.id, person]));
    for (const [id, { page }] of this.#peers) if (others.get(id)?.page !== page) this.#drop(id);
    for (const { id, isAway } of others.values()) if (!isAway && wasAway.has(id)) this.#peers.get(id)?.peer.retry();
    this.#shareUplink();
    this.#tellOwn(); // A switch may have gone back before the room had heard of it.
  }

  /** The direct connections are kept until everything arrives through the media server. */
  #growLarge(): void {
    this.#large ??= new LargeCall({
      iceServers: () => this.#way.iceServers,
      tracks: () => this.#tracks(),
      join: () => void this.#ask('media-join', { roomCode: this.#view.state?.roomCode }),
      answer: (answer) => void this.#ask('media-answer', { roomCode: this.#view.state?.roomCode, ...answer }),
      onChange: () => {
        if (this.#large?.isConnected) for (const id of [...this.#peers.keys()]) this.#drop(id);
        this.#showRemotes();
      },
    });
  }

  #closeLarge(): void {
    this.#large?.close();
    this.#large = null;
  }

  /** Somebody has joined: offer them audio and video. */
  #greet(id: string): void {
    if (this.#peers.has(id)) this.#drop(id);
    this.#peerFor(id)?.start();
  }

  /** Messages go only to people who are in the room. */
  #peerFor(id: string): Peer | undefined {
    const known = this.#peers.get(id);
    if (known !== undefined) return known.peer;
    if (this.#large !== null) return undefined;
    const page = this.#others().find((person) => person.id === id)?.page;
    if (page === undefined) return undefined;
    const peer = new Peer({
      iceServers: this.#way.iceServers,
      isPolite: numberOf(this.#view.me) > numberOf(id),
      tracks: this.#tracks(),
      send: (signal) => this.#send(id, signal),
      onChange: () => this.#showRemotes(),
    });
    this.#peers.set(id, { peer, page });
    this.#shareUplink();
    return peer;
  }

  #send(to: string, signal: Signal): void {
    const { event, ...what } = signal;
    void this.#ask(event, { roomCode: this.#view.state?.roomCode, to, ...what } as never);
  }

  #drop(id: string): void {
    this.#peers.get(id)?.peer.close();
    this.#peers.delete(id);
    this.#showRemotes();
  }

  #tracks(): Tracks {
    const { microphone, camera, screen } = this.#media.view;
    return { sound: microphone, picture: screen ?? camera };
  }

  /** Devices and switches: others get the new track, and are told what is on. */
  #mediaChanged(): void {
    const tracks = this.#tracks();
    for (const { peer } of this.#peers.values()) peer.setTracks(tracks);
    this.#large?.setTracks(tracks);
    this.#shareUplink();
    this.#tellOwn();
  }

  #tellOwn(): void {
    const { me } = this;
    if (me === undefined) return;
    const { isMicrophoneOn, isCameraOn, screen } = this.#media.view;
    const isSharing = screen !== null;
    if (me.isMuted === !isMicrophoneOn && me.hasCamera === isCameraOn && me.isSharing === isSharing) return;
    void this.#ask('call-me', { isMuted: !isMicrophoneOn, hasCamera: isCameraOn, isSharing });
  }

  #shareUplink(): void {
    const { least, most } = PICTURE_BITS;
    const bits = Math.min(most, Math.max(least, UPLINK_BITS / Math.max(1, this.#peers.size)));
    for (const { peer } of this.#peers.values()) peer.setPictureBitrate(Math.round(bits));
    const isSharing = this.#media.view.screen !== null;
    this.#large?.setPicture(pictureLimit(this.#others().length + 1, this.me?.isHost ?? false, isSharing));
  }

  #showRemotes(): void {
    const remotes = new Map<string, RemoteView>();
    for (const [id, { peer }] of this.#peers) remotes.set(id, { stream: peer.stream, isConnected: peer.isConnected });
    const isConnected = this.#large?.isConnected ?? false;
    for (const [id, stream] of this.#large?.streams ?? [])
      if (isConnected || !remotes.has(id)) remotes.set(id, { stream, isConnected });
    this.#change({ remotes, isMediaLost: this.#large?.isLost ?? false });
  }

  #listenToLevels(): void {
    const { microphone, isMicrophoneOn } = this.#media.view;
    if (microphone !== this.#levelTrack) {
      this.#ownLevel?.close();
      this.#ownLevel = microphone === null ? null : soundLevelOf(microphone);
      this.#levelTrack = microphone;
    }
    const speaking = new Set<string>();
    for (const { id, isMuted } of this.#others()) if (!isMuted && this.#levelOf(id) > SPEAKING_LEVEL) speaking.add(id);
    if (isMicrophoneOn && (this.#ownLevel?.read() ?? 0) > OWN_SPEAKING_LEVEL) speaking.add(this.#view.me);
    const isSame =
      speaking.size === this.#view.speaking.size && [...speaking].every((id) => this.#view.speaking.has(id));
    if (!isSame) this.#change({ speaking });
  }

  #levelOf(id: string): number {
    return Math.max(this.#peers.get(id)?.peer.level ?? 0, this.#large?.levelOf(id) ?? 0);
  }

  #over(reason: CallEnd): void {
    if (this.#isOver) return;
    this.#tearDown();
    this.#change({ phase: { kind: 'ended', reason } });
  }

  #tearDown(): void {
    clearTimeout(this.#again);
    this.#absences.close();
    for (const close of this.#closers.splice(0)) close();
    for (const { peer } of this.#peers.values()) peer.close();
    this.#peers.clear();
    this.#closeLarge();
    this.#ownLevel?.close();
    this.#ownLevel = null;
    this.#media.closeScreen();
  }

  #change(changes: Partial<CallView>): void {
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

const numberOf = (id: string): number => Number(id.slice(1));
