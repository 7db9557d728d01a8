// The connection to a LiveKit server, in the same shape as the one to the embedded media server; loaded only when a call needs it.
import { LogLevel, Room, RoomEvent, setLogLevel, Track } from 'livekit-client';
import type { RemoteParticipant } from 'livekit-client';
import type { LargeLink, PictureLimit } from './large-link.ts';
import type { Tracks } from './peer.ts';

export interface LiveKitLinkOptions {
  readonly tracks: Tracks;
  readonly onChange: () => void;
}

// Problems are shown on the page instead.
setLogLevel(LogLevel.silent);

/** An identity is the seat and the page. */
const personOf = (identity: string): string => identity.split(':')[0];

export class LiveKitLink implements LargeLink {
  readonly #options: LiveKitLinkOptions;
  readonly #room = new Room({ adaptiveStream: false, dynacast: true, stopLocalTrackOnUnpublish: false });
  #tracks: Tracks;
  readonly #published: { -readonly [Kind in keyof Tracks]: Tracks[Kind] } = { sound: null, picture: null };
  #limit: PictureLimit | null = null;
  #streams = new Map<string, MediaStream>();
  /** One at a time, since publishing takes a while. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: LiveKitLinkOptions) {
    this.#options = options;
    this.#tracks = options.tracks;
    const { TrackSubscribed, TrackUnsubscribed, ParticipantConnected, ParticipantDisconnected } = RoomEvent;
    for (const event of [TrackSubscribed, TrackUnsubscribed, ParticipantConnected, ParticipantDisconnected])
      this.#room.on(event, () => this.#gather());
    // Also publishes what could not be published while there was no connection.
    this.#room.on(RoomEvent.ConnectionStateChanged, () => {
      this.#publish();
      this.#gather();
    });
  }

  get isConnected(): boolean {
    return this.#room.state === 'connected';
  }

  get streams(): ReadonlyMap<string, MediaStream> {
    return this.#streams;
  }

  async open(url: string, token: string): Promise<void> {
    // LiveKit names its own relays. It is not told of ours, which it would use instead.
    await this.#room.connect(url, token);
  }

  levelOf(person: string): number {
    for (const participant of this.#room.remoteParticipants.values())
      if (personOf(participant.identity) === person) return participant.audioLevel;
    return 0;
  }

  setTracks(tracks: Tracks): void {
    this.#tracks = tracks;
    this.#publish();
  }

  setPicture(limit: PictureLimit): void {
    this.#limit = limit;
  }

  close(): void {
    void this.#room.disconnect(false);
  }

  #publish(): void {
    this.#queue = this.#queue
      .then(async () => {
        await this.#replace('sound');
        await this.#replace('picture');
      })
      // The next connection, or the next change, tries again.
      .catch(() => undefined);
  }

  /** Each published track is recorded at once, so that a failed one is known to be missing. */
  async #replace(kind: keyof Tracks): Promise<void> {
    const [before, now] = [this.#published[kind], this.#tracks[kind]];
    if (!this.isConnected || before === now) return;
    const own = this.#room.localParticipant;
    if (before !== null) await own.unpublishTrack(before, false);
    this.#published[kind] = null;
    if (now === null) return;
    const { bitsPerSecond: maxBitrate = 400_000, framesPerSecond: maxFramerate = 15 } = this.#limit ?? {};
    const options =
      kind === 'sound'
        ? { source: Track.Source.Microphone }
        : { source: Track.Source.Camera, videoEncoding: { maxBitrate, maxFramerate } };
    await own.publishTrack(now, options);
    this.#published[kind] = now;
  }

  #gather(): void {
    const streams = new Map<string, MediaStream>();
    for (const participant of this.#room.remoteParticipants.values()) {
      const tracks = tracksOf(participant);
      const person = personOf(participant.identity);
      const before = this.#streams.get(person);
      const isSame =
        before?.getTracks().length === tracks.length && tracks.every((track) => before.getTracks().includes(track));
      // Even without microphone and camera one is connected.
      streams.set(person, before && isSame ? before : new MediaStream(tracks));
    }
    this.#streams = streams;
    this.#options.onChange();
  }
}

function tracksOf(participant: RemoteParticipant): MediaStreamTrack[] {
  return [...participant.trackPublications.values()].flatMap(({ track }) =>
    track === undefined ? [] : [track.mediaStreamTrack],
  );
}
