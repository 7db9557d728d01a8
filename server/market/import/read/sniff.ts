// Turns the bytes of a file into text and recognises whether it is a table or JSON; refuses anything else, and says what it is.
import { gunzipSync } from 'node:zlib';
import { FileRefused, MAX_FILE_BYTES, MAX_TEXT_BYTES } from './series.ts';

export interface SniffedText {
  readonly kind: 'table' | 'json';
  readonly text: string;
  readonly notes: readonly string[];
}

/** @param maxTextBytes limits what a small gzip file may expand to */
export function sniff(bytes: Buffer, maxTextBytes = MAX_TEXT_BYTES): SniffedText {
  if (bytes.length > MAX_FILE_BYTES) {
    throw new FileRefused(`is ${megabytes(bytes.length)} MB; the limit is ${megabytes(MAX_FILE_BYTES)} MB`);
  }
  const unpacked = isGzip(bytes) ? unzip(bytes, maxTextBytes) : bytes;
  refuseBinary(unpacked);
  const { text, notes } = decode(unpacked);
  const start = text.trimStart();
  if (start === '') throw new FileRefused('is empty');
  if (start.startsWith('<')) {
    throw new FileRefused('is a web page (HTML) instead of data; download the file again from the provider', 1);
  }
  return { kind: start.startsWith('{') || start.startsWith('[') ? 'json' : 'table', text, notes };
}

function megabytes(count: number): string {
  return (count / 1024 / 1024).toFixed(0);
}

function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unzip(bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (error) {
    const tooLong = error instanceof RangeError;
    throw new FileRefused(
      tooLong ? `unpacks to more than ${megabytes(maxOutputLength)} MB` : 'is a damaged gzip file (cut off or changed)',
    );
  }
}

function refuseBinary(bytes: Buffer): void {
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    throw new FileRefused('is a zip archive or a spreadsheet; unpack it, or save the sheet as CSV, and import that');
  }
  const looksWide = bytes[0] === 0xff || bytes[0] === 0xfe;
  if (!looksWide && bytes.includes(0)) throw new FileRefused('is not text (it holds zero bytes)');
}

/** UTF-8 with or without a byte order mark, UTF-16 with one; anything else is read as Latin-1, with a note. */
function decode(bytes: Buffer): { text: string; notes: string[] } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), notes: [] };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), notes: [] };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notes: [] };
  } catch {
    return { text: bytes.toString('latin1'), notes: ['the text is not UTF-8; it was read as Latin-1'] };
  }
}
