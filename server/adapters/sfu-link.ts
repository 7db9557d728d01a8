// The connection between the embedded media server and one browser: one audio and one video stream up, and one of each down per other person.
import { networkInterfaces } from 'node:os';
import {
  PictureLossIndication,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  RtcpPayloadSpecificFeedback,
  RtpHeader,
  RtpPacket,
  RTP_EXTENSION_URI,
} from 'werift';
import type { RTCRtpTransceiver, RtcpPacket } from 'werift';
import { guardDoor } from './sfu-door.ts';
import { StreamTimes } from './sfu-stream.ts';
import { prepareKeys } from './srtp-keys.ts';

export type Kind = 'audio' | 'video';
const KINDS: readonly Kind[] = ['audio', 'video'];
const CLOCK_RATES: Record<Kind, number> = { audio: 48_000, video: 90_000 };
/** Key frames are large: no browser is asked for one more often than this. */
const KEY_FRAME_MS = 500;
const ICE_LITE = 'a=ice-lite\r\n';

export interface LinkPlace {
  /** The address that browsers are given; null for all addresses of this machine. At one that no other machine reaches, nothing else is opened. */
  readonly address: string | null;
  readonly ports: readonly [number, number];
}

interface Line {
  readonly transceiver: RTCRtpTransceiver;
  readonly times: StreamTimes;
}

type Pair = Record<Kind, Line> & { source: Link | null };

/** Which person a browser receives, and on which of its media lines (their `mid`). */
export interface Stream {
  person: string;
  sound: string;
  picture: string;
}

export class Link {
  readonly person: string;
  readonly #place: LinkPlace;
  readonly #connection: RTCPeerConnection;
  readonly #up: Record<Kind, RTCRtpTransceiver>;
  readonly #pairs: Pair[];
  readonly #listeners = new Set<{ link: Link; pair: Pair }>();
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: NodeJS.Timeout | undefined;

  /** @param onLost the connection has broken for good */
  constructor(person: string, others: number, place: LinkPlace, onLost: () => void) {
    this.person = person;
    this.#place = place;
    const connection = new RTCPeerConnection(configuration(place));
    this.#connection = connection;
    const line = (kind: Kind): Line => {
      const transceiver = connection.addTransceiver(kind, { direction: 'sendonly' });
      return { transceiver, times: new StreamTimes(CLOCK_RATES[kind]) };
    };
    this.#up = {
      audio: connection.addTransceiver('audio', { direction: 'recvonly' }),
      video: connection.addTransceiver('video', { direction: 'recvonly' }),
    };
    this.#pairs = Array.from({ length: others }, () => ({ audio: line('audio'), video: line('video'), source: null }));
    for (const kind of KINDS)
      this.#up[kind].onTrack.subscribe((track) =>
        track.onReceiveRtp.subscribe((packet) => this.#forward(kind, packet)),
      );
    // The library by itself would pass a request for a key frame back to the browser that sent it.
    for (const transport of connection.dtlsTransports)
      transport.onRtcp.subscribe((packet) => this.#passKeyFrameRequest(packet));
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'connected') {
        prepareKeys(connection);
        for (const { source } of this.#pairs) source?.requestKeyFrame();
      }
      if (state === 'failed' || state === 'closed') onLost();
    });
  }

  async offer(): Promise<string> {
    const offer = await this.#connection.createOffer();
    await this.#connection.setLocalDescription(offer);
    guardDoor(this.#connection);
    return this.#withAddresses(this.#connection.localDescription?.sdp ?? '');
  }

  async take(answer: string): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: answer });
  }

  /** Assigns a pair of lines to each of the others; those who have one keep it. */
  listenTo(others: readonly Link[]): void {
    for (const pair of this.#pairs) if (pair.source !== null && !others.includes(pair.source)) this.#release(pair);
    const unheard = others.filter((link) => !this.#pairs.some(({ source }) => source === link));
    for (const link of unheard) {
      const free = this.#pairs.find(({ source }) => source === null);
      if (free === undefined) return;
      free.source = link;
      link.#listeners.add({ link: this, pair: free });
      link.requestKeyFrame();
    }
  }

  get streams(): Stream[] {
    return this.#pairs.flatMap(({ source, audio, video }) =>
      source === null
        ? []
        : [{ person: source.person, sound: audio.transceiver.mid ?? '', picture: video.transceiver.mid ?? '' }],
    );
  }

  /** Asks this browser for a key frame, which can be shown without the frames before it; at once, or as soon as it may be asked again. */
  requestKeyFrame(): void {
    this.#asking ??= setTimeout(
      () => {
        this.#asking = undefined;
        const { receiver } = this.#up.video;
        const { ssrc } = receiver.track;
        if (ssrc === undefined || this.#connection.connectionState !== 'connected') return;
        this.#askedAt = performance.now();
        void receiver.sendRtcpPLI(ssrc).catch(() => undefined);
      },
      Math.max(0, this.#askedAt + KEY_FRAME_MS - performance.now()),
    );
  }

  close(): void {
    clearTimeout(this.#asking);
    for (const pair of this.#pairs) this.#release(pair);
    for (const { pair } of this.#listeners) pair.source = null;
    this.#listeners.clear();
    void this.#connection.close().catch(() => undefined);
  }

  #release(pair: Pair): void {
    const { source } = pair;
    pair.source = null;
    if (source === null) return;
    for (const listener of source.#listeners) if (listener.pair === pair) source.#listeners.delete(listener);
  }

  #passKeyFrameRequest(packet: RtcpPacket): void {
    if (!(packet instanceof RtcpPayloadSpecificFeedback) || !(packet.feedback instanceof PictureLossIndication)) return;
    const { mediaSsrc } = packet.feedback;
    this.#pairs.find(({ video }) => video.transceiver.sender.ssrc === mediaSsrc)?.source?.requestKeyFrame();
  }

  #forward(kind: Kind, packet: RtpPacket): void {
    for (const { link, pair } of this.#listeners) link.#send(pair[kind], this, packet);
  }

  /** Each listener gets a packet of its own, since the library's sender writes its own identifiers into it. */
  #send({ transceiver, times }: Line, source: Link, { header, payload }: RtpPacket): void {
    if (this.#connection.connectionState !== 'connected') return;
    const { marker } = header;
    const loudness = header.extensions.filter(
      ({ id }) => this.#connection.extIdUriMap[id] === RTP_EXTENSION_URI.audioLevelIndication,
    );
    const own = new RtpHeader({
      marker,
      ...times.next(source, header, performance.now()),
      extension: true,
      extensions: loudness,
    });
    void transceiver.sender.sendRtp(new RtpPacket(own, payload)).catch(() => undefined);
  }

  /**
   * This end speaks ICE lite, which the standard has said above all media lines, where Firefox looks for it; the library says it of each of them.
   * Without it both ends would wait for the other to choose the path.
   */
  #withAddresses(sdp: string): string {
    const { address } = this.#place;
    const addresses = address === null ? ownAddresses() : [address];
    const [session, ...media] = sdp.replaceAll(ICE_LITE, '').split(/^(?=m=)/m);
    return [session, ICE_LITE, ...media.map((line) => withCandidates(line, addresses))].join('');
  }
}

/** Replaces the candidates of a media line by one for each address that browsers are given; one port receives what comes for any of them. */
function withCandidates(media: string, addresses: readonly string[]): string {
  let isWritten = false;
  return media
    .split('\r\n')
    .flatMap((line) => {
      if (!line.startsWith('a=candidate:')) return [line];
      if (isWritten) return [];
      isWritten = true;
      const words = line.split(' ');
      return addresses.map((each, i) =>
        [`a=candidate:${i + 1}`, ...words.slice(1, 4), each, ...words.slice(5)].join(' '),
      );
    })
    .join('\r\n');
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
}

function configuration({ ports, address }: LinkPlace): ConstructorParameters<typeof RTCPeerConnection>[0] {
  return {
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: 'audio/OPUS',
          clockRate: CLOCK_RATES.audio,
          channels: 2,
          payloadType: 111,
          // Silence is not sent.
          parameters: 'minptime=10;useinbandfec=1;usedtx=1',
        }),
      ],
      // The one video codec that every browser has.
      video: [
        new RTCRtpCodecParameters({
          mimeType: 'video/VP8',
          clockRate: CLOCK_RATES.video,
          payloadType: 96,
          rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
        }),
      ],
    },
    headerExtensions: {
      audio: extensions('sdesMid', 'audioLevelIndication'),
      video: extensions('sdesMid', 'absSendTime'),
    },
    iceServers: [],
    // Browsers look for the path; this end only answers, at an address that they can reach.
    iceLite: true,
    iceUseIpv6: false,
    icePortRange: [...ports],
    bundlePolicy: 'max-bundle',
    ...(address?.startsWith('127.')
      ? { iceAdditionalHostAddresses: [address], iceInterfaceAddresses: { udp4: address } }
      : {}),
  };
}

function extensions(...names: (keyof typeof RTP_EXTENSION_URI)[]): RTCRtpHeaderExtensionParameters[] {
  return names.map((name) => new RTCRtpHeaderExtensionParameters({ uri: RTP_EXTENSION_URI[name] }));
}
