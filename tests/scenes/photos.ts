// An accounts server that keeps photos in a folder, for one test file, and the steps from a photo to the profile.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { diskFiles } from '../../server/adapters/files.ts';
import { type Accounts, type Person, startAccounts } from '../accounts.ts';

export const TWO_MB = 2 * 1024 * 1024;
export const typeInvalid = 'Choose a JPEG, PNG or WebP picture.';
export const unreadable = 'This file cannot be read as a picture. Please choose another one.';
export const linkInvalid = 'This upload address is not valid or has been used. Please choose the picture again.';
export const notUploaded = 'Upload the picture first, then save it.';
export const tooLarge = 'The picture can be at most 2 MB.';

export let server: Accounts;
export let folder: string;
export let asha: Person;
export let bela: Person;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-photos-'));
  server = await startAccounts({ files: diskFiles(folder) });
  asha = await server.signUp();
  bela = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

export const flat = (width: number, height: number, background = '#2266aa') =>
  sharp({ create: { width, height, channels: 3, background } });

export const ask = (person: Person, fileType = 'image/png', fileName = 'me.png') =>
  server.call('GET /get-signed-url', { fileName, fileType }, { token: person.token });

export const save = (person: Person, profileImageUrl: unknown, more: object = {}) =>
  server.call('POST /update-profile', { profileImageUrl, ...more }, { token: person.token });

export async function put(url: string, bytes: Buffer | string, type: string | null = 'image/png') {
  const { pathname, search } = new URL(url);
  const headers = type === null ? {} : { 'content-type': type };
  const reply = await server.app.inject({ method: 'PUT', url: pathname + search, payload: bytes, headers });
  return { status: reply.statusCode, message: reply.json<{ message: string }>().message };
}

/** All steps from the upload address to the profile. */
export async function upload(person: Person, bytes: Buffer, type = 'image/png'): Promise<string> {
  const { signedUrl, fileUrl } = (await ask(person, type)).body.data;
  expect(await put(signedUrl, bytes, type)).toEqual({ status: 200, message: 'The picture has been uploaded.' });
  expect((await save(person, fileUrl)).status).toBe(200);
  return fileUrl;
}

export const stored = async () => (await readdir(path.join(folder, 'photos')).catch(() => [])).length;
export const shown = async (url: string) => server.app.inject({ method: 'GET', url: new URL(url).pathname });
export const profilePhoto = async (person: Person) =>
  (await server.call('GET /Userprofile', {}, { token: person.token })).body.data.profilePhoto;
