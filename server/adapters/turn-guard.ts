// What the embedded relay carries and what it refuses: only between browsers of calls, never into private networks, and for each account so much.
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

/** A mesh of six needs one for each of the five others and each way of reaching the relay; twice that while it looks for new ways. */
const MOST_RELAYS = 40;
/** Of one account, both ways together: five pictures out and five in. */
const BYTES_A_SECOND = 2_000_000;

interface Traffic {
  relays: number;
  /** What was carried in the second that began then. */
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

  /** The relay's own address, where another browser's relay is, or any in the open Internet. */
  isReachable(ip: string): boolean {
    return ip === this.#own || (isIPv4(ip) && !this.#reserved.check(ip, 'ipv4'));
  }

  /** At the own address only relays are spoken to, and no other service of this machine. */
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

/** One account has many credentials, each with an end of its own. */
function accountOf(username: string): string {
  return username.slice(username.indexOf(':') + 1);
}
