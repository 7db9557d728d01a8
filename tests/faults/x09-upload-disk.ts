// X9: the disk for photos is full, or read-only. Uploads are refused with a sentence, no half file is left, and trading goes on.
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';
import { SmallDisk, whyNoSmallDisk } from './small-disk.ts';
import { Stage } from './stage.ts';

let disk: SmallDisk;

async function upload(
  { stage, traders }: Scene,
  photo: Buffer<ArrayBuffer>,
): Promise<{ status: number; message: string }> {
  const [{ token }] = traders;
  const profile = await stage.server.call('GET', '/Userprofile', { token });
  const userId = (profile.body.data as { _id: string })._id;
  const body = { userId, fileName: 'me.png', fileType: 'image/png' };
  const target = await stage.server.call('POST', '/get-upload-url', { token, body });
  const url = new URL((target.body.data as { signedUrl: string }).signedUrl, stage.server.url);
  const put = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: photo });
  const said = (await put.json().catch(() => null)) as { message?: string } | null;
  return { status: put.status, message: said?.message ?? '' };
}

const leftovers = async (): Promise<string[]> =>
  (await readdir(disk.folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'filler')
    .map(({ name }) => name);

const remount = (how: 'ro' | 'rw'): void => void execFileSync('mount', ['-o', `remount,${how}`, disk.folder]);

export const uploadDisk: Fault = {
  id: 'X9',
  what: 'the disk of the uploads is full, or read-only',
  cycles: { day: 2, night: 10 },
  async open() {
    const why = await whyNoSmallDisk();
    if (why !== null) return why;
    return Stage.open({}, (folder) => {
      disk = new SmallDisk(path.join(folder, 'server', 'files'), 4);
      return () => disk.remove();
    });
  },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 5_000, longestMs: 5_000 }, async (scene) => {
      const { wrong } = scene;
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: '#000', noise } });
      const photo = Buffer.from(await picture.png().toBuffer());
      const before = await leftovers();
      if (cycle % 2 === 0) disk.fill(4);
      else remount('ro');
      const refused = await upload(scene, photo);
      if (refused.status !== 503 || refused.message === '')
        wrong.push(`an upload was answered ${refused.status} "${refused.message}"`);
      if ((await leftovers()).length !== before.length) wrong.push(`half a file is left: ${await leftovers()}`);
      if (cycle % 2 === 0) disk.empty();
      else remount('rw');
      const taken = await upload(scene, photo);
      if (taken.status !== 200)
        wrong.push(`an upload was answered ${taken.status} "${taken.message}" when there was room again`);
      return performance.now();
    }),
};
