// The life of a profile photo: an address to upload to, the upload, its display in the profile, and the removal of the one before.
import { randomBytes } from 'node:crypto';
import { photoMessages } from '../../contract/messages/account.ts';
import { PHOTO_MAX_BYTES, PHOTO_TYPES } from '../../contract/user.ts';
import { FilesAway, FileTooLarge, Removals, type FileStore } from '../adapters/file-store.ts';
import { NotAPhoto, preparePhoto } from '../adapters/photo.ts';
import type { Database } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { forbidden, HttpError, unavailable } from '../http-error.ts';
import type { Log } from '../log.ts';
import {
  addAwaited,
  claim,
  discardBefore,
  discardedOf,
  findOwn,
  forget,
  markStored,
  photoPath,
  putInProfile,
  setState,
} from './photo-rows.ts';
import type { PhotoRow } from './photo-rows.ts';
import { createUploadSigner } from './upload-signature.ts';
import type { SignedUpload, UploadSigner } from './upload-signature.ts';

type PhotoHandlers = Pick<Handlers, 'GET /get-signed-url' | 'POST /get-upload-url' | 'POST /update-profile'>;

interface PhotoOptions {
  database: Database;
  store: FileStore;
  secret: string;
  log: Log;
  now?: () => number;
}

/** For the addresses outside the table of calls: server/http/photo-files.ts. */
interface PhotoFiles {
  /** Called before the body is read. @throws HttpError */
  check(upload: SignedUpload, contentType: string | undefined): void;
  receive(key: string, contentType: string | undefined, bytes: Buffer): Promise<void>;
  read(key: string): Promise<Buffer | null>;
}

const UPLOAD_SECONDS = 300;
/** The time between the upload and its use in the profile. */
const SAVE_SECONDS = 3600;
/** Our photos are far smaller; the limit keeps a foreign file in the bucket from filling the memory. */
const MOST_SHOWN_BYTES = 1024 * 1024;

const shownName = (key: string): string => `photos/${key}.webp`;
const sentName = (key: string): string => `uploads/${key}`;

const unreadable = () => new HttpError(400, photoMessages.unreadable, { code: 'not-a-photo' });
const tooLarge = () => new HttpError(413, photoMessages.tooLarge);
const notUploaded = () => new HttpError(400, photoMessages.notUploaded, { code: 'not-uploaded' });
const linkInvalid = () => new HttpError(403, photoMessages.linkInvalid, { code: 'upload-address-invalid' });
const typeInvalid = () => new HttpError(400, photoMessages.typeInvalid, { code: 'wrong-type' });

export class Photos {
  readonly #options: PhotoOptions;
  readonly #signer: UploadSigner;
  readonly #now: () => number;
  readonly #removals: Removals;

  constructor(options: PhotoOptions) {
    this.#options = options;
    this.#removals = new Removals({ remove: (key) => this.#remove(key), log: options.log });
    this.#signer = createUploadSigner(options.secret);
    this.#now = options.now ?? Date.now;
  }

  readonly handlers: PhotoHandlers = {
    'GET /get-signed-url': async ({ input, user, origin }) => {
      const target = await this.#prepareAddress(user.id, input.fileType, origin);
      return { data: target, top: target };
    },
    'POST /get-upload-url': async ({ input, user, origin }) => {
      if (input.userId !== user.id) throw forbidden();
      const target = await this.#prepareAddress(user.id, input.fileType ?? null, origin);
      return { data: target, top: target };
    },
    'POST /update-profile': async ({ input: { profileImageUrl }, user, origin }) => {
      const key = profileImageUrl === null ? await this.#showNone(user.id) : await this.#show(user.id, profileImageUrl);
      await this.#tidyOf(user.id);
      if (key === null) return { message: photoMessages.removed, data: { profilePhoto: null } };
      return { message: photoMessages.saved, data: { profilePhoto: origin + photoPath(key) } };
    },
  };

  readonly files: PhotoFiles = {
    check: (upload, contentType) => {
      const isValid = this.#signer.isValid(upload) && upload.expiresAt > this.#now();
      if (this.#options.store.presign || !isValid) throw linkInvalid();
      if (!PHOTO_TYPES.some((type) => type === contentType)) throw typeInvalid();
      if (upload.contentType !== null && upload.contentType !== contentType) throw typeInvalid();
    },
    receive: async (key, contentType, bytes) => {
      if (!(await claim(this.#options.database, key, this.#now()))) throw linkInvalid();
      await this.#makePhoto(key, bytes, contentType ?? null);
    },
    read: (key) => this.#options.store.read(shownName(key), MOST_SHOWN_BYTES).catch(this.#throwUnavailable),
  };

  /** Deletes photos that were never shown, or no longer are. */
  async tidyUp(): Promise<void> {
    const before = this.#now() - SAVE_SECONDS * 1000;
    await this.#removals.removeAll(() => discardBefore(this.#options.database, before));
  }

  /** The person is told to try again later; the reason goes to the operator's log. */
  readonly #throwUnavailable = (error: unknown): never => {
    if (!(error instanceof FilesAway)) throw error;
    this.#options.log.error({ err: error }, 'the store of files does not work');
    throw unavailable();
  };

  async #prepareAddress(userId: string, contentType: string | null, origin: string) {
    const { database, store } = this.#options;
    const key = randomBytes(16).toString('hex');
    const fileUrl = origin + photoPath(key);
    const expiresAt = this.#now() + UPLOAD_SECONDS * 1000;
    const signedUrl = store.presign
      ? await store.presign(sentName(key), contentType, UPLOAD_SECONDS).catch(this.#throwUnavailable)
      : `${origin}/uploads/${key}?${this.#signer.query({ key, contentType, expiresAt, mostBytes: PHOTO_MAX_BYTES })}`;
    await addAwaited(database, { key, userId, contentType, fileUrl, expiresAt });
    return { signedUrl, fileUrl };
  }

  /** Makes the photo from the picture that was sent. Only for the request that has claimed the row, so it happens once. */
  async #makePhoto(key: string, bytes: Buffer, claimedType: string | null): Promise<void> {
    const { database, store } = this.#options;
    try {
      const photo = await preparePhoto(bytes, claimedType);
      await store.write(shownName(key), photo, 'image/webp').catch(this.#throwUnavailable);
      if (!(await markStored(database, key))) {
        await store.remove(shownName(key)).catch(this.#throwUnavailable);
        throw linkInvalid();
      }
    } catch (error) {
      await setState(database, key, 'discarded');
      throw error instanceof NotAPhoto ? unreadable() : error;
    }
  }

  /** Fetches the picture that the browser has put into the bucket. */
  async #fetchSent({ key, contentType }: PhotoRow): Promise<void> {
    const { database, store, log } = this.#options;
    if (!(await claim(database, key, this.#now() - SAVE_SECONDS * 1000))) throw notUploaded();
    await this.#makePhoto(key, await this.#readSent(key), contentType);
    // The original may contain more than its pixels, such as a place. If its removal fails, it is removed together with the photo.
    await store.remove(sentName(key)).catch((error: unknown) => log.warn({ err: error }, 'a sent file stays for now'));
  }

  /** A missing picture may still be sent, so the row can be claimed again; one that is too large is given up. */
  async #readSent(key: string): Promise<Buffer> {
    const { database, store } = this.#options;
    let bytes: Buffer | null;
    try {
      bytes = await store.read(sentName(key), PHOTO_MAX_BYTES);
    } catch (error) {
      await setState(database, key, error instanceof FileTooLarge ? 'discarded' : 'awaited');
      throw error instanceof FileTooLarge ? tooLarge() : this.#throwUnavailable(error);
    }
    if (bytes !== null) return bytes;
    await setState(database, key, 'awaited');
    throw notUploaded();
  }

  async #show(userId: string, url: string): Promise<string> {
    const { database, store } = this.#options;
    const row = await findOwn(database, userId, url);
    if (row?.state === 'awaited' && store.presign) await this.#fetchSent(row);
    else if (row?.state !== 'stored' && row?.state !== 'shown') throw notUploaded();
    await database.transaction(async (transaction) => {
      if (!(await putInProfile(transaction, userId, row.key))) throw notUploaded();
    });
    return row.key;
  }

  async #showNone(userId: string): Promise<null> {
    await this.#options.database.transaction((transaction) => putInProfile(transaction, userId, null));
    return null;
  }

  async #remove(key: string): Promise<void> {
    const { database, store } = this.#options;
    await store.remove(shownName(key));
    if (store.presign) await store.remove(sentName(key));
    await forget(database, key);
  }

  /** Photos that cannot be removed now, because the store is unreachable, are removed by the hourly round. */
  async #tidyOf(userId: string): Promise<void> {
    try {
      await this.#removals.removeEach(await discardedOf(this.#options.database, userId));
    } catch (error) {
      this.#options.log.warn({ err: error }, 'an old photo could not be deleted yet');
    }
  }
}
