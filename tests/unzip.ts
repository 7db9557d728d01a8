// Reads a ZIP archive from its directory at the end, as programs do, and checks the sums and sizes of each file.
import { crc32, inflateRawSync } from 'node:zlib';

/** The files by name. @throws if anything does not fit */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('the archive has no end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  if (at + archive.readUInt32LE(end + 12) !== end) throw new Error('the directory is not where it should be');
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('an entry of the directory is broken');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    if (archive.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} is not where the directory says`);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    const bytes = inflateRawSync(packed);
    if (bytes.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name} has another length`);
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} has another checksum`);
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  return files;
}
