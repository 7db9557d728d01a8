// Loaded into a server before everything else: shifts its clock by the milliseconds in a file, or stops it if the file says `frozen`.
import { readFileSync } from 'node:fs';

const LOOK_MS = 50;
const real = Date.now.bind(Date);
let shiftMs = 0;
let frozenAt: number | null = null;

function look(): void {
  const said = readFileSync(process.env.CLOCK_FILE ?? '', 'utf8').trim();
  // The file may be half written.
  if (said === 'frozen') frozenAt ??= real() + shiftMs;
  else if (/^-?\d+$/.test(said)) [shiftMs, frozenAt] = [Number(said), null];
}

Date.now = () => frozenAt ?? real() + shiftMs;
look();
setInterval(look, LOOK_MS).unref();
