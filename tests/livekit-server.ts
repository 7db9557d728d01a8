// A small server that speaks LiveKit's own protocol to real browsers: signalling, tokens, two peer connections each, and removal of people.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  Codec,
  DisconnectReason,
  JoinResponse,
  LeaveRequest,
  LeaveRequest_Action,
  ParticipantInfo,
  ParticipantInfo_State,
  ParticipantUpdate,
  Pong,
  Room,
  SignalRequest,
  SignalResponse,
} from '@livekit/protocol';
import { AccessToken, TokenVerifier } from 'livekit-server-sdk';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { LiveKitPerson, newId } from './livekit-person.ts';

export const LIVEKIT_KEYS = { apiKey: 'key-of-the-test', apiSecret: 'a-secret-that-is-long-enough-for-livekit' };

type Message = Exclude<SignalResponse['message'], { case: undefined }>;

/** What a token allows. */
interface Place {
  readonly room: string;
  readonly identity: string;
  readonly canPublish: boolean;
}

interface Member {
  readonly room: string;
  readonly person: LiveKitPerson;
  readonly socket: WebSocket;
}

export class LiveKitServer {
  /** The people who were removed, as `istock-ABCDE-12345 p2:page`. */
  readonly removed: string[] = [];
  /** How often each identity was let in. */
  readonly joined: string[] = [];
  readonly #members = new Set<Member>();
  /** From when on tokens of an identity are valid again, in s. */
  readonly #revoked = new Map<string, number>();
  readonly #verifier = new TokenVerifier(LIVEKIT_KEYS.apiKey, LIVEKIT_KEYS.apiSecret);
  readonly #sockets = new WebSocketServer({ noServer: true });
  #http: Server;
  #port = 0;

  private constructor() {
    this.#http = this.#newHttp();
  }

  static async start(): Promise<LiveKitServer> {
    const server = new LiveKitServer();
    await server.#listen();
    return server;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.#port}`;
  }

  /** The people who are in any room now, by identity. */
  get present(): string[] {
    return [...this.#members].map(({ person }) => person.identity);
  }

  /** Disappears without a message. */
  async stop(): Promise<void> {
    for (const member of [...this.#members]) {
      this.#members.delete(member);
      member.socket.terminate();
      await member.person.close();
    }
    this.#http.closeAllConnections();
    await new Promise((closed) => this.#http.close(closed));
  }

  /** Starts again at the same address, without any memory. */
  async restart(): Promise<void> {
    this.#http = this.#newHttp();
    await this.#listen();
  }

  #newHttp(): Server {
    const http = createServer((request, response) => void this.#serve(request, response));
    http.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
    return http;
  }

  async #listen(): Promise<void> {
    await new Promise<void>((listening) => this.#http.listen(this.#port, '127.0.0.1', listening));
    this.#port = (this.#http.address() as AddressInfo).port;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', '*');
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    if (pathname === '/rtc/validate') {
      const isGood = (await this.#seatOf(searchParams)) !== null;
      return void response.writeHead(isGood ? 200 : 401).end(isGood ? 'success' : 'invalid token');
    }
    if (pathname === '/twirp/livekit.RoomService/ListRooms') {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      const isGood = await this.#verifier.verify(token).then(
        ({ video }) => video?.roomList === true,
        () => false,
      );
      response.setHeader('Content-Type', 'application/json');
      return void response.writeHead(isGood ? 200 : 401).end(JSON.stringify(isGood ? {} : { code: 'unauthenticated' }));
    }
    if (pathname !== '/twirp/livekit.RoomService/RemoveParticipant') return void response.writeHead(404).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked = JSON.parse(body) as { room: string; identity: string; revokeTokenTs?: string };
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { video } = await this.#verifier.verify(token);
    response.setHeader('Content-Type', 'application/json');
    if (video?.roomAdmin !== true || video.room !== asked.room)
      return void response.writeHead(403).end(JSON.stringify({ code: 'permission_denied', msg: 'no permission' }));
    this.removed.push(`${asked.room} ${asked.identity}`);
    this.#revoked.set(asked.identity, Number(asked.revokeTokenTs ?? 0));
    const found = this.#find(asked.room, asked.identity);
    if (found === undefined)
      return void response.writeHead(404).end(JSON.stringify({ code: 'not_found', msg: 'participant not found' }));
    await this.#dismiss(found, DisconnectReason.PARTICIPANT_REMOVED);
    response.end('{}');
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    // Browsers try the newest path first, and take the older one if a server does not know it.
    if (pathname !== '/rtc') return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    const seat = await this.#seatOf(searchParams);
    if (seat === null) return void socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      // Nobody can resume an earlier connection: the browser begins anew, as after a restart of LiveKit.
      if (searchParams.get('reconnect') === '1')
        return say(opened, leave(DisconnectReason.STATE_MISMATCH, LeaveRequest_Action.RECONNECT));
      void this.#join(seat, opened);
    });
  }

  async #seatOf(given: URLSearchParams): Promise<Place | null> {
    try {
      const { sub = '', nbf = 0, video } = await this.#verifier.verify(given.get('access_token') ?? '');
      const isRevoked = nbf < (this.#revoked.get(sub) ?? 0);
      if (!video?.roomJoin || !video.room || isRevoked) return null;
      return { room: video.room, identity: sub, canPublish: video.canPublish ?? true };
    } catch {
      return null;
    }
  }

  async #join({ room, identity, canPublish }: Place, socket: WebSocket): Promise<void> {
    const before = this.#find(room, identity);
    if (before !== undefined) await this.#dismiss(before, DisconnectReason.DUPLICATE_IDENTITY);
    const person = new LiveKitPerson({
      identity,
      canPublish,
      say: (message) => say(socket, message),
      onPublished: () => this.#published(member),
    });
    const member: Member = { room, person, socket };
    this.#members.add(member);
    this.joined.push(identity);
    socket.on('message', (bytes: Buffer) => void this.#hear(member, SignalRequest.fromBinary(bytes)));
    socket.on('close', () => void this.#leave(member));
    const others = this.#others(member);
    const join = new JoinResponse({
      room: new Room({ sid: newId('RM'), name: room }),
      participant: person.info,
      otherParticipants: others.map((other) => other.person.info),
      serverVersion: '1.7.2',
      subscriberPrimary: true,
      pingInterval: 5,
      pingTimeout: 15,
      enabledPublishCodecs: ['audio/opus', 'video/VP8'].map((mime) => new Codec({ mime })),
    });
    say(socket, { case: 'join', value: join });
    // Renewed at once, because the token that opens the room is short-lived.
    say(socket, { case: 'refreshToken', value: await refreshed({ room, identity, canPublish }) });
    this.#tell(member, person.info);
    await person.negotiate();
    await person.follow(others.map((other) => other.person));
  }

  async #hear(member: Member, { message }: SignalRequest): Promise<void> {
    const { person, socket } = member;
    if (message.case === 'offer') person.takeOffer(message.value);
    else if (message.case === 'answer') await person.takeAnswer(message.value);
    else if (message.case === 'addTrack') person.add(message.value);
    else if (message.case === 'ping') say(socket, { case: 'pong', value: message.value });
    else if (message.case === 'pingReq') {
      const { timestamp: lastPingTimestamp } = message.value;
      say(socket, { case: 'pongResp', value: new Pong({ lastPingTimestamp, timestamp: BigInt(Date.now()) }) });
    } else if (message.case === 'leave') await this.#leave(member);
    // Candidates are not needed, because every address is known; this server has no use for the other messages.
  }

  #published(member: Member): void {
    this.#tell(member, member.person.info);
    for (const other of this.#others(member)) void this.#follow(other);
  }

  async #dismiss(member: Member, reason: DisconnectReason): Promise<void> {
    say(member.socket, leave(reason, LeaveRequest_Action.DISCONNECT));
    await this.#leave(member);
    member.socket.close();
  }

  async #leave(member: Member): Promise<void> {
    if (!this.#members.delete(member)) return;
    const { sid, identity } = member.person;
    await member.person.close();
    this.#tell(member, new ParticipantInfo({ sid, identity, state: ParticipantInfo_State.DISCONNECTED }));
    for (const other of this.#others(member)) void this.#follow(other);
  }

  #tell(member: Member, info: ParticipantInfo): void {
    const value = new ParticipantUpdate({ participants: [info] });
    for (const { socket } of this.#others(member)) say(socket, { case: 'update', value });
  }

  #follow(member: Member): Promise<void> {
    return member.person.follow(this.#others(member).map(({ person }) => person));
  }

  #others({ room, person }: Member): Member[] {
    return [...this.#members].filter((other) => other.room === room && other.person !== person);
  }

  #find(room: string, identity: string): Member | undefined {
    return [...this.#members].find((member) => member.room === room && member.person.identity === identity);
  }
}

function say(socket: WebSocket, message: Message): void {
  socket.send(new SignalResponse({ message }).toBinary());
}

function leave(reason: DisconnectReason, action: LeaveRequest_Action): Message {
  return { case: 'leave', value: new LeaveRequest({ reason, action }) };
}

async function refreshed({ room, identity, canPublish }: Place): Promise<string> {
  const token = new AccessToken(LIVEKIT_KEYS.apiKey, LIVEKIT_KEYS.apiSecret, { identity, ttl: 600 });
  token.addGrant({ roomJoin: true, room, canPublish });
  return token.toJwt();
}
