// Lets only a link's own browser speak to the media library, which believes packets wherever they come from: a request that a stranger sends
// to its port first, unsigned, would have it speak to the stranger, and never to the browser.
import { parseMessage } from 'werift';
import type { RTCPeerConnection } from 'werift';

type Place = readonly [host: string, port: number];

interface Transport {
  onData: (packet: Buffer, from: Place) => void;
}

/** What the library has below a connection, which its types hide. */
interface Below {
  readonly localPassword: string;
  readonly protocols: readonly { readonly transport: Transport }[];
}

/** RFC 7983: what begins with less is STUN, and everything else that comes is keys or media. */
const FIRST_BEYOND_STUN = 4;
/** A browser that changes its network speaks from another place. */
const MOST_PLACES = 32;

/** Call it as soon as the connection has its ports. */
export function guardDoor({ iceTransports }: RTCPeerConnection): void {
  for (const { connection } of iceTransports) {
    const { localPassword, protocols } = connection as unknown as Below;
    for (const { transport } of protocols) guard(transport, Buffer.from(localPassword));
  }
}

/** A place is known once something came from it that is signed with the password of the offer, which only the browser was told. */
function guard(transport: Transport, password: Buffer): void {
  const take = transport.onData;
  const known = new Set<string>();
  transport.onData = (packet, from) => {
    const place = from.join(' ');
    if (packet[0] < FIRST_BEYOND_STUN) {
      if (parseMessage(packet, password) === undefined) return;
      const [oldest] = known;
      if (known.size >= MOST_PLACES && !known.has(place)) known.delete(oldest);
      known.add(place);
    } else if (!known.has(place)) return;
    take(packet, from);
  };
}
