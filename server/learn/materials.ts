// The life of a lesson's materials: a signed address for the instructor's upload, the check of the file, and an address to read it.
import { randomBytes } from 'node:crypto';
import { MATERIAL_MAX_BYTES, MATERIAL_TYPES, MATERIALS_MAX } from '../../contract/learn.ts';
import { lessonMessages, materialMessages } from '../../contract/messages/learn.ts';
import { FilesAway, Removals } from '../adapters/file-store.ts';
import { NotAPhoto, preparePhoto } from '../adapters/photo.ts';
import type { Caller, Handlers } from '../handler.ts';
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
import type { AwaitedMaterial } from './material-rows.ts';
import { addressQuery, isAddressValid } from './signed-address.ts';
import type { MaterialAddress, SignedAddress } from './signed-address.ts';

type MaterialCalls = 'POST /addMaterial/{id}' | 'POST /removeMaterial/{id}' | 'GET /getMaterial/{id}';

/** A file as it is sent to a reader. */
interface MaterialFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly contentType: 'application/pdf' | 'image/webp';
}

/** For the addresses outside the table of calls: server/http/material-files.ts. */
interface MaterialFiles {
  /** Called before the body is read. @throws HttpError */
  check(address: SignedAddress): void;
  receive(key: string, contentType: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file any more. @throws HttpError */
  read(address: SignedAddress): Promise<MaterialFile | null>;
}

const UPLOAD_MS = 5 * 60_000;
const READ_MS = 60_000;
/** Large enough for a picture of a slide to be readable. */
const LONGEST_SIDE = 2000;
const PDF_START = Buffer.from('%PDF-');
const PDF_END = Buffer.from('%%EOF');
const PDF_TAIL_BYTES = 4096;

const linkInvalid = () => new HttpError(403, materialMessages.linkInvalid, { code: 'address-invalid' });
const unreadable = () => new HttpError(400, materialMessages.unreadable, { code: 'unreadable' });

const storeName = (key: string): string => `materials/${key}`;

type MaterialContext = Pick<LearnContext, 'db' | 'now' | 'files' | 'secret' | 'log'>;

export class Materials {
  readonly #context: MaterialContext;
  readonly #removals: Removals;

  constructor(context: MaterialContext) {
    this.#context = context;
    const remove = async (key: string): Promise<void> => {
      await context.files.remove(storeName(key));
      await forget(context.db, key);
    };
    this.#removals = new Removals({ remove, log: context.log });
  }

  readonly handlers: Pick<Handlers, MaterialCalls> = {
    'POST /addMaterial/{id}': async ({ input: { id, fileName, fileType }, user, origin }) => {
      const key = randomBytes(16).toString('hex');
      const expiresAt = this.#context.now() + UPLOAD_MS;
      const contentType = fileType === 'application/pdf' ? fileType : 'image/webp';
      await this.#prepare(id, user, { key, name: fittingName(fileName, contentType), contentType, expiresAt });
      const signedUrl = this.#address(origin, { method: 'PUT', key, contentType: fileType, expiresAt });
      return { data: { _id: key, signedUrl } };
    },

    'POST /removeMaterial/{id}': async ({ input, user }, keep) => {
      const { db, files, log } = this.#context;
      const found = await findShown(db, input.id, user.accountNo);
      if (found === null || partIn(found, user, false) !== 'host') throw notFound();
      const answer = { message: materialMessages.removed, data: null };
      await db.transaction(async (transaction) => {
        await discard(transaction, found.key);
        await keep?.(transaction, answer);
      });
      await files.remove(storeName(found.key)).then(
        () => forget(db, found.key),
        (error: unknown) => log.warn({ err: error }, 'a file stays for now'),
      );
      return answer;
    },

    'GET /getMaterial/{id}': async ({ input, user, origin }) => {
      const { db, now } = this.#context;
      const found = await findShown(db, input.id, user.accountNo);
      if (found === null || !mayRead(partIn(found, user, found.isLearner), found)) throw notFound();
      const { key, name } = found;
      const url = this.#address(origin, { method: 'GET', key, contentType: '', expiresAt: now() + READ_MS });
      return { data: { url, name } };
    },
  };

  readonly files: MaterialFiles = {
    check: (address) => {
      this.#refuseInvalid(address);
      if (!MATERIAL_TYPES.some((type) => type === address.contentType))
        throw new HttpError(400, materialMessages.typeInvalid, { code: 'wrong-type' });
    },
    receive: async (key, contentType, bytes) => {
      const { db, now } = this.#context;
      if (!(await claim(db, key, now()))) throw linkInvalid();
      await this.#accept(key, contentType, bytes);
    },
    read: async (address) => {
      const { db, files } = this.#context;
      this.#refuseInvalid(address);
      const found = await findSigned(db, address.key);
      const bytes = found && (await files.read(storeName(found.key), MATERIAL_MAX_BYTES).catch(this.#away));
      return found && bytes ? { bytes, name: found.name, contentType: found.contentType } : null;
    },
  };

  /** Deletes files that were never completed, or that are no longer shown. */
  async tidyUp(): Promise<void> {
    const { db, now } = this.#context;
    const before = now() - UPLOAD_MS;
    await this.#removals.removeAll(() => staleMaterials(db, before));
  }

  /** Notes a file that the host of this lesson is about to send. @throws HttpError 404, 409 */
  #prepare(id: string, user: Caller, file: Omit<AwaitedMaterial, 'lesson' | 'at'>): Promise<void> {
    const at = this.#context.now();
    return this.#context.db.transaction(async (transaction) => {
      // Under the lock, files of one lesson are counted one after another.
      const lesson = await lockLesson(transaction, id);
      if (lesson === null || partIn(lesson, user, false) !== 'host') throw notFound();
      if (lesson.status === 'CANCELED')
        throw new HttpError(409, lessonMessages.alreadyOver(lesson.status), { code: 'canceled' });
      if ((await countTaken(transaction, lesson.id, at)) >= MATERIALS_MAX)
        throw new HttpError(409, materialMessages.tooMany, { code: 'too-many' });
      await addAwaited(transaction, { ...file, lesson: lesson.id, at });
    });
  }

  async #accept(key: string, contentType: string, bytes: Buffer): Promise<void> {
    const { db, files } = this.#context;
    try {
      const isPdf = contentType === 'application/pdf';
      const kept = isPdf ? checkedPdf(bytes) : await preparePhoto(bytes, contentType, LONGEST_SIDE);
      await files.write(storeName(key), kept, isPdf ? contentType : 'image/webp').catch(this.#away);
      if (!(await markShown(db, key, kept.length))) {
        await files.remove(storeName(key)).catch(this.#away);
        throw linkInvalid();
      }
    } catch (error) {
      await discard(db, key);
      throw error instanceof NotAPhoto ? unreadable() : error;
    }
  }

  #address(origin: string, address: MaterialAddress): string {
    return `${origin}/materials/${address.key}?${addressQuery(this.#context.secret, address)}`;
  }

  #refuseInvalid(address: SignedAddress): void {
    if (!isAddressValid(this.#context.secret, address, this.#context.now())) throw linkInvalid();
  }

  /** The person is told to try again; the reason goes to the operator's log. */
  readonly #away = (error: unknown): never => {
    if (!(error instanceof FilesAway)) throw error;
    this.#context.log.error({ err: error }, 'the store of files does not work');
    throw unavailable();
  };
}

/** Accepts a file that begins and ends like a PDF. We never show it, but only pass it on as a file. @throws HttpError */
function checkedPdf(bytes: Buffer): Buffer {
  const isWhole = bytes.subarray(-PDF_TAIL_BYTES).includes(PDF_END);
  if (!bytes.subarray(0, PDF_START.length).equals(PDF_START) || !isWhole) throw unreadable();
  return bytes;
}

/**
 * The name without characters that deceive the eye, lead to another folder or cannot be in a name on every computer, and with the ending of
 * the stored type.
 */
function fittingName(given: string, contentType: MaterialFile['contentType']): string {
  const plain = given
    .replaceAll('"', "'")
    .replace(/(?!\p{Join_C})[\p{Cf}\p{Co}/\\:*?<>|]/gu, ' ')
    .trim();
  const base = plain.replace(/\.(pdf|jpe?g|png|webp)$/i, '').trim() || 'File';
  return `${base}.${contentType === 'application/pdf' ? 'pdf' : 'webp'}`;
}
