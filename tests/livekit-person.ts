// One participant of the LiveKit test server: media arrives over one connection and is sent over another, as LiveKit does it.
import { randomUUID } from 'node:crypto';
import {
  ParticipantInfo,
  ParticipantInfo_State,
  ParticipantPermission,
  SessionDescription,
  TrackInfo,
  TrackPublishedResponse,
  TrackType,
} from '@livekit/protocol';
import type { AddTrackRequest, SignalResponse } from '@livekit/protocol';
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
import type { MediaStreamTrack, RTCRtpTransceiver } from 'werift';

type Message = Exclude<SignalResponse['message'], { case: undefined }>;
type Kind = 'audio' | 'video';

/** What one participant publishes, and the lines on which others hear or see it. */
export interface Publication {
  readonly info: TrackInfo;
  readonly kind: Kind;
  readonly line: RTCRtpTransceiver;
  readonly listeners: Set<RTCRtpTransceiver>;
}

export interface PersonOptions {
  readonly identity: string;
  readonly canPublish: boolean;
  readonly say: (message: Message) => void;
  /** Called when something is published or withdrawn. */
  readonly onPublished: () => void;
}

export class LiveKitPerson {
  readonly sid = newId('PA');
  readonly identity: string;
  readonly published: Publication[] = [];
  readonly #options: PersonOptions;
  readonly #up = newConnection();
  readonly #down = newConnection();
  readonly #asked: { cid: string; info: TrackInfo }[] = [];
  readonly #heard = new Map<Publication, RTCRtpTransceiver>();
  /** Offers of the browser are answered one after another. */
  #answering: Promise<void> = Promise.resolve();
  #offer = 0;
  #isOffering = false;
  #isChanged = false;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.identity = options.identity;
    // LiveKit opens these, so that there is a connection before anything is published.
    this.#down.createDataChannel('_reliable');
    for (const transport of this.#down.dtlsTransports)
      transport.onRtcp.subscribe((packet) => {
        if (!(packet instanceof RtcpPayloadSpecificFeedback) || !(packet.feedback instanceof PictureLossIndication))
          return;
        const { mediaSsrc } = packet.feedback;
        for (const [publication, line] of this.#heard) if (line.sender.ssrc === mediaSsrc) askForPicture(publication);
      });
    this.#down.connectionStateChange.subscribe((state) => {
      if (state === 'connected') for (const publication of this.#heard.keys()) askForPicture(publication);
    });
  }

  get info(): ParticipantInfo {
    const { sid, identity } = this;
    const tracks = this.published.map(({ info }) => info);
    const permission = new ParticipantPermission({ canPublish: this.#options.canPublish, canSubscribe: true });
    return new ParticipantInfo({ sid, identity, tracks, permission, state: ParticipantInfo_State.ACTIVE });
  }

  /** The browser announces what it will publish; the track itself comes with its next offer. */
  add({ cid, type, source, name, width, height }: AddTrackRequest): void {
    const info = new TrackInfo({ sid: newId('TR'), type, source, name, width, height });
    this.#asked.push({ cid, info });
    this.#options.say({ case: 'trackPublished', value: new TrackPublishedResponse({ cid, track: info }) });
  }

  takeOffer({ sdp, id }: SessionDescription): void {
    this.#answering = this.#answering.then(async () => {
      await this.#up.setRemoteDescription({ type: 'offer', sdp });
      await this.#up.setLocalDescription(await this.#up.createAnswer());
      const answer = this.#up.localDescription?.sdp ?? '';
      this.#options.say({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp: answer, id }) });
      this.#match(sdp);
      this.#options.onPublished();
    });
  }

  async takeAnswer({ sdp }: SessionDescription): Promise<void> {
    await this.#down.setRemoteDescription({ type: 'answer', sdp });
    this.#isOffering = false;
    if (this.#isChanged) await this.negotiate();
  }

  /** Sends this participant exactly what the others publish. */
  async follow(others: readonly LiveKitPerson[]): Promise<void> {
    const wanted = others.flatMap(({ sid, published }) => published.map((publication) => ({ sid, publication })));
    for (const [publication, line] of this.#heard) {
      if (wanted.some((each) => each.publication === publication)) continue;
      publication.listeners.delete(line);
      this.#heard.delete(publication);
      line.setDirection('inactive');
      this.#isChanged = true;
    }
    for (const { sid, publication } of wanted) {
      if (this.#heard.has(publication)) continue;
      const line = this.#down.addTransceiver(publication.kind, { direction: 'sendonly' });
      line.sender.streamIds = [`${sid}|${publication.info.sid}`];
      this.#heard.set(publication, line);
      publication.listeners.add(line);
      this.#isChanged = true;
    }
    if (this.#isChanged) await this.negotiate();
  }

  /** One offer at a time. */
  async negotiate(): Promise<void> {
    this.#isChanged = true;
    if (this.#isOffering) return;
    this.#isOffering = true;
    this.#isChanged = false;
    await this.#down.setLocalDescription(await this.#down.createOffer());
    const sdp = this.#down.localDescription?.sdp ?? '';
    this.#options.say({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp, id: ++this.#offer }) });
    for (const publication of this.#heard.keys()) askForPicture(publication);
  }

  async close(): Promise<void> {
    for (const [publication, line] of this.#heard) publication.listeners.delete(line);
    this.#heard.clear();
    await Promise.all([this.#up.close(), this.#down.close()]);
  }

  /** Matches announced tracks with the lines of the offer that carry them; tracks without a line any more are removed. */
  #match(sdp: string): void {
    const sections = sdp.split(/^m=/m).slice(1);
    const sent = new Map<string, string>();
    for (const section of sections) {
      const [, mid = ''] = /^a=mid:(\S+)/m.exec(section) ?? [];
      const [, cid] = /^a=msid:\S+ (\S+)/m.exec(section) ?? [];
      if (cid !== undefined && /^a=send(only|recv)/m.test(section)) sent.set(cid, mid);
    }
    for (const { cid, info } of this.#asked) {
      const known = this.published.find((publication) => publication.info === info);
      const line = this.#up.getTransceivers().find(({ mid }) => mid !== null && mid === sent.get(cid));
      if (line === undefined && known !== undefined) this.published.splice(this.published.indexOf(known), 1);
      if (line === undefined || known !== undefined) continue;
      const kind = info.type === TrackType.AUDIO ? 'audio' : 'video';
      const publication: Publication = { info, kind, line, listeners: new Set() };
      this.published.push(publication);
      const spread = (track: MediaStreamTrack): void =>
        void track.onReceiveRtp.subscribe((packet) => publication.listeners.forEach((each) => hand(packet, each)));
      line.onTrack.subscribe(spread);
      for (const track of line.receiver.tracks) spread(track);
    }
  }
}

function hand({ header, payload }: RtpPacket, { sender }: RTCRtpTransceiver): void {
  const { marker, sequenceNumber, timestamp } = header;
  void sender
    .sendRtp(new RtpPacket(new RtpHeader({ marker, sequenceNumber, timestamp }), payload))
    .catch(() => undefined);
}

function askForPicture({ kind, line }: Publication): void {
  const { ssrc } = line.receiver.track;
  if (kind === 'video' && ssrc !== undefined) void line.receiver.sendRtcpPLI(ssrc).catch(() => undefined);
}

export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;

function newConnection(): RTCPeerConnection {
  const mid = new RTCRtpHeaderExtensionParameters({ uri: RTP_EXTENSION_URI.sdesMid });
  return new RTCPeerConnection({
    codecs: {
      audio: [new RTCRtpCodecParameters({ mimeType: 'audio/OPUS', clockRate: 48_000, channels: 2, payloadType: 111 })],
      video: [
        new RTCRtpCodecParameters({
          mimeType: 'video/VP8',
          clockRate: 90_000,
          payloadType: 96,
          rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
        }),
      ],
    },
    headerExtensions: { audio: [mid], video: [mid] },
    iceServers: [],
    iceLite: true,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceInterfaceAddresses: { udp4: '127.0.0.1' },
    bundlePolicy: 'max-bundle',
  });
}
