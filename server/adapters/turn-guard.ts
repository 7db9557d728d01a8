// Decides what the embedded relay carries: only between browsers in calls, never into private networks, and a limited amount per account.
import { BlockList, isIPv4 } from 'node:net';

/** Private, loopback, link-local, shared, multicast and otherwise reserved: IANA's IPv4 special-purpose address registry. */
const RESERVED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** In a mesh of six, a browser needs a relay per other person and per transport, and twice as many while it renews its connections. */
const MOST_RELAYS = 40;
/** Per account, in both directions together: five videos out and five in. */
const BYTES_A_SECOND = 2_000_000;

interface Traffic {
  relays: number;
  /** Carried in the second that began at `since`. */
  bytes: number;
  since: number;
}

export class TurnGuard {
  readonly #own: string;
  readonly #ports: readonly [number, number];
  readonly #reserved = new BlockList();
  readonly #accounts = new Map<string, Traffic>();

  constructor(own: string, ports: readonly [number, number]) {
    this.#own = own;
    this.#ports = ports;
    for (const [net, prefix] of RESERVED) this.#reserved.addSubnet(net, prefix, 'ipv4');
  }

  /** The relay's own address, where the other browsers' relays are, or any public one. */
  isReachable(ip: string): boolean {
    return ip === this.#own || (isIPv4(ip) && !this.#reserved.check(ip, 'ipv4'));
  }

  /** At the relay's own address only ports of relays may be reached, and no other service of this machine. */
  mayCarry(username: string, peer: { ip: string; port: number }, bytes: number, at: number): boolean {
    const [first, last] = this.#ports;
    if (!this.isReachable(peer.ip)) return false;
    if (peer.ip === this.#own && (peer.port < first || peer.port > last)) return false;
    const account = this.#accounts.get(accountOf(username));
    if (account === undefined) return false;
    if (at - account.since >= 1_000 || at < account.since) Object.assign(account, { bytes: 0, since: at });
    account.bytes += bytes;
    return account.bytes <= BYTES_A_SECOND;
  }

  mayOpen(username: string): boolean {
    return (this.#accounts.get(accountOf(username))?.relays ?? 0) < MOST_RELAYS;
  }

  opened(username: string, at: number): void {
    const key = accountOf(username);
    const account = this.#accounts.get(key) ?? { relays: 0, bytes: 0, since: at };
    account.relays++;
    this.#accounts.set(key, account);
  }

  closed(username: string): void {
    const key = accountOf(username);
    const account = this.#accounts.get(key);
    if (account !== undefined && --account.relays <= 0) this.#accounts.delete(key);
  }
}

/** An account's credentials differ only in their expiry, which comes before the colon. */
function accountOf(username: string): string {
  return username.slice(username.indexOf(':') + 1);
}
