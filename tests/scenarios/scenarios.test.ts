// Runs every story in this folder: each line is executed or checked, and the first line that does not hold is shown with the actual result.
//
// A story is a table. `#` starts a comment. Sums and prices are rupees. The first buy or sell ends the setting of the scene:
// before it, `cash` and `shares` give; after it, they check.
//
//   stock  TCS  tick 0.05  last 3500.00  [band 20%]      lists a stock
//   fees   1%  5.00  [discount 2% from 100 to 500]       commission, flat fee, volume discount (else 1 % and 5)
//   limits buy 10  sell 5  hours 24                      trading limits (else none)
//   cash   asha  100000.00                               gives, later checks, the cash balance (holds included)
//   shares ravi  TCS 10  [at 3400.00]                    gives (bought at that price, else at the last), later checks
//
//   buy    asha  TCS 10  market                 -> ...   also: sell; then any of: gtc ioc fok (else day), intraday, as NAME
//   buy    asha  TCS 10  limit 3500.00          -> ...
//   buy    asha  TCS 10  stop 3510.00           -> ...
//   buy    asha  TCS 10  stop 3510.00 limit 3520.00 -> ...
//   buy    asha  TCS 10  target 3600.00 or 3450.00 -> ...  a bracket: target, or stop loss
//   sell   asha  TCS 10  bracket limit 3600.00 stop 3450.00 -> ...  the same of shares that are held
// exit   NAME  as OUT                         -> ...   places the exit of the shares that this buy has brought
// cancel asha  NAME                           -> ...   the order with this name; `cancel admin NAME` by an administrator
//   square-off asha TCS                         -> ...   closes the intraday part; `older 90m`: what was bought before that time
//   crowd  sell  TCS 10  limit 3500.00                   a simulated trader: trades what it can and rests the remainder
//   move   TCS   3490.00                                 two simulated traders deal at that price
//   halt TCS | resume TCS | halt-all | resume-all | close | auction | open | new-day | block asha | unblock asha | wait 90m (or 2h, 30s)
//
//   new-day split TCS 1 into 5                           a day begins with a corporate action; also: bonus TCS 2 into 3,
//                                                        dividend TCS 4.00 (a share)
//   terms  TCS  tick 0.10  band 10%             -> ...   another tick and band
//
//   order  NAME                                 -> ...   how the order stands now
//   book   TCS   ask 3500.00 x 6, 3501.00 x 2            one side of the book, best first; `none` when it is empty
//   last   TCS   3500.00
//   held   asha  14145.00                                cash set aside
// lots   asha  TCS  30 @ 262.00, 70 @ 240.00           in the order in which they are sold; `none`
//   pnl | charges | net | loan   asha   3000.00          realised before charges, charges paid, their difference, margin loans
//   house  -120.00                                       what the house has had to bear
//
// After `->`: new · waits (for its trigger) · queued (the market is closed) · filled 4 @ 3500.00 · filled 4 @ 3500.00, 2 @ 3501.00
// · filled 4 of 10 @ 3500.00 (the rest is open) · filled 4 of 10 @ 3500.00, canceled REASON · canceled REASON · expired REASON
// · rejected REASON · done. Reasons are those of core; `insufficient-funds` stands for either of the two money refusals.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Scenario } from './scenario.ts';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt'));

test.for(files)('%s', (file) => {
  const scenario = new Scenario();
  const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n');
  for (const [index, text] of lines.entries()) {
    const line = text.split('#')[0].trim();
    if (line === '') continue;
    const [doing, expected] = line.split('->').map((part) => part.trim().replace(/\s+/g, ' '));
    const found = scenario.tell(doing, expected);
    expect(`${file}:${index + 1} ${found.is}`).toBe(`${file}:${index + 1} ${found.shouldBe}`);
  }
  expect(scenario.checked, 'a story that checks something').toBeGreaterThan(2);
  expect(scenario.brokenInvariants()).toEqual([]);
});

test('a wrong line is found', () => {
  const scenario = new Scenario();
  for (const line of ['stock TCS tick 0.05 last 3500.00', 'cash asha 100.00']) scenario.tell(line, undefined);
  expect(scenario.tell('buy asha TCS 1 market', 'filled 1 @ 3500.00')).toEqual({
    is: 'rejected insufficient-balance',
    shouldBe: 'filled 1 @ 3500.00',
  });
  expect(scenario.tell('cash asha 99.99', undefined)).toEqual({ is: '100.00', shouldBe: '99.99' });
  expect(scenario.tell('book TCS ask 3500.00 x 1', undefined)).toEqual({ is: 'none', shouldBe: '3500.00 x 1' });
  expect(() => scenario.tell('dance asha', undefined)).toThrow('dance');
  expect(() => scenario.tell('buy asha TCS 1 market please', 'new')).toThrow('please');
});
