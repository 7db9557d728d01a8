// The connection to a LiveKit server, in the same shape as the one to the embedded media server; loaded only when a call needs it.
import { Room, RoomEvent, Track } from 'livekit-client';
import type { RemoteParticipant } from 'livekit-client';
import type { IceServer } from '../../contract/call.ts';
import type { LargeLink, PictureLimit } from './large-link.ts';
import type { Tracks } from './peer.ts';

export interface LiveKitLinkOptions {
  readonly iceServers: readonly IceServer[];
  readonly tracks: Tracks;
  readonly onChange: () => void;
}

/** An identity is the seat and the page. */
const personOf = (identity: string): string => identity.split(':')[0];

export class LiveKitLink implements LargeLink {
  readonly #options: LiveKitLinkOptions;
  readonly #room = new Room({ adaptiveStream: false, dynacast: true, stopLocalTrackOnUnpublish: false });
  #tracks: Tracks;
  #published: Tracks = { sound: null, picture: null };
  #limit: PictureLimit | null = null;
  #streams = new Map<string, MediaStream>();
  /** One thing after another: publishing takes its time. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: LiveKitLinkOptions) {
    this.#options = options;
    this.#tracks = options.tracks;
    for (const event of [RoomEvent.TrackSubscribed, RoomEvent.TrackUnsubscribed, RoomEvent.ParticipantDisconnected])
      this.#room.on(event, () => this.#gather());
    this.#room.on(RoomEvent.ConnectionStateChanged, () => options.onChange());
  }

  get isConnected(): boolean {
    return this.#room.state === 'connected';
  }

  get streams(): ReadonlyMap<string, MediaStream> {
    return this.#streams;
  }

  async open(url: string, token: string): Promise<void> {
    const { iceServers } = this.#options;
    const rtcConfig = iceServers.length > 0 ? { iceServers: iceServers.map((server) => ({ ...server })) } : {};
    await this.#room.connect(url, token, { rtcConfig });
    this.#publish();
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
        if (!this.isConnected) return;
        const { sound, picture } = this.#tracks;
        const before = this.#published;
        this.#published = { sound, picture };
        const own = this.#room.localParticipant;
        if (before.sound !== sound) {
          if (before.sound !== null) await own.unpublishTrack(before.sound, false);
          if (sound !== null) await own.publishTrack(sound, { source: Track.Source.Microphone });
        }
        if (before.picture !== picture) {
          if (before.picture !== null) await own.unpublishTrack(before.picture, false);
          const { bitsPerSecond: maxBitrate = 400_000, framesPerSecond: maxFramerate = 15 } = this.#limit ?? {};
          const videoEncoding = { maxBitrate, maxFramerate };
          if (picture !== null) await own.publishTrack(picture, { source: Track.Source.Camera, videoEncoding });
        }
      })
      .catch(() => undefined);
  }

  #gather(): void {
    const streams = new Map<string, MediaStream>();
    for (const participant of this.#room.remoteParticipants.values()) {
      const tracks = tracksOf(participant);
      const person = personOf(participant.identity);
      const before = this.#streams.get(person);
      const isSame =
        before?.getTracks().length === tracks.length && tracks.every((track) => before.getTracks().includes(track));
      if (tracks.length > 0) streams.set(person, before && isSame ? before : new MediaStream(tracks));
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
