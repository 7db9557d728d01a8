// A text as a QR code: the squares that are dark, as one path of an SVG.
import encodeQR from 'qr';

/** The quiet ground that readers need round the code, in squares. */
const BORDER = 4;

export interface QrCode {
  /** Squares to a side, the ground round the code included. */
  size: number;
  path: string;
}

export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { border: BORDER });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size: rows.length, path: squares.join('') };
}
