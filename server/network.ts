// The network a caller comes from, as far as that identifies them: an IPv4 address, or the part of an IPv6 address given to one line.
import { isIPv6 } from 'node:net';

/** Some proxies add the caller's port, which changes with each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** A client with one IPv6 address usually has all 2^64 with the same prefix. IPv4 addresses embedded in IPv6 count as IPv4. */
export function networkOf(given: string): string {
  const [, six, four] = WITH_PORT.exec(given) ?? [];
  const ip = six ?? four ?? given;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  // Both loopback addresses are this machine.
  if (ip === '::1') return '127.0.0.1';
  const [head = '', tail = ''] = ip.split('%')[0].split('::');
  const groups = head === '' ? [] : head.split(':');
  // A dotted pair at the end stands for two groups.
  const behind = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
  if (ip.includes('::'))
    groups.push(...Array.from({ length: 8 - groups.length - behind }, () => '0'), ...tail.split(':'));
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The larger network around it. One line may have 2^16 of the smaller ones: tunnel brokers give that many away for nothing. */
export function siteOf(network: string): string {
  return network.replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48');
}
