// Makes a small WebP of a picture that a stranger sent, from its pixels alone. Owns sharp and file-type.
import type sharpLibrary from 'sharp';
import { PHOTO_TYPES, type PhotoType } from '../../contract/user.ts';
import { createGate } from '../gate.ts';

/** Not one of the three kinds, not the kind it was called, or not to be read. */
export class NotAPhoto extends Error {}

const LONGEST_SIDE = 512;
/** A picture of a good camera. Our own page makes larger ones smaller; more pixels than this in 2 MB are there to hurt. */
const MOST_PIXELS = 25_000_000;
const LONGEST_SECONDS = 10;
const QUALITY = 82;

/** One after another: a picture needs up to a quarter of a second of a core and 200 MB while it is open. */
const gate = createGate({ most: 1, mostWaiting: 40 });

let loaded: Promise<typeof sharpLibrary> | null = null;

/** The library is loaded with the first picture. Its readers of every other format are shut: what looks like another never gets that far. */
async function loadSharp(): Promise<typeof sharpLibrary> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}

/** Upright, at most so many pixels a side, the first picture of an animation, and nothing but the pixels. @throws NotAPhoto */
export async function preparePhoto(bytes: Buffer, called: string | null, longestSide = LONGEST_SIDE): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  // An animated PNG is a PNG to every browser that sends one.
  const type = found?.mime === 'image/apng' ? 'image/png' : found?.mime;
  if (!isPhotoType(type) || (called !== null && type !== called)) throw new NotAPhoto();
  loaded ??= loadSharp();
  const sharp = await loaded;
  return gate(async () => {
    try {
      return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning', animated: false })
        .timeout({ seconds: LONGEST_SECONDS })
        .autoOrient()
        .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer();
    } catch (error) {
      throw new NotAPhoto('the picture cannot be read', { cause: error });
    }
  });
}

function isPhotoType(type: string | undefined): type is PhotoType {
  return PHOTO_TYPES.some((each) => each === type);
}
