// Which pages count as this site's own.
import { expect, test } from 'vitest';
import { isOwnOrigin } from './hosts.ts';

const SITE = 'https://istock.example';

test.each<[whose: string, origin: string | undefined, host: string | undefined, publicUrl: string | null, is: boolean]>(
  [
    ['a program, which sends none', undefined, '127.0.0.1:5000', SITE, true],
    ['a page of the host that is asked', SITE, 'istock.example', null, true],
    ['a page of the site, through a proxy that passes on another Host', SITE, '127.0.0.1:5000', SITE, true],
    ['the same, where the operator has not said how the site is called', SITE, '127.0.0.1:5000', null, false],
    ['a page on this machine, past the proxy', 'http://localhost:5000', 'localhost:5000', SITE, true],
    ['a page of another site', 'https://evil.example', 'istock.example', SITE, false],
    ['a page of a site below it', 'https://a.istock.example', '127.0.0.1:5000', SITE, false],
    ['the site without its certificate', 'http://istock.example', '127.0.0.1:5000', SITE, false],
    ['a page that hides where it is from', 'null', '127.0.0.1:5000', SITE, false],
  ],
)('%s', (_whose, origin, host, publicUrl, is) => {
  expect(isOwnOrigin({ origin, host }, publicUrl)).toBe(is);
});
