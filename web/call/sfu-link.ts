// The connection to the embedded media server: one's own audio and video up, everybody else's down, on lines that the server names.
import type { CallPushOf, IceServer } from '../../contract/call.ts';
import type { LargeLink, PictureLimit } from './large-link.ts';
import type { Tracks } from './peer.ts';

export type Streams = CallPushOf<'media-streams'>['streams'];

export interface SfuLinkOptions {
  readonly iceServers: readonly IceServer[];
  readonly tracks: Tracks;
  readonly answer: (sdp: string) => void;
  readonly onChange: () => void;
}

interface Heard {
  readonly sound: RTCRtpTransceiver;
  readonly picture: RTCRtpTransceiver;
  readonly stream: MediaStream;
}

export class SfuLink implements LargeLink {
  readonly #options: SfuLinkOptions;
  readonly #connection: RTCPeerConnection;
  readonly #heard = new Map<string, Heard>();
  #tracks: Tracks;
  #limit: PictureLimit | null = null;

  constructor(options: SfuLinkOptions) {
    this.#options = options;
    this.#tracks = options.tracks;
    this.#connection = new RTCPeerConnection({
      iceServers: options.iceServers.map((server) => ({ ...server })),
      bundlePolicy: 'max-bundle',
    });
    this.#connection.addEventListener('connectionstatechange', () => {
      if (this.isConnected) this.#applyLimit();
      options.onChange();
    });
  }

  get isConnected(): boolean {
    return this.#connection.connectionState === 'connected';
  }

  get streams(): ReadonlyMap<string, MediaStream> {
    return new Map([...this.#heard].map(([person, { stream }]) => [person, stream]));
  }

  levelOf(person: string): number {
    return this.#heard.get(person)?.sound.receiver.getSynchronizationSources()[0]?.audioLevel ?? 0;
  }

  /** The server's only offer: it has lines for as many people as a call can have. */
  async take(sdp: string): Promise<void> {
    const connection = this.#connection;
    await connection.setRemoteDescription({ type: 'offer', sdp });
    const own = new MediaStream();
    const [sound, picture] = connection.getTransceivers();
    for (const { sender, track, line } of [
      { sender: sound.sender, track: this.#tracks.sound, line: sound },
      { sender: picture.sender, track: this.#tracks.picture, line: picture },
    ]) {
      line.direction = 'sendonly';
      sender.setStreams(own);
      await sender.replaceTrack(track);
    }
    await connection.setLocalDescription();
    this.#options.answer(connection.localDescription?.sdp ?? '');
    this.#applyLimit();
  }

  /** Who is on which lines now. */
  hear(streams: Streams): void {
    for (const person of [...this.#heard.keys()])
      if (!streams.some((each) => each.person === person)) this.#heard.delete(person);
    for (const { person, sound, picture } of streams) {
      const before = this.#heard.get(person);
      if (before?.sound.mid === sound && before.picture.mid === picture) continue;
      const lines = [sound, picture].map((mid) => this.#connection.getTransceivers().find((line) => line.mid === mid));
      const [soundLine, pictureLine] = lines;
      if (soundLine === undefined || pictureLine === undefined) continue;
      const stream = new MediaStream([soundLine.receiver.track, pictureLine.receiver.track]);
      this.#heard.set(person, { sound: soundLine, picture: pictureLine, stream });
    }
    this.#options.onChange();
  }

  setTracks(tracks: Tracks): void {
    this.#tracks = tracks;
    const [sound, picture] = this.#connection.getTransceivers();
    void sound?.sender.replaceTrack(tracks.sound).catch(() => undefined);
    void picture?.sender.replaceTrack(tracks.picture).catch(() => undefined);
  }

  setPicture(limit: PictureLimit): void {
    this.#limit = limit;
    this.#applyLimit();
  }

  close(): void {
    this.#connection.close();
  }

  #applyLimit(): void {
    const sender = this.#connection.getTransceivers()[1]?.sender;
    const parameters = sender?.getParameters();
    if (this.#limit === null || sender === undefined || !parameters?.encodings?.length) return;
    const { bitsPerSecond, framesPerSecond, shrink } = this.#limit;
    Object.assign(parameters.encodings[0], {
      maxBitrate: bitsPerSecond,
      maxFramerate: framesPerSecond,
      scaleResolutionDownBy: shrink,
    });
    void sender.setParameters(parameters).catch(() => undefined);
  }
}
