// Loaded into a server before everything else: spoils what the simulated traders believe a share is worth, as a file says.
import { readFileSync } from 'node:fs';
import { FairValue } from '../../core/market/traders/fair-value.ts';
import { SimulatedTraders } from '../../core/market/traders/simulated-traders.ts';

const LOOK_MS = 50;
let said = 'right';

const SPOILED: Record<string, (price: number) => number> = {
  'a hundredfold': (price) => price * 100,
  negative: (price) => -price,
  'no number': () => NaN,
};

const { pass, move } = FairValue.prototype;
const { step } = SimulatedTraders.prototype;

FairValue.prototype.move = function (logReturn) {
  if (said !== 'still') move.call(this, logReturn);
};
FairValue.prototype.pass = function (seconds) {
  pass.call(this, seconds);
  this.price = SPOILED[said]?.(this.price) ?? this.price;
};
SimulatedTraders.prototype.step = function (...args) {
  if (said !== 'silent') step.apply(this, args);
};

const look = (): void => void (said = readFileSync(process.env.PRICES_FILE ?? '', 'utf8').trim() || said);
look();
setInterval(look, LOOK_MS).unref();
