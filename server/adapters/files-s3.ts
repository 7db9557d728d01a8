// Keeps files in S3 or what speaks its protocol. Owns the AWS libraries.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkName, FilesAway, FileTooLarge, type FileStore, type S3Settings } from './file-store.ts';

export function s3Files({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): FileStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The bucket in the path works with every server that speaks the protocol, and gives one origin to allow.
    forcePathStyle: true,
    // Otherwise a signed address would carry the checksum of an empty body, and no picture would match it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
  });

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
        const reply = await client.send(new GetObjectCommand(place(bucket, name))).catch(noneIfMissing);
        if (reply?.Body === undefined) return null;
        const stream = reply.Body as NodeJS.ReadableStream & { destroy(): void };
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
        await client.send(new PutObjectCommand({ ...place(bucket, name), Body: bytes, ContentType: contentType }));
      }),
    remove: (name) =>
      whileReachable(async () => {
        await client.send(new DeleteObjectCommand(place(bucket, name))).catch(noneIfMissing);
      }),
    close: () => client.destroy(),
  };
}

function place(bucket: string, name: string): { Bucket: string; Key: string } {
  checkName(name);
  return { Bucket: bucket, Key: name };
}

function noneIfMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
  throw error;
}

/** Whatever the bucket answers that we did not ask for, its settings or its state are wrong: not the person's doing. */
async function whileReachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileTooLarge) throw error;
    throw new FilesAway('The store of files does not answer as it should.', { cause: error });
  }
}
