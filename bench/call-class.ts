// A process with the participants of a call: each sends audio and video to the media server, and counts what arrives from the others.
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import { prepareKeys } from '../server/adapters/srtp-keys.ts';

/** Orders from the bench: answer an offer, or send for a while and report. */
export type ClassOrder =
  | { kind: 'offer'; link: string; sdp: string }
  | { kind: 'send'; seconds: number; cameras: number }
  | { kind: 'end' };
/** `delays` are milliseconds from a packet's own time stamp to its arrival; `sent` and `received` are packets. */
export type ClassReport =
  | { kind: 'answer'; link: string; sdp: string }
  | { kind: 'connected'; people: number }
  | { kind: 'counted'; sent: number; received: number; delays: number[] };

/** Audio: fifty packets of 80 bytes a second. Video of 320 by 180: 15 frames a second of two packets each, 250 kbit/s. */
const VOICE = { everyMs: 20, bytes: 80, packets: 1, step: 960, payloadType: 111 };
const CAMERA = { everyMs: 1000 / 15, bytes: 1040, packets: 2, step: 6000, payloadType: 96 };
type Kind = typeof VOICE;

interface Person {
  readonly connection: RTCPeerConnection;
  readonly voice: MediaStreamTrack;
  readonly camera: MediaStreamTrack;
}

const people = new Map<string, Person>();
let sent = 0;
let received = 0;
let delays: number[] = [];

function report(message: ClassReport): void {
  process.send?.(message);
}

async function take(link: string, sdp: string): Promise<void> {
  const codec = (mimeType: string, clockRate: number, payloadType: number, channels?: number) =>
    new RTCRtpCodecParameters({ mimeType, clockRate, payloadType, channels });
  const connection = new RTCPeerConnection({
    codecs: { audio: [codec('audio/OPUS', 48_000, 111, 2)], video: [codec('video/VP8', 90_000, 96)] },
    bundlePolicy: 'max-bundle',
    iceServers: [],
    iceUseIpv6: false,
  });
  const person = {
    connection,
    voice: new MediaStreamTrack({ kind: 'audio' }),
    camera: new MediaStreamTrack({ kind: 'video' }),
  };
  people.set(link, person);
  connection.onTrack.subscribe((track) => track.onReceiveRtp.subscribe((packet) => count(packet)));
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') prepareKeys(connection);
    const connected = [...people.values()].filter((each) => each.connection.connectionState === 'connected');
    report({ kind: 'connected', people: connected.length });
  });
  await connection.setRemoteDescription({ type: 'offer', sdp });
  const [sound, picture] = connection.getTransceivers();
  for (const [transceiver, track] of [
    [sound, person.voice],
    [picture, person.camera],
  ] as const) {
    transceiver.setDirection('sendonly');
    await transceiver.sender.replaceTrack(track);
  }
  await connection.setLocalDescription(await connection.createAnswer());
  report({ kind: 'answer', link, sdp: connection.localDescription?.sdp ?? '' });
}

function count({ payload }: RtpPacket): void {
  received++;
  // Every fiftieth packet is enough for a percentile.
  if (received % 50 === 0) delays.push(performance.now() - payload.readDoubleBE(0));
}

/** Sends everything that has become due since the last call, so that a late timer loses nothing. */
function sending(track: MediaStreamTrack, { everyMs, bytes, packets, step, payloadType }: Kind, offset: number) {
  const startedAt = performance.now() + offset;
  let done = 0;
  let sequenceNumber = 0;
  return (): void => {
    for (; startedAt + done * everyMs <= performance.now(); done++) {
      for (let part = 0; part < packets; part++) {
        sequenceNumber = (sequenceNumber + 1) & 0xffff;
        const payload = Buffer.alloc(bytes);
        payload.writeDoubleBE(performance.now());
        const marker = part === packets - 1;
        track.writeRtp(
          new RtpPacket(new RtpHeader({ payloadType, sequenceNumber, timestamp: done * step, marker }), payload),
        );
        sent++;
      }
    }
  };
}

async function send(seconds: number, cameras: number): Promise<void> {
  sent = 0;
  received = 0;
  delays = [];
  const senders = [...people.values()].flatMap(({ voice, camera }, i) => [
    sending(voice, VOICE, i),
    ...(i < cameras ? [sending(camera, CAMERA, 3 * i)] : []),
  ]);
  const timer = setInterval(() => {
    for (const each of senders) each();
  }, 5);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  clearInterval(timer);
  // Let the last packets arrive.
  await new Promise((resolve) => setTimeout(resolve, 500));
  report({ kind: 'counted', sent, received, delays });
}

process.on('message', (order: ClassOrder) => {
  if (order.kind === 'offer') void take(order.link, order.sdp);
  else if (order.kind === 'send') void send(order.seconds, order.cameras);
  else process.exit(0);
});
