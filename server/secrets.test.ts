// Checks that the installation's own secrets are made once, kept private, and never replaced in silence.
import { execFileSync } from 'node:child_process';
import type * as nodeFs from 'node:fs';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSecrets } from './secrets.ts';

const disk = vi.hoisted(() => ({ takesLinks: true }));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const linkSync: typeof fs.linkSync = (...names) => {
    if (!disk.takesLinks) throw new Error('no links here');
    fs.linkSync(...names);
  };
  return { ...fs, linkSync };
});

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-secrets-'));
  file = path.join(folder, 'secrets.json');
});
afterEach(() => rm(folder, { recursive: true }));

test('made once, different from each other, readable by the owner alone', () => {
  const secrets = keepSecrets(file);
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
  expect(Object.values(secrets).every((secret) => Buffer.from(secret, 'base64url').length === 32)).toBe(true);
  expect(keepSecrets(file)).toEqual(secrets);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a secret that a newer version needs is added, the others stay', () => {
  const secrets = keepSecrets(file);
  writeFileSync(file, JSON.stringify({ jwt: secrets.jwt }), { mode: 0o644 });
  const again = keepSecrets(file);
  expect(again.jwt).toBe(secrets.jwt);
  expect(again.otp).not.toBe(secrets.otp);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(again);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('it is added in one step: nothing that happens meanwhile costs the others', () => {
  const { jwt } = keepSecrets(file);
  writeFileSync(file, JSON.stringify({ jwt }));
  disk.takesLinks = false;
  try {
    expect(keepSecrets(file).jwt).toBe(jwt);
    expect(keepSecrets(file).jwt).toBe(jwt);
  } finally {
    disk.takesLinks = true;
  }
});

test('the line of any key can be taken out by hand, the last one too: that key is made anew, and no other', () => {
  for (const name of Object.keys(keepSecrets(file)) as (keyof ReturnType<typeof keepSecrets>)[]) {
    const before = keepSecrets(file);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.filter((line) => !line.includes(`"${name}"`)).join('\n'));
    const after = keepSecrets(file);
    expect(after[name]).not.toBe(before[name]);
    expect({ ...after, [name]: '' }).toEqual({ ...before, [name]: '' });
  }
});

test('a file that cannot be written, as on a full disk, leaves nothing behind, however often it is tried', () => {
  const script = `const { keepSecrets } = await import(process.argv[1]); keepSecrets(process.argv[2]);`;
  const args = ['--input-type=module', '-e', script, path.join(import.meta.dirname, 'secrets.ts'), file];
  // No file may get a single byte.
  const full = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
  const attempt = () => execFileSync('/bin/sh', ['-c', full, 'sh', process.execPath, ...args], { stdio: 'pipe' });
  for (let n = 0; n < 2; n++) expect(attempt).toThrow(/EFBIG/);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['', '{', '[]', 'null', '{"jwt":"short"}', '{"jwt":7}'])(
  'a damaged file (%j) stops the start and stays as it is',
  (content) => {
    writeFileSync(file, content);
    expect(() => keepSecrets(file)).toThrow(
      `${file} is damaged; put back a copy, or remove it (everybody logs in again, and administrators with a second factor need`,
    );
    expect(readFileSync(file, 'utf8')).toBe(content);
  },
);
