// Files that could be sent in place of a picture or a lesson's notes, made here byte by byte. EVIL marks everything that must not come out again.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const EVIL = 'EVIL-7b';
const SCRIPT = `<script>alert('${EVIL}')</script>`;
const PAGE = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const PHP = `<?php system('${EVIL}'); ?>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert('${EVIL}')">${SCRIPT}</svg>`;
const PDF = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`;
const ZIP = Buffer.from(`PK\u0003\u0004\u0014\u0000${'\u0000'.repeat(20)}${EVIL}`, 'latin1');
const MB = 1024 * 1024;

export interface HostileFile {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';
  readonly bytes: Buffer;
  /** `taken`: it is a picture, whatever else it is, and its pixels are kept. Null: accepted or refused, as long as nothing bad comes out. */
  readonly asPhoto: 'taken' | 'refused' | null;
}

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 90 } } });

/** Pixels that do not compress. */
const noise = (width: number, height: number) =>
  sharp(Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919 + (at >> 7)) % 251)), {
    raw: { width, height, channels: 3 },
  });

const half = (whole: Buffer): Buffer => whole.subarray(0, whole.length >> 1);

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG with this size in its header, and this content after the header. */
function png(width: number, height: number, ...rest: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([PNG_START, chunk('IHDR', head), ...rest, chunk('IEND', Buffer.alloc(0))]);
}

/** Inserts a chunk into a PNG before the pixels, once or more often. */
function withChunk(good: Buffer, name: string, data: Buffer | string, times = 1): Buffer {
  const at = good.indexOf('IDAT', 0, 'latin1') - 4;
  const chunks = Array<Buffer>(times).fill(chunk(name, Buffer.from(data)));
  return Buffer.concat([good.subarray(0, at), ...chunks, good.subarray(at)]);
}

/** Inserts a segment into a JPEG after its first two bytes. */
function withSegment(good: Buffer, marker: number, data: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([good.subarray(0, 2), head, Buffer.from(data), good.subarray(2)]);
}

const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes));

export async function hostileFiles(): Promise<Record<string, HostileFile>> {
  const goodPng = await picture().png().toBuffer();
  const goodJpeg = await picture().jpeg().toBuffer();
  const goodWebp = await picture().webp().toBuffer();
  const gif = await picture().gif().toBuffer();
  // The server disables it with its first picture, and another file's server may have run in this process.
  sharp.unblock({ operation: ['VipsForeignLoadNsgifBuffer'] });
  const evilIcc = `${'\u0000'.repeat(36)}acsp${EVIL}${'\u0000'.repeat(200)}`;
  const file = (type: HostileFile['type'], bytes: Buffer | string, asPhoto: HostileFile['asPhoto']): HostileFile => ({
    type,
    bytes: Buffer.from(bytes as Buffer),
    asPhoto,
  });
  const asPng = (bytes: Buffer | string, asPhoto: HostileFile['asPhoto'] = 'refused') =>
    file('image/png', bytes, asPhoto);
  const asJpeg = (bytes: Buffer | string, asPhoto: HostileFile['asPhoto'] = 'refused') =>
    file('image/jpeg', bytes, asPhoto);
  const asPdf = (bytes: Buffer | string) => file('application/pdf', bytes, 'refused');
  const join = (...parts: (Buffer | string)[]): Buffer =>
    Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
  return {
    // Files that are no pictures.
    nothing: asPng(''),
    'one byte': asPng('x'),
    blanks: asPng(' '.repeat(5_000)),
    'an SVG with a script': asPng(SVG),
    'an SVG behind a byte order mark': asPng(`\ufeff<?xml version="1.0"?>${SVG}`),
    'an SVG that takes files in': asPng(
      '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    ),
    'a page': asPng(PAGE),
    'a page with a comment like a picture': asPng(`<!-- ${goodPng.toString('latin1')} -->${SCRIPT}`),
    PHP: asPng(PHP),
    'a program': asPng(join(Buffer.from('7f454c4602010100', 'hex'), EVIL)),
    'a ZIP archive': asPng(ZIP),
    'a PDF': asPng(PDF),
    'a GIF': asPng(gif),
    'a GIF that is a script': asPng(`GIF89a/*${'x'.repeat(40)}*/=1;alert('${EVIL}')//`),
    'a TIFF': asPng(await picture().tiff().toBuffer()),
    'an AVIF': asPng(await picture().avif().toBuffer()),
    'a BMP': asPng(join('BM', Buffer.alloc(60), EVIL)),
    'an icon': asPng(join(Buffer.from('000001000100', 'hex'), Buffer.alloc(40), EVIL)),
    PostScript: asPng(`%!PS-Adobe-3.0 EPSF-3.0\n${EVIL}`),
    'an MVG of ImageMagick': asPng(
      `push graphic-context\nfill 'url(https://127.0.0.1/"|${EVIL}")'\npop graphic-context`,
    ),
    'a playlist': asPng(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\nconcat:file:///etc/passwd|${EVIL}`),
    'a picture in the text of another file': asPng(`data:image/png;base64,${goodPng.toString('base64')}`),
    'eight bytes of a PNG and an SVG': asPng(join(PNG_START, SVG)),
    'the start of a JPEG and a page': asJpeg(join(Buffer.from('ffd8ffe0', 'hex'), PAGE)),
    'a RIFF that is no WebP': file('image/webp', join('RIFF', Buffer.from([9, 0, 0, 0]), 'AVI ', EVIL), 'refused'),
    // Files with wrong names.
    'a JPEG called a PNG': asPng(goodJpeg),
    'a PNG called a JPEG': asJpeg(goodPng),
    'a WebP called a PNG': asPng(goodWebp),
    'a picture called a PDF': asPdf(goodPng),
    // Broken ones.
    'half a PNG': asPng(half(await noise(300, 100).png().toBuffer())),
    'half a JPEG': asJpeg(half(await noise(300, 100).jpeg().toBuffer())),
    'half a WebP': file('image/webp', half(await noise(300, 100).webp().toBuffer()), 'refused'),
    'a PNG with a wrong sum': asPng(Buffer.from(goodPng).fill(0, 29, 33), null),
    'a PNG without pixels': asPng(png(40, 30)),
    'a PNG with too few pixels': asPng(png(40, 30, chunk('IDAT', zeros(10))), null),
    'a PNG whose pixels are no deflate': asPng(png(40, 30, chunk('IDAT', Buffer.from(EVIL)))),
    'a PNG whose chunk is longer than the file': asPng(join(PNG_START, Buffer.from('7fffffff49444154', 'hex'), EVIL)),
    'a PNG of no size': asPng(png(0, 0, chunk('IDAT', zeros(1)))),
    // Bombs.
    '50,000 x 50,000 pixels': asPng(png(50_000, 50_000, chunk('IDAT', zeros(1_000)))),
    'the largest size there is': asPng(png(2 ** 31 - 1, 2 ** 31 - 1, chunk('IDAT', zeros(1_000)))),
    'one pixel high and very wide': asPng(png(100_000, 1, chunk('IDAT', zeros(300_001))), null),
    'many pixels in few bytes': asPng(png(20_000, 20_000, chunk('IDAT', zeros(8 * MB)))),
    'a text chunk that unpacks to 100 MB': asPng(
      withChunk(goodPng, 'zTXt', join('Comment\u0000\u0000', zeros(100 * MB))),
      null,
    ),
    'a colour profile that unpacks to 100 MB': asPng(
      withChunk(goodPng, 'iCCP', join('x\u0000\u0000', zeros(100 * MB))),
      null,
    ),
    'ten thousand small chunks': asPng(withChunk(goodPng, 'tEXt', 'a\u0000b', 10_000), null),
    'a byte more than a photo may have': asPng(Buffer.alloc(2 * MB + 1)),
    'a picture of more than 2 MB': asPng(join(goodPng, Buffer.alloc(2 * MB))),
    // Pictures with extra content: their pixels are good, and nothing else may come out.
    'a PNG with a page behind it': asPng(join(goodPng, PAGE), 'taken'),
    'a PNG with a ZIP behind it': asPng(join(goodPng, ZIP), 'taken'),
    'a PNG with a script in its text': asPng(withChunk(goodPng, 'tEXt', `Comment\u0000${SCRIPT}`), 'taken'),
    'a PNG with XMP': asPng(
      withChunk(goodPng, 'iTXt', `XML:com.adobe.xmp\u0000\u0000\u0000\u0000\u0000${SVG}`),
      'taken',
    ),
    'a PNG with PHP in a chunk of its own': asPng(withChunk(goodPng, 'evIl', PHP), 'taken'),
    'a PNG with a colour profile that is none': asPng(
      withChunk(goodPng, 'iCCP', join('x\u0000\u0000', deflateSync(Buffer.from(evilIcc, 'latin1')))),
      null,
    ),
    'an animated PNG': asPng(withChunk(goodPng, 'acTL', Buffer.from('0000000200000000', 'hex')), null),
    'a JPEG with PHP in its comment': asJpeg(withSegment(goodJpeg, 0xfe, PHP), 'taken'),
    'a JPEG with a script in its EXIF': asJpeg(
      await picture()
        .jpeg()
        .withExif({ IFD0: { Copyright: SCRIPT, ImageDescription: PHP } })
        .toBuffer(),
      'taken',
    ),
    'a JPEG with a place': asJpeg(
      await picture()
        .jpeg()
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 34/1 56/1', GPSProcessingMethod: EVIL } })
        .toBuffer(),
      'taken',
    ),
    'a JPEG with JavaScript in its head': asJpeg(withSegment(goodJpeg, 0xfe, `*/=alert('${EVIL}');/*`), 'taken'),
    'a JPEG with a RAR behind it': asJpeg(join(goodJpeg, `Rar!\u001a\u0007\u0000${EVIL}`), 'taken'),
    'an animated WebP': file('image/webp', await sharp(gif, { animated: true }).webp().toBuffer(), 'taken'),
    'a WebP with a chunk of its own': file('image/webp', withRiffChunk(goodWebp), null),
    'a very long picture': asPng(await picture(10, 4_000).png().toBuffer(), 'taken'),
    // Files that are no notes.
    'a page called a PDF': asPdf(PAGE),
    'a page and a PDF behind it': asPdf(PAGE + PDF),
    'a PDF without an end': asPdf(PDF.slice(0, 20)),
    'a PDF with a script behind it': asPdf(PDF + SCRIPT),
    'a PDF that runs a script when it opens': asPdf(
      PDF.replace('/Type /Catalog', `/Type /Catalog /OpenAction << /S /JavaScript /JS (${EVIL}) >>`),
    ),
    'a byte more than notes may have': asPdf(join(PDF, Buffer.alloc(10 * MB))),
  };
}

function withRiffChunk(webp: Buffer): Buffer {
  const more = Buffer.concat([Buffer.from('EVIL'), Buffer.from([8, 0, 0, 0]), Buffer.from(`${EVIL} `)]);
  const whole = Buffer.concat([webp, more]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Deceptive names of files. */
export const hostileNames: readonly string[] = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd',
  'C:\\me.png',
  'shell.php.png',
  'me.png.html',
  '.htaccess',
  'me.svg',
  'me.png\u0000.html',
  'me%00.html',
  'me\r\nSet-Cookie: a=b.png',
  'gnp.\u202eexe',
  'me".png; filename="x.html',
  '<script>.png',
  '=cmd|calc.png',
  'फोटो.png',
  '😀.png',
  ' ',
  'x'.repeat(300),
  'con',
];
