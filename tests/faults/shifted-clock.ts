// Loaded into a server before everything else: its clock on the wall goes by what stands in a file, milliseconds to add or `frozen`.
import { readFileSync } from 'node:fs';

const LOOK_MS = 50;
const real = Date.now.bind(Date);
let shiftMs = 0;
let frozenAt: number | null = null;

function look(): void {
  const said = readFileSync(process.env.CLOCK_FILE ?? '', 'utf8').trim();
  // Half a file is no number.
  if (said === 'frozen') frozenAt ??= real() + shiftMs;
  else if (/^-?\d+$/.test(said)) [shiftMs, frozenAt] = [Number(said), null];
}

Date.now = () => frozenAt ?? real() + shiftMs;
look();
setInterval(look, LOOK_MS).unref();
