// The way of a lesson's materials: a signed address for the instructor, the file looked at and made safe, and an address to read it.
import { randomBytes } from 'node:crypto';
import { MATERIAL_MAX_BYTES, MATERIAL_TYPES, MATERIALS_MAX } from '../../contract/learn.ts';
import { lessonMessages, materialMessages } from '../../contract/messages/learn.ts';
import { FilesAway } from '../adapters/file-store.ts';
import { NotAPhoto, preparePhoto } from '../adapters/photo.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound, unavailable } from '../http-error.ts';
import type { LearnContext } from './context.ts';
import { mayRead, partIn } from './courses.ts';
import { lockLesson } from './lessons.ts';
import {
  addAwaited,
  claim,
  countTaken,
  discard,
  findShown,
  findSigned,
  forget,
  markShown,
  staleMaterials,
} from './material-rows.ts';
import { addressQuery, isAddressValid } from './signed-address.ts';
import type { SignedAddress } from './signed-address.ts';

type MaterialCalls = 'POST /addMaterial/{id}' | 'POST /removeMaterial/{id}' | 'GET /getMaterial/{id}';

/** A file as it goes out. */
interface MaterialFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly contentType: 'application/pdf' | 'image/webp';
}

export interface Materials {
  readonly handlers: Pick<Handlers, MaterialCalls>;
  /** For the addresses that are no calls: server/http/material-files.ts. */
  readonly files: {
    /** Before the body is read. @throws HttpError */
    check(address: SignedAddress): void;
    receive(key: string, contentType: string, bytes: Buffer): Promise<void>;
    /** Null when there is no such file any more. @throws HttpError */
    read(address: SignedAddress): Promise<MaterialFile | null>;
  };
  /** Deletes what was never sent, and what is shown no more. */
  tidyUp(): Promise<void>;
}

const UPLOAD_MS = 5 * 60_000;
const READ_MS = 60_000;
/** An image of a slide has to be readable. */
const LONGEST_SIDE = 2000;
const PDF_START = Buffer.from('%PDF-');
const PDF_END = Buffer.from('%%EOF');
const PDF_TAIL_BYTES = 4096;

const linkInvalid = () => new HttpError(403, materialMessages.linkInvalid, { code: 'address-invalid' });
const unreadable = () => new HttpError(400, materialMessages.unreadable, { code: 'unreadable' });

const storeName = (key: string): string => `materials/${key}`;

export type MaterialContext = Pick<LearnContext, 'db' | 'now' | 'files' | 'secret' | 'log'>;

export function createMaterials({ db, now, files: store, secret, log }: MaterialContext): Materials {
  /** For the person it passes; the operator has to know why it does not. */
  const away = (error: unknown): never => {
    if (!(error instanceof FilesAway)) throw error;
    log.error({ err: error }, 'the store of files does not work');
    throw unavailable();
  };

  const accept = async (key: string, contentType: string, bytes: Buffer): Promise<void> => {
    try {
      const isPdf = contentType === 'application/pdf';
      const kept = isPdf ? checkedPdf(bytes) : await preparePhoto(bytes, contentType, LONGEST_SIDE);
      await store.write(storeName(key), kept, isPdf ? contentType : 'image/webp').catch(away);
      await markShown(db, key, kept.length);
    } catch (error) {
      await discard(db, key);
      throw error instanceof NotAPhoto ? unreadable() : error;
    }
  };

  return {
    handlers: {
      async 'POST /addMaterial/{id}'({ input: { id, fileName, fileType }, user, origin }) {
        const at = now();
        const key = randomBytes(16).toString('hex');
        const expiresAt = at + UPLOAD_MS;
        await db.transaction(async (transaction) => {
          // The lock counts the files of one lesson one after another.
          const lesson = await lockLesson(transaction, id);
          if (lesson === null || partIn(lesson, user, false) !== 'host') throw notFound();
          if (lesson.status === 'CANCELED')
            throw new HttpError(409, lessonMessages.alreadyOver(lesson.status), { code: 'canceled' });
          if ((await countTaken(transaction, lesson.id, at)) >= MATERIALS_MAX)
            throw new HttpError(409, materialMessages.tooMany, { code: 'too-many' });
          const contentType = fileType === 'application/pdf' ? fileType : 'image/webp';
          const name = fittingName(fileName, contentType);
          await addAwaited(transaction, { key, lesson: lesson.id, name, contentType, at, expiresAt });
        });
        const query = addressQuery(secret, { method: 'PUT', key, contentType: fileType, expiresAt });
        return { data: { _id: key, signedUrl: `${origin}/materials/${key}?${query}` } };
      },

      async 'POST /removeMaterial/{id}'({ input, user }) {
        const found = await findShown(db, input.id, user.accountNo);
        if (found === null || partIn(found, user, false) !== 'host') throw notFound();
        await discard(db, found.key);
        await store.remove(storeName(found.key)).then(
          () => forget(db, found.key),
          (error: unknown) => log.warn({ err: error }, 'a file stays for now'),
        );
        return { message: materialMessages.removed, data: null };
      },

      async 'GET /getMaterial/{id}'({ input, user, origin }) {
        const found = await findShown(db, input.id, user.accountNo);
        if (found === null || !mayRead(partIn(found, user, found.isLearner), found)) throw notFound();
        const query = addressQuery(secret, {
          method: 'GET',
          key: found.key,
          contentType: '',
          expiresAt: now() + READ_MS,
        });
        return { data: { url: `${origin}/materials/${found.key}?${query}`, name: found.name } };
      },
    },

    files: {
      check(address) {
        if (!isAddressValid(secret, address, now())) throw linkInvalid();
        if (!MATERIAL_TYPES.some((type) => type === address.contentType))
          throw new HttpError(400, materialMessages.typeInvalid, { code: 'wrong-type' });
      },
      async receive(key, contentType, bytes) {
        if (!(await claim(db, key, now()))) throw linkInvalid();
        await accept(key, contentType, bytes);
      },
      async read(address) {
        if (!isAddressValid(secret, address, now())) throw linkInvalid();
        const found = await findSigned(db, address.key);
        const bytes = found && (await store.read(storeName(found.key), MATERIAL_MAX_BYTES).catch(away));
        return found && bytes ? { bytes, name: found.name, contentType: found.contentType } : null;
      },
    },

    async tidyUp() {
      for (const key of await staleMaterials(db, now() - UPLOAD_MS)) {
        await store.remove(storeName(key));
        await forget(db, key);
      }
    },
  };
}

/** What begins and ends as a PDF does. It is never shown by us, only handed on as a file. @throws HttpError */
function checkedPdf(bytes: Buffer): Buffer {
  const isWhole = bytes.subarray(-PDF_TAIL_BYTES).includes(PDF_END);
  if (!bytes.subarray(0, PDF_START.length).equals(PDF_START) || !isWhole) throw unreadable();
  return bytes;
}

/** The name without what deceives the eye or leads to another folder, and with the ending of what the file has become. */
function fittingName(given: string, contentType: MaterialFile['contentType']): string {
  const plain = given.replace(/[\p{Cf}\p{Cs}\p{Co}/\\:*?"<>|]/gu, ' ').trim();
  const base = plain.replace(/\.(pdf|jpe?g|png|webp)$/i, '').trim() || 'File';
  return `${base}.${contentType === 'application/pdf' ? 'pdf' : 'webp'}`;
}
