// Writes a ZIP archive piece by piece, so that an archive of any length needs little memory. Knows no more of the format than that takes.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  readonly chunks: AsyncIterable<string | Buffer>;
}

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);

// PKWARE's APPNOTE 6.3: what a reader needs is 2.0 for deflate; names are UTF-8; sizes follow the data of each file.
const NEEDED = 20;
const FLAGS = 0x0808;
const DEFLATED = 8;
/** Fields have 32 bits: an archive of more would need another form. */
const MOST_BYTES = 0xffff_ffff;

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** `at` is what every file says it was last changed at, in UTC. @throws RangeError past 4 GB */
export async function* zipOf(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Buffer> {
  const time = dosTime(at);
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name, chunks } of files) {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 };
    const head = localHeader(entry, time);
    yield head;
    for await (const piece of packed(chunks, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    const sizes = descriptor(entry);
    yield sizes;
    entries.push(entry);
    offset += head.length + entry.packed + sizes.length;
    if (offset > MOST_BYTES || entry.size > MOST_BYTES) throw new RangeError('an archive of more than 4 GB');
  }
  const directory = Buffer.concat(entries.map((entry) => centralHeader(entry, time)));
  yield directory;
  yield endOf(entries.length, directory.length, offset);
}

/** Each chunk becomes blocks of its own that end at a whole byte; an empty last block ends the file. */
async function* packed(chunks: AsyncIterable<string | Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    if (bytes.length === 0) continue;
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield await deflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  }
  yield await deflate(Buffer.alloc(0), {});
}

function localHeader({ name }: Entry, time: number): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(NEEDED, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt32LE(time, 10);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed: bytes, size }: Entry): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(bytes, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function centralHeader({ name, offset, crc, packed: bytes, size }: Entry, time: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(NEEDED, 4);
  head.writeUInt16LE(NEEDED, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DEFLATED, 10);
  head.writeUInt32LE(time, 12);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(bytes, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function endOf(files: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Time below, date above, as MS-DOS had them: two-second steps, years from 1980. */
function dosTime(at: Date): number {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return ((date << 16) | time) >>> 0;
}
