// The connection to one other browser: perfect negotiation, tracks that are replaced without renegotiation, and a new path when one breaks.
import type { IceServer } from '../../contract/call.ts';

export interface Tracks {
  readonly sound: MediaStreamTrack | null;
  readonly picture: MediaStreamTrack | null;
}

export type Signal =
  | { event: 'offer'; offer: { type: 'offer'; sdp: string } }
  | { event: 'answer'; answer: { type: 'answer'; sdp: string } }
  | { event: 'ice-candidate'; candidate: RTCIceCandidateInit | null };

export interface PeerOptions {
  readonly iceServers: readonly IceServer[];
  /** If both offer at once, the polite side gives way. Exactly one of the two is polite. */
  readonly isPolite: boolean;
  readonly tracks: Tracks;
  readonly send: (signal: Signal) => void;
  readonly onChange: () => void;
}

const WATCH_MS = 1_000;
/** Shorter interruptions heal by themselves. */
const PATIENCE_MS = 3_000;
/** Between two attempts to find a new path. */
const RETRY_MS = 5_000;

export class Peer {
  /** What arrives: one audio and one video track. */
  readonly stream = new MediaStream();
  /** Marks audio and video as belonging together, so that lips and words stay in sync. */
  readonly #own = new MediaStream();
  readonly #options: PeerOptions;
  readonly #connection: RTCPeerConnection;
  #tracks: Tracks;
  #senders: { sound: RTCRtpSender | null; picture: RTCRtpSender | null } = { sound: null, picture: null };
  #isOffering = false;
  #isIgnoring = false;
  /** Incoming messages are handled one after another. */
  #queue: Promise<void> = Promise.resolve();
  /** Candidates that arrived before the description they belong to. */
  #early: RTCIceCandidateInit[] = [];
  #brokenSince: number | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #pictureBitrate = 0;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(options: PeerOptions) {
    this.#options = options;
    this.#tracks = options.tracks;
    const connection = new RTCPeerConnection(configurationOf(options.iceServers));
    this.#connection = connection;
    connection.addEventListener('icecandidate', ({ candidate }) =>
      options.send({ event: 'ice-candidate', candidate: candidate?.toJSON() ?? null }),
    );
    connection.addEventListener('negotiationneeded', () => void this.#offer());
    connection.addEventListener('track', ({ track }) => {
      this.stream.addTrack(track);
      options.onChange();
    });
    connection.addEventListener('connectionstatechange', () => {
      this.#noteState();
      options.onChange();
    });
    this.#timer = setInterval(() => this.#watch(), WATCH_MS);
  }

  get isConnected(): boolean {
    return this.#connection.connectionState === 'connected';
  }

  /** How loud the other side is now, from 0 to 1. */
  get level(): number {
    const receiver = this.#connection.getReceivers().find(({ track }) => track.kind === 'audio');
    return receiver?.getSynchronizationSources()[0]?.audioLevel ?? 0;
  }

  /** Makes the first offer. The person who was there first calls it. */
  start(): void {
    for (const kind of ['audio', 'video'] as const) {
      const track = kind === 'audio' ? this.#tracks.sound : this.#tracks.picture;
      // Both lines exist from the beginning, with or without a track, so that later tracks need no renegotiation.
      this.#connection.addTransceiver(track ?? kind, { direction: 'sendrecv', streams: [this.#own] });
    }
    this.#findSenders();
  }

  /** The other side's description or address. */
  take(signal: Signal): void {
    this.#queue = this.#queue
      .then(() =>
        signal.event === 'ice-candidate' ? this.#takeCandidate(signal.candidate) : this.#takeDescription(signal),
      )
      // A message that does not fit is out of date: the watch starts again.
      .catch(() => undefined);
  }

  setTracks(tracks: Tracks): void {
    this.#tracks = tracks;
    void this.#senders.sound?.replaceTrack(tracks.sound).catch(() => undefined);
    void this.#senders.picture?.replaceTrack(tracks.picture).catch(() => undefined);
  }

  /** Limits the bit rate of the video: the uplink is shared by everybody one sends to. */
  setPictureBitrate(bitsPerSecond: number): void {
    this.#pictureBitrate = bitsPerSecond;
    this.#applyBitrate();
  }

  /** Messages may have been lost: repeats the last one, or looks for a new path. */
  retry(): void {
    if (this.isConnected && this.#connection.signalingState === 'stable') return;
    this.#triedAt = performance.now();
    if (this.#connection.signalingState === 'have-local-offer') this.#sendDescription();
    // A side that has received no offer yet waits for one.
    else if (this.#connection.remoteDescription !== null) this.#connection.restartIce();
  }

  /** The old credentials end soon: looks for a path with new ones while everything continues over the old one. */
  renew(iceServers: readonly IceServer[]): void {
    this.#connection.setConfiguration(configurationOf(iceServers));
    this.#connection.restartIce();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#connection.close();
  }

  async #offer(): Promise<void> {
    try {
      this.#isOffering = true;
      await this.#connection.setLocalDescription();
      this.#triedAt = performance.now();
      this.#sendDescription();
    } catch {
      // Closed meanwhile, or the other side's offer came first.
    } finally {
      this.#isOffering = false;
    }
  }

  async #takeDescription(signal: Exclude<Signal, { event: 'ice-candidate' }>): Promise<void> {
    const connection = this.#connection;
    const isOffer = signal.event === 'offer';
    const isCollision = isOffer && (this.#isOffering || connection.signalingState !== 'stable');
    this.#isIgnoring = isCollision && !this.#options.isPolite;
    if (this.#isIgnoring || (!isOffer && connection.signalingState !== 'have-local-offer')) return;
    await connection.setRemoteDescription(isOffer ? signal.offer : signal.answer);
    for (const candidate of this.#early.splice(0)) await connection.addIceCandidate(candidate).catch(() => undefined);
    if (!isOffer) return this.#applyBitrate();
    await this.#adopt();
    await connection.setLocalDescription();
    this.#sendDescription();
    this.#applyBitrate();
  }

  async #takeCandidate(candidate: RTCIceCandidateInit | null): Promise<void> {
    if (candidate === null) return;
    if (this.#connection.remoteDescription === null) {
      this.#early.push(candidate);
      return;
    }
    await this.#connection.addIceCandidate(candidate).catch((error: unknown) => {
      // Candidates of an offer that was ignored belong to nothing here.
      if (!this.#isIgnoring) throw error;
    });
  }

  /** Answers an offer with one's own tracks, in the lines that the other side has created. */
  async #adopt(): Promise<void> {
    for (const transceiver of this.#connection.getTransceivers())
      if (transceiver.direction !== 'stopped') transceiver.direction = 'sendrecv';
    this.#findSenders();
    for (const sender of [this.#senders.sound, this.#senders.picture]) sender?.setStreams(this.#own);
    await this.#senders.sound?.replaceTrack(this.#tracks.sound);
    await this.#senders.picture?.replaceTrack(this.#tracks.picture);
  }

  #findSenders(): void {
    const senderOf = (kind: string): RTCRtpSender | null =>
      this.#connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender ?? null;
    this.#senders = { sound: senderOf('audio'), picture: senderOf('video') };
  }

  #sendDescription(): void {
    const description = this.#connection.localDescription;
    if (description?.type === 'offer')
      this.#options.send({ event: 'offer', offer: { type: 'offer', sdp: description.sdp } });
    if (description?.type === 'answer')
      this.#options.send({ event: 'answer', answer: { type: 'answer', sdp: description.sdp } });
  }

  #noteState(): void {
    const isBroken = ['disconnected', 'failed'].includes(this.#connection.connectionState);
    if (!isBroken) this.#brokenSince = null;
    else this.#brokenSince ??= performance.now();
    if (this.isConnected) this.#applyBitrate();
  }

  /** Looks for a new path when the old one stays broken, and repeats an offer that nobody answered. */
  #watch(): void {
    const now = performance.now();
    const isWaiting = this.#connection.signalingState === 'have-local-offer';
    const isBroken = this.#brokenSince !== null && now - this.#brokenSince > PATIENCE_MS;
    if ((isWaiting || isBroken) && now - this.#triedAt > RETRY_MS) this.retry();
  }

  #applyBitrate(): void {
    const sender = this.#senders.picture;
    if (sender === null || this.#pictureBitrate === 0) return;
    const parameters = sender.getParameters();
    if (parameters.encodings.length === 0) return;
    parameters.encodings[0].maxBitrate = this.#pictureBitrate;
    void sender.setParameters(parameters).catch(() => undefined);
  }
}

function configurationOf(iceServers: readonly IceServer[]): RTCConfiguration {
  return { iceServers: iceServers.map((server) => ({ ...server })), bundlePolicy: 'max-bundle' };
}
