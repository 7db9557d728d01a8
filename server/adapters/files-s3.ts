// Stores files in S3, or a server that speaks its protocol. Owns the AWS libraries.
import { addAbortSignal } from 'node:stream';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkName, FilesAway, FileTooLarge, type FileStore, type S3Settings } from './file-store.ts';

/** The limit for a whole upload or download with its retries: the library itself would wait forever for an answer. */
const PATIENCE_MS = 10_000;

function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The bucket in the path works with every server that speaks the protocol, and gives one origin to allow.
    forcePathStyle: true,
    // Otherwise a signed address would carry the checksum of an empty body, and no picture would match it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000 },
  });
}

/** What a bucket answers to a key that may not list it, in place of telling that a file does not exist. */
const FORBIDDEN = 'AccessDenied';
const MISSING_FILE = ['NoSuchKey', 'NotFound', FORBIDDEN];

/** Asks for a file that does not exist. @throws with the reason when something is wrong with the bucket, the keys or the server */
export async function greetS3(settings: S3Settings): Promise<void> {
  const client = clientOf(settings);
  try {
    const command = new GetObjectCommand(place(settings.bucket, `greeting/${'0'.repeat(32)}`));
    await client.send(command, patience(PATIENCE_MS));
  } catch (error) {
    if (error instanceof S3ServiceException && MISSING_FILE.includes(error.name)) return;
    throw error;
  } finally {
    client.destroy();
  }
}

export function s3Files(settings: S3Settings, patienceMs = PATIENCE_MS): FileStore {
  const { endpoint, bucket } = settings;
  const client = clientOf(settings);
  return {
    origin: new URL(endpoint).origin,
    async presign(name, contentType, seconds) {
      const command = new PutObjectCommand({ ...place(bucket, name), ContentType: contentType ?? undefined });
      // The library leaves the type out of the signature unless it is told to sign it.
      const signableHeaders = contentType === null ? undefined : new Set(['content-type']);
      return getSignedUrl(client, command, { expiresIn: seconds, signableHeaders });
    },
    read: (name, mostBytes) =>
      whileReachable(async () => {
        const limit = patience(patienceMs);
        const reply = await client.send(new GetObjectCommand(place(bucket, name)), limit).catch(noneIfUnseen);
        if (reply?.Body === undefined) return null;
        const stream = addAbortSignal(limit.abortSignal, reply.Body as Readable);
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of stream) {
          size += chunk.length;
          if (size > mostBytes) {
            stream.destroy();
            throw new FileTooLarge();
          }
          chunks.push(Buffer.from(chunk));
        }
        return Buffer.concat(chunks);
      }),
    write: (name, bytes, contentType) =>
      whileReachable(async () => {
        const command = new PutObjectCommand({ ...place(bucket, name), Body: bytes, ContentType: contentType });
        await client.send(command, patience(patienceMs));
      }),
    remove: (name) =>
      whileReachable(async () => {
        await client.send(new DeleteObjectCommand(place(bucket, name)), patience(patienceMs)).catch(noneIfMissing);
      }),
    close: () => client.destroy(),
  };
}

const patience = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) });

function place(bucket: string, name: string): { Bucket: string; Key: string } {
  checkName(name);
  return { Bucket: bucket, Key: name };
}

/** Where the whole bucket does not exist, nothing is known of the file. */
function noneIfMissing(error: unknown): undefined {
  const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
  if (isMissing && error.name !== 'NoSuchBucket') return undefined;
  throw error;
}

/** A file that the key may not see counts as missing when it is read; when it is to be removed, it would stay. */
function noneIfUnseen(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.name === FORBIDDEN) return undefined;
  return noneIfMissing(error);
}

/** Any unexpected answer means that the bucket or its settings are wrong, and is not the fault of the person who asked. */
async function whileReachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileTooLarge) throw error;
    throw new FilesAway('The store of files does not answer as it should.', { cause: error });
  }
}
