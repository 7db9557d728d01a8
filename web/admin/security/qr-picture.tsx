// A QR code on its white ground, in either theme: a camera wants dark squares on light.
import { qrCode } from './qr-code.ts';

export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = qrCode(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 rounded-box"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
