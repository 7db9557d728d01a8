// The way of a profile photo: a signed address, the picture itself, its place in the profile, and the end of the one before.
import { randomBytes } from 'node:crypto';
import { photoMessages } from '../../contract/messages/account.ts';
import { PHOTO_MAX_BYTES, PHOTO_TYPES } from '../../contract/user.ts';
import { FilesAway, FileTooLarge, type FileStore } from '../adapters/file-store.ts';
import { NotAPhoto, preparePhoto } from '../adapters/photo.ts';
import type { Database } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { forbidden, HttpError, unavailable } from '../http-error.ts';
import type { Log } from '../log.ts';
import {
  addAwaited,
  claim,
  discardedOf,
  findOwn,
  forget,
  photoPath,
  putInProfile,
  setState,
  staleBefore,
} from './photo-rows.ts';
import type { PhotoRow } from './photo-rows.ts';
import { createUploadSigner, type SignedUpload } from './upload-signature.ts';

type PhotoHandlers = Pick<Handlers, 'GET /get-signed-url' | 'POST /get-upload-url' | 'POST /update-profile'>;

export interface Photos {
  handlers: PhotoHandlers;
  /** For the addresses that are no calls: server/http/photo-files.ts. */
  files: {
    /** Before the body is read. @throws HttpError */
    check(upload: SignedUpload, contentType: string | undefined): void;
    receive(key: string, contentType: string | undefined, bytes: Buffer): Promise<void>;
    read(key: string): Promise<Buffer | null>;
  };
  /** Deletes what was never shown, and what is shown no more. */
  tidyUp(): Promise<void>;
}

export interface PhotoOptions {
  database: Database;
  store: FileStore;
  secret: string;
  log: Log;
  now?: () => number;
}

const UPLOAD_SECONDS = 300;
/** Between the upload and its place in the profile. */
const SAVE_SECONDS = 3600;
/** A photo of ours is far smaller: this only keeps a foreign file in the bucket from filling the memory. */
const MOST_SHOWN_BYTES = 1024 * 1024;

const shownName = (key: string): string => `photos/${key}.webp`;
const sentName = (key: string): string => `uploads/${key}`;

const unreadable = () => new HttpError(400, photoMessages.unreadable, { code: 'not-a-photo' });
const tooLarge = () => new HttpError(413, photoMessages.tooLarge);
const notUploaded = () => new HttpError(400, photoMessages.notUploaded, { code: 'not-uploaded' });
const linkInvalid = () => new HttpError(403, photoMessages.linkInvalid, { code: 'upload-address-invalid' });
const typeInvalid = () => new HttpError(400, photoMessages.typeInvalid, { code: 'wrong-type' });

export function createPhotos({ database, store, secret, log, now = Date.now }: PhotoOptions): Photos {
  const signer = createUploadSigner(secret);

  /** For the person it passes; the operator has to know why it does not. */
  const away = (error: unknown): never => {
    if (!(error instanceof FilesAway)) throw error;
    log.error({ err: error }, 'the store of files does not work');
    throw unavailable();
  };

  const prepareAddress = async (userId: string, contentType: string | null, origin: string) => {
    const key = randomBytes(16).toString('hex');
    const fileUrl = origin + photoPath(key);
    const expiresAt = now() + UPLOAD_SECONDS * 1000;
    const signedUrl = store.presign
      ? await store.presign(sentName(key), contentType, UPLOAD_SECONDS).catch(away)
      : `${origin}/uploads/${key}?${signer.query({ key, contentType, expiresAt, mostBytes: PHOTO_MAX_BYTES })}`;
    await addAwaited(database, { key, userId, contentType, fileUrl, expiresAt });
    return { signedUrl, fileUrl };
  };

  /** Makes the photo of what was sent, once: who wins the row works, and nobody after. */
  const take = async (key: string, bytes: Buffer, called: string | null): Promise<void> => {
    try {
      const photo = await preparePhoto(bytes, called);
      await store.write(shownName(key), photo, 'image/webp').catch(away);
      await setState(database, key, 'stored');
    } catch (error) {
      await setState(database, key, 'discarded');
      throw error instanceof NotAPhoto ? unreadable() : error;
    }
  };

  /** The browser has put the file into the bucket by itself: now it is looked at. */
  const fetchSent = async ({ key, contentType }: PhotoRow): Promise<void> => {
    if (!(await claim(database, key, now() - SAVE_SECONDS * 1000))) throw notUploaded();
    let bytes: Buffer | null;
    try {
      bytes = await store.read(sentName(key), PHOTO_MAX_BYTES);
    } catch (error) {
      await setState(database, key, error instanceof FileTooLarge ? 'discarded' : 'awaited');
      throw error instanceof FileTooLarge ? tooLarge() : away(error);
    }
    if (bytes === null) {
      await setState(database, key, 'awaited');
      throw notUploaded();
    }
    await take(key, bytes, contentType);
    // The file as it was sent, with all that it tells, has served its purpose. Should this fail, it goes with the photo.
    await store.remove(sentName(key)).catch((error: unknown) => log.warn({ err: error }, 'a sent file stays for now'));
  };

  const show = async (userId: string, url: string): Promise<string> => {
    const row = await findOwn(database, userId, url);
    if (row?.state === 'awaited' && store.presign) await fetchSent(row);
    else if (row?.state !== 'stored' && row?.state !== 'shown') throw notUploaded();
    await database.transaction(async (transaction) => {
      if (!(await putInProfile(transaction, userId, row.key))) throw notUploaded();
    });
    return row.key;
  };

  const remove = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await store.remove(shownName(key));
      if (store.presign) await store.remove(sentName(key));
      await forget(database, key);
    }
  };

  /** What stays behind when the store is away is found again by the hourly round. */
  const tidyOf = async (userId: string): Promise<void> => {
    try {
      await remove(await discardedOf(database, userId));
    } catch (error) {
      log.warn({ err: error }, 'an old photo could not be deleted yet');
    }
  };

  return {
    handlers: {
      async 'GET /get-signed-url'({ input, user, origin }) {
        const target = await prepareAddress(user.id, input.fileType, origin);
        return { data: target, top: target };
      },
      async 'POST /get-upload-url'({ input, user, origin }) {
        if (input.userId !== user.id) throw forbidden();
        const target = await prepareAddress(user.id, input.fileType ?? null, origin);
        return { data: target, top: target };
      },
      async 'POST /update-profile'({ input: { profileImageUrl }, user, origin }) {
        if (profileImageUrl === null) {
          await database.transaction((transaction) => putInProfile(transaction, user.id, null));
          await tidyOf(user.id);
          return { message: photoMessages.removed, data: { profilePhoto: null } };
        }
        const key = await show(user.id, profileImageUrl);
        await tidyOf(user.id);
        return { message: photoMessages.saved, data: { profilePhoto: origin + photoPath(key) } };
      },
    },
    files: {
      check(upload, contentType) {
        if (store.presign || !signer.isValid(upload) || upload.expiresAt <= now()) throw linkInvalid();
        if (!PHOTO_TYPES.some((type) => type === contentType)) throw typeInvalid();
        if (upload.contentType !== null && upload.contentType !== contentType) throw typeInvalid();
      },
      async receive(key, contentType, bytes) {
        if (!(await claim(database, key, now()))) throw linkInvalid();
        await take(key, bytes, contentType ?? null);
      },
      read: (key) => store.read(shownName(key), MOST_SHOWN_BYTES).catch(away),
    },
    tidyUp: async () => remove(await staleBefore(database, now() - SAVE_SECONDS * 1000)),
  };
}
