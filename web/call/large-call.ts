// Audio and video of a large call: asks for a media server, connects to it, and asks again when the connection breaks.
import type { CallPushOf, IceServer } from '../../contract/call.ts';
import type { LargeLink, PictureLimit } from './large-link.ts';
import type { Tracks } from './peer.ts';
import { SfuLink } from './sfu-link.ts';
import type { Streams } from './sfu-link.ts';

export interface LargeCallOptions {
  readonly iceServers: () => readonly IceServer[];
  readonly tracks: () => Tracks;
  /** Asks the server how to connect. */
  readonly join: () => void;
  readonly answer: (answer: { sdp: string; link: string }) => void;
  readonly onChange: () => void;
}

const WATCH_MS = 1_000;
/** Shorter interruptions heal by themselves. */
const PATIENCE_MS = 6_000;
/** Between two attempts. */
const RETRY_MS = 12_000;
/** After this long without a connection, people are told. */
const TELL_MS = 10_000;

export class LargeCall {
  readonly #options: LargeCallOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  #link: LargeLink | null = null;
  #limit: PictureLimit | null = null;
  #askedAt = 0;
  #brokenSince: number | null = performance.now();
  #isTold = false;
  #isClosed = false;

  constructor(options: LargeCallOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#watch(), WATCH_MS);
    this.#ask();
  }

  get isConnected(): boolean {
    return this.#link?.isConnected ?? false;
  }

  /** It has been unreachable for some time. */
  get isLost(): boolean {
    return this.#isTold;
  }

  get streams(): ReadonlyMap<string, MediaStream> {
    return this.#link?.streams ?? new Map();
  }

  levelOf(person: string): number {
    return this.#link?.levelOf(person) ?? 0;
  }

  /** An offer from the embedded media server. */
  offered({ sdp, link: id }: CallPushOf<'media-offer'>): void {
    const { iceServers, tracks, answer } = this.#options;
    const link = new SfuLink({
      iceServers: iceServers(),
      tracks: tracks(),
      answer: (own) => answer({ sdp: own, link: id }),
      onChange: () => this.#link === link && this.#changed(),
    });
    this.#replace(link);
    // If it cannot be used, the watch asks again.
    link.take(sdp).catch(() => undefined);
  }

  /** LiveKit takes over; its client is loaded only now. */
  async admitted({ url, token }: CallPushOf<'media-token'>): Promise<void> {
    const { tracks } = this.#options;
    try {
      const { LiveKitLink } = await import('./livekit-link.ts');
      // The client looks for its way back by itself, too.
      if (this.#isClosed || this.isConnected) return;
      const link = new LiveKitLink({
        tracks: tracks(),
        onChange: () => this.#link === link && this.#changed(),
      });
      this.#replace(link);
      await link.open(url, token);
    } catch {
      // The watch asks again, and tells people if it takes long.
      this.#changed();
    }
  }

  streamed(streams: Streams): void {
    if (this.#link instanceof SfuLink) this.#link.hear(streams);
  }

  /** The connection to the room is back: an offer may have been missed. */
  returned(): void {
    if (!this.isConnected) this.#ask();
  }

  lost(): void {
    this.#replace(null);
    this.#ask();
  }

  setTracks(tracks: Tracks): void {
    this.#link?.setTracks(tracks);
  }

  setPicture(limit: PictureLimit): void {
    this.#limit = limit;
    this.#link?.setPicture(limit);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#link?.close();
    this.#link = null;
  }

  #replace(link: LargeLink | null): void {
    this.#link?.close();
    this.#link = link;
    if (link !== null && this.#limit !== null) link.setPicture(this.#limit);
    this.#changed();
  }

  #ask(): void {
    this.#askedAt = performance.now();
    this.#options.join();
  }

  #changed(): void {
    if (this.#isClosed) return;
    if (this.isConnected) this.#brokenSince = null;
    else this.#brokenSince ??= performance.now();
    this.#isTold &&= !this.isConnected;
    this.#options.onChange();
  }

  #watch(): void {
    const now = performance.now();
    const brokenMs = this.#brokenSince === null ? 0 : now - this.#brokenSince;
    if (brokenMs > TELL_MS && !this.#isTold) {
      this.#isTold = true;
      this.#options.onChange();
    }
    if (brokenMs > PATIENCE_MS && now - this.#askedAt > RETRY_MS) this.#ask();
  }
}
