// A small server that speaks enough of S3's protocol for one bucket, and really checks Signature Version 4 of headers and of signed addresses.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  endpoint: string;
  objects: Map<string, { bytes: Buffer; contentType: string }>;
  /** The requests so far, as `PUT uploads/x 200`. */
  log: string[];
  /** Answers everything with this status until it is null again. */
  fault: { status: number | null };
  /** What the keys may do: a bucket that they may not list does not tell them that a file is missing. */
  rights: { mayList: boolean; mayRemove: boolean };
  close(): Promise<void>;
}

export interface S3Keys {
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** RFC 3986 as AWS wants it: everything but letters, digits and -._~ is encoded. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

interface Claim {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  payload: string;
  query: URLSearchParams;
}

/** Where the signature is: in the address, or in the header. */
function readClaim(request: IncomingMessage, url: URL): Claim {
  const query = new URLSearchParams(url.search);
  if (query.has('X-Amz-Signature')) {
    const get = (name: string): string => query.get(`X-Amz-${name}`) ?? '';
    if (get('Algorithm') !== 'AWS4-HMAC-SHA256') throw new Refused(400, 'AuthorizationQueryParametersError');
    const signature = get('Signature');
    query.delete('X-Amz-Signature');
    const startedAt = Date.parse(get('Date').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
    if (!(Date.now() < startedAt + Number(get('Expires')) * 1000)) throw new Refused(403, 'AccessDenied');
    return {
      credential: get('Credential'),
      signedHeaders: get('SignedHeaders'),
      signature,
      date: get('Date'),
      payload: 'UNSIGNED-PAYLOAD',
      query,
    };
  }
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (credential === undefined) throw new Refused(403, 'AccessDenied');
  const date = String(request.headers['x-amz-date']);
  return {
    credential,
    signedHeaders,
    signature,
    date,
    payload: String(request.headers['x-amz-content-sha256']),
    query,
  };
}

function checkSignature(request: IncomingMessage, url: URL, body: Buffer, keys: S3Keys): void {
  const claim = readClaim(request, url);
  const day = claim.date.slice(0, 8);
  const scope = `${day}/${keys.region}/s3/aws4_request`;
  if (claim.credential !== `${keys.accessKeyId}/${scope}`) throw new Refused(403, 'InvalidAccessKeyId');
  const names = claim.signedHeaders.split(';');
  if (!names.includes('host')) throw new Refused(403, 'SignatureDoesNotMatch');
  // S3's rule: every x-amz- header must be signed.
  for (const name of Object.keys(request.headers))
    if (name.startsWith('x-amz-') && !names.includes(name)) throw new Refused(403, 'AccessDenied');
  const headers = names.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );
  const parameters = [...claim.query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  const canonical = [
    request.method,
    path.join('/'),
    parameters.join('&'),
    headers.join(''),
    claim.signedHeaders,
    claim.payload,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), keys.region), 's3'), 'aws4_request');
  const right = hmac(key, toSign);
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Refused(403, 'SignatureDoesNotMatch');
  if (/^[0-9a-f]{64}$/.test(claim.payload) && claim.payload !== sha256(body))
    throw new Refused(400, 'XAmzContentSHA256Mismatch');
}

/** Only the checksum that browsers would get wrong is checked: a wrong one is refused as S3 does. */
function checkChecksum(request: IncomingMessage, url: URL, body: Buffer): void {
  const given = request.headers['x-amz-checksum-crc32'] ?? url.searchParams.get('x-amz-checksum-crc32');
  if (typeof given === 'string' && body.length > 0 && given === 'AAAAAA==') throw new Refused(400, 'BadDigest');
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export async function startS3(keys: S3Keys): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const log: string[] = [];
  const fault: S3Server['fault'] = { status: null };
  const rights: S3Server['rights'] = { mayList: true, mayRemove: true };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<number> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const body = await readAll(request);
    if (fault.status !== null) throw new Refused(fault.status, 'InternalError');
    // The preflight reply of a bucket with a rule for browsers, before a PUT.
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response
        .setHeader('access-control-allow-methods', 'PUT')
        .setHeader('access-control-allow-headers', 'content-type');
      return response.writeHead(200).end().statusCode;
    }
    checkSignature(request, url, body, keys);
    checkChecksum(request, url, body);
    const [, bucket, ...rest] = url.pathname.split('/');
    if (bucket !== keys.bucket) throw new Refused(404, 'NoSuchBucket');
    const name = rest.join('/');
    const found = objects.get(name);
    if (request.method === 'PUT')
      objects.set(name, { bytes: body, contentType: request.headers['content-type'] ?? '' });
    if (request.method === 'DELETE' && !rights.mayRemove) throw new Refused(403, 'AccessDenied');
    if (request.method === 'DELETE') objects.delete(name);
    if (request.method === 'DELETE') return response.writeHead(204).end().statusCode;
    if (request.method !== 'GET')
      return response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end().statusCode;
    if (!found) throw rights.mayList ? new Refused(404, 'NoSuchKey') : new Refused(403, 'AccessDenied');
    const { bytes, contentType } = found;
    return response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes)
      .statusCode;
  };

  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').split('?')[0]).replace(`/${keys.bucket}/`, '');
    answer(request, response)
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`;
        response.writeHead(error.status, { 'content-type': 'application/xml' }).end(xml);
        return error.status;
      })
      .then((status) => log.push(`${request.method} ${name} ${status}`))
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    log,
    fault,
    rights,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
