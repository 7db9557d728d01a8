// Who in a large call is connected to the media server: joined when a browser asks, and disconnected as soon as the seat is gone.
import type { CallPushName, CallPushOf, CallRequestOf } from '../../contract/call.ts';
import type { LargeMedia, MediaNews } from '../adapters/media.ts';
import type { Rooms, Outcome } from './rooms.ts';

export interface MediaLinksOptions {
  readonly large: LargeMedia | null;
  readonly rooms: Rooms;
  readonly push: <E extends CallPushName>(socket: string, event: E, payload: CallPushOf<E>) => void;
}

interface Link {
  readonly code: string;
  readonly seat: string;
  readonly page: string;
  streams: CallPushOf<'media-streams'>['streams'];
}

const done: Outcome = { refusal: null, effects: [] };

export class MediaLinks {
  readonly #options: MediaLinksOptions;
  readonly #links = new Map<string, Link>();
  #last = 0;

  constructor(options: MediaLinksOptions) {
    this.#options = options;
    options.large?.listen((news) => this.#hear(news));
  }

  /** A browser asks to be connected, for the first time or because its connection is broken. */
  join(socket: string, at: number): Outcome {
    const { large, rooms } = this.#options;
    const place = rooms.placeOf(socket);
    if (large === null || place === undefined || !place.room.isLarge) return { refusal: 'not-in-call' };
    const { room, seat } = place;
    if (!rooms.mayDescribe(seat, at)) return { refusal: 'too-many' };
    const link = String(++this.#last);
    this.#links.set(link, { code: room.code, seat: seat.id, page: seat.page, streams: [] });
    large.join({ link, room: room.code, person: seat.id, page: seat.page, name: seat.name });
    // Afterwards: a page with one name for all its connections must not be disconnected in the middle of returning.
    this.#leave(([id, other]) => id !== link && other.code === room.code && other.seat === seat.id);
    return done;
  }

  answer(socket: string, { sdp, link: answered }: CallRequestOf<'media-answer'>, at: number): Outcome {
    const { large, rooms } = this.#options;
    const place = rooms.placeOf(socket);
    const [link] = [...this.#links].find(([, each]) => place && this.#isOf(each, place)) ?? [];
    if (large === null || place === undefined || link === undefined) return { refusal: 'not-in-call' };
    if (!rooms.mayDescribe(place.seat, at)) return { refusal: 'too-many' };
    // Of an offer that another one has replaced: with this answer, the new one would connect to nobody.
    if (answered !== undefined && answered !== link) return done;
    large.answer(link, sdp);
    return done;
  }

  /** Somebody returned on the same page and may have missed which lines belong to whom. */
  remind(socket: string): void {
    const place = this.#options.rooms.placeOf(socket);
    for (const link of this.#links.values()) if (place && this.#isOf(link, place)) this.#tellStreams(link);
  }

  /** Disconnects at once people who have left, were removed or have reloaded the page. */
  sweep(): void {
    const { rooms } = this.#options;
    this.#leave(([, { code, seat, page }]) => rooms.seat(code, seat)?.page !== page);
  }

  #isOf(link: Link, { room, seat }: { room: { code: string }; seat: { id: string; page: string } }): boolean {
    return link.code === room.code && link.seat === seat.id && link.page === seat.page;
  }

  #leave(isOver: (entry: [string, Link]) => boolean): void {
    for (const entry of [...this.#links].filter(isOver)) {
      this.#links.delete(entry[0]);
      this.#options.large?.leave(entry[0]);
    }
  }

  #hear(news: MediaNews): void {
    const link = this.#links.get(news.link);
    if (link === undefined) return;
    const { code: roomCode } = link;
    switch (news.kind) {
      case 'offer':
        return this.#tell(link, 'media-offer', { roomCode, sdp: news.sdp, link: news.link });
      case 'token':
        return this.#tell(link, 'media-token', { roomCode, url: news.url, token: news.token });
      case 'streams':
        link.streams = news.streams;
        return this.#tellStreams(link);
      case 'lost':
        this.#links.delete(news.link);
        // Otherwise the media server would remember for ever that the browser has asked.
        this.#options.large?.leave(news.link);
        return this.#tell(link, 'media-lost', { roomCode });
    }
  }

  #tellStreams(link: Link): void {
    this.#tell(link, 'media-streams', { roomCode: link.code, streams: link.streams });
  }

  #tell<E extends CallPushName>({ code, seat, page }: Link, event: E, payload: CallPushOf<E>): void {
    const found = this.#options.rooms.seat(code, seat);
    if (found?.page === page && found.socket !== null) this.#options.push(found.socket, event, payload);
  }
}
