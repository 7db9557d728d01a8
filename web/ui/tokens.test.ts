// Colours that must fit what the style sheet does not colour: the last price on the chart, black or white as the library judges the colour below,
// and the bar of the browser before the first script runs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sheet = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
/** WCAG 2.2, level AA, for text of the usual size. */
const LEAST_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

/** Every place that sets this colour: both themes in both palettes. */
function valuesOf(token: string): Rgb[] {
  return [...sheet.matchAll(new RegExp(`${token}: #(..)(..)(..);`, 'g'))].map(([, ...parts]): Rgb => [
    parseInt(parts[0], 16),
    parseInt(parts[1], 16),
    parseInt(parts[2], 16),
  ]);
}

/** The chart library's own rule: 0 is black, 255 is white. */
function textOn([red, green, blue]: Rgb): Rgb {
  const isLight = 0.199 * red + 0.687 * green + 0.114 * blue > 160;
  return isLight ? [0, 0, 0] : [255, 255, 255];
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(['--up', '--down'])('the last price on a chart can be read on %s', (token) => {
  const colours = valuesOf(token);
  expect(colours).toHaveLength(4);
  for (const colour of colours)
    expect(contrast(colour, textOn(colour)), String(colour)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
});

test('before the first script runs, the bar of the browser already has the colour of the page', () => {
  const page = readFileSync(path.join(import.meta.dirname, '..', 'index.html'), 'utf8');
  const [light, dark] = [...sheet.matchAll(/--surface: (#\w+);/g)].map(([, colour]) => colour);
  expect(page).toContain(`<meta name="theme-color" content="${light}" />`);
  expect(page).toContain(`.content = dark ? '${dark}' : '${light}';`);
});
