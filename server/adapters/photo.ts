// Makes a small WebP of a picture that a stranger sent, keeping nothing but its pixels. Owns sharp and file-type.
import type sharpLibrary from 'sharp';
import { PHOTO_TYPES, type PhotoType } from '../../contract/user.ts';
import { createGate } from '../gate.ts';

/** Not one of the three accepted types, not the type it was said to be, or unreadable. */
export class NotAPhoto extends Error {}

const LONGEST_SIDE = 512;
/** What a good camera makes. Our own page shrinks larger pictures; more pixels than this in 2 MB are an attack. */
const MOST_PIXELS = 25_000_000;
/** A panorama is as wide, and a JPEG as high. Many lines are kept at once, so that 25 million pixels in a single one, a file of 190 KB, took 3 GB. */
const MOST_SENT = { width: 16_384, height: 65_535 };
const LONGEST_SECONDS = 10;
const QUALITY = 82;

/** One at a time: a picture takes up to a second of a core and 250 MB of memory. */
const gate = createGate({ most: 1, mostWaiting: 40 });

let loaded: Promise<typeof sharpLibrary> | null = null;

/** Loads the library with the first picture, and blocks its decoders of all other formats, which nothing here needs. */
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

/** Upright, and the first frame of an animation. @param claimedType null if the sender did not say @throws NotAPhoto */
export async function preparePhoto(
  bytes: Buffer,
  claimedType: string | null,
  longestSide = LONGEST_SIDE,
): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  // Browsers send animated PNGs as image/png.
  const type = found?.mime === 'image/apng' ? 'image/png' : found?.mime;
  if (!isPhotoType(type) || (claimedType !== null && type !== claimedType)) throw new NotAPhoto();
  loaded ??= loadSharp();
  const sharp = await loaded;
  return gate(async () => {
    try {
      const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning', animated: false });
      const { width, height } = await picture.metadata();
      if (width > MOST_SENT.width || height > MOST_SENT.height) throw new NotAPhoto('a side is too long');
      return await picture
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
