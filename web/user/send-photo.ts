// Sends a chosen picture: scaled down, uploaded to the signed address, then set in the profile.
import { photoMessages } from '../../contract/messages/account.ts';
import { PHOTO_MAX_BYTES, PHOTO_TYPES, type PhotoType } from '../../contract/user.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { putFile } from '../put-file.ts';
import { beginnerIsIn } from '../session.ts';

export type Sent = { ok: true; photo: string | null } | { ok: false; message: string };

/** Large enough for the largest place it is shown in, on the sharpest screen. */
const LONGEST_SIDE = 1024;
/** The server accepts slightly more; pictures from phones may have far more. */
const MOST_PIXELS = 16_000_000;
const QUALITY = 0.9;
const NO_ANSWER = 'The picture could not be uploaded. Check your network and try again.';

interface Picture {
  type: PhotoType;
  blob: Blob;
}

export async function sendPhoto(file: File): Promise<Sent> {
  const picture = await fitting(file);
  if (!picture)
    return { ok: false, message: isTaken(file.type) ? photoMessages.unreadable : photoMessages.typeInvalid };
  const fileName = file.name.slice(-200) || 'photo';
  const isStillIn = beginnerIsIn();
  const address = await call('GET /get-signed-url', { fileName, fileType: picture.type });
  if (!address.ok) return address;
  const sent = await putFile(address.data.signedUrl, picture.blob, picture.type);
  if (!sent.ok) return { ok: false, message: sent.sentence ?? NO_ANSWER };
  // It took a while, and must not become the picture of the next person.
  if (!isStillIn()) return { ok: false, message: NO_ANSWER };
  return save(address.data.fileUrl);
}

export function removePhoto(): Promise<Sent> {
  return save(null);
}

async function save(profileImageUrl: string | null): Promise<Sent> {
  const saved = await call('POST /update-profile', { profileImageUrl }, { idempotencyKey: newIdempotencyKey() });
  return saved.ok ? { ok: true, photo: saved.data.profilePhoto } : saved;
}

function isTaken(type: string): type is PhotoType {
  return PHOTO_TYPES.some((each) => each === type);
}

/** The picture as it is if the server accepts it; otherwise scaled down by the browser. Null if nobody could read it. */
async function fitting(file: File): Promise<Picture | null> {
  const asItIs: Picture | null =
    isTaken(file.type) && file.size <= PHOTO_MAX_BYTES ? { type: file.type, blob: file } : null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  // For a picture that this browser cannot read, the server may have a better explanation.
  if (!bitmap) return asItIs;
  if (asItIs && bitmap.width * bitmap.height <= MOST_PIXELS) return asItIs;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency: without this, transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn, 'image/jpeg', QUALITY));
  return blob && { type: 'image/jpeg', blob };
}
