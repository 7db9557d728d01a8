// Positions the tags over the candles: each at its price, side by side where they would overlap.
import type { CandleCanvas } from './candle-canvas.ts';

const TAG_HEIGHT = 26;
const TAG_GAP = 4;

/** Labels beside the axis keep their place, and tags move beside them. */
export function placeTags(tags: HTMLElement, canvas: CandleCanvas): void {
  const all = [...tags.children]
    .filter((tag): tag is HTMLElement => tag instanceof HTMLElement)
    .map((tag) => ({ tag, y: canvas.yOf(Number(tag.dataset.price)), isWord: tag.dataset.word !== undefined }))
    .sort((one, other) => (one.y ?? 0) - (other.y ?? 0));
  const taken: { y: number; right: number }[] = [];
  const take = (y: number, shift: number, tag: HTMLElement): void =>
    void taken.push({ y, right: shift + tag.offsetWidth + TAG_GAP });
  for (const { tag, y, isWord } of all) if (isWord && y !== null) take(y, 0, tag);
  for (const { tag, y, isWord } of all) {
    if (isWord) continue;
    tag.style.visibility = y === null ? 'hidden' : 'visible';
    if (y === null) continue;
    const near = taken.filter((other) => Math.abs(y - other.y) < TAG_HEIGHT).map(({ right }) => right);
    const shift = Math.max(0, ...near);
    tag.style.transform = `translate(${-shift}px, ${y}px) translateY(-50%)`;
    take(y, shift, tag);
  }
}
