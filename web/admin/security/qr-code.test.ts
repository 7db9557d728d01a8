// A QR code, read as a camera reads it, contains the original text.
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

const PIXELS = 4;

test('the text can be read again', () => {
  const uri =
    'otpauth://totp/Istock:admin%40istock.local?issuer=Istock&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';
  const { size, path } = qrCode(uri);
  const width = size * PIXELS;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < PIXELS; row++)
      for (let column = 0; column < PIXELS; column++) {
        const at = ((Number(y) * PIXELS + row) * width + Number(x) * PIXELS + column) * 4;
        data.fill(0, at, at + 3);
      }
  expect(decodeQR({ width, height: width, data })).toBe(uri);
});
