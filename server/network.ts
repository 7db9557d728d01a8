// Where a caller comes from, as far as that says who it is: an IPv4 address, or the part of an IPv6 address that one line is given.
import { isIPv6 } from 'node:net';

/** Whoever has one address of IPv6 has the 2^64 that begin alike. Addresses of IPv4 that stand in IPv6 are those of IPv4. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  // Both loopbacks are this machine.
  if (ip === '::1') return '127.0.0.1';
  const [head = '', tail = ''] = ip.split('%')[0].split('::');
  const groups = head === '' ? [] : head.split(':');
  // A pair of dots at the end stands for two groups.
  const behind = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
  if (ip.includes('::'))
    groups.push(...Array.from({ length: 8 - groups.length - behind }, () => '0'), ...tail.split(':'));
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
