// Greets relays whose names cannot be looked up, in a process of its own, because an error that nobody catches would end that process.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const GREETING = JSON.stringify(path.join(import.meta.dirname, 'relay-greeting.ts'));

/** The report about a relay whose name lookup fails after so long. */
async function greet({ limitMs, lookupMs }: { limitMs: number; lookupMs: number }): Promise<string> {
  const script = `
    const dns = require('node:dns');
    const { lookup } = dns;
    dns.lookup = (name, ...rest) => name === 'relay.example'
      ? setTimeout(() => rest.at(-1)(new Error('no such name')), ${lookupMs})
      : lookup(name, ...rest);
    import(${GREETING})
      .then(({ greetRelay }) => greetRelay('turn:relay.example', { username: 'a', credential: 'b' }, ${limitMs}))
      .catch((error) => console.log(error.message));`;
  return (await run(process.execPath, ['-e', script])).stdout.trim();
}

test('a name that is refused slowly was requested several times by then', async () => {
  expect(await greet({ limitMs: 5_000, lookupMs: 700 })).toBe('no such name');
});

test('a name that is refused only after the greeting was given up', async () => {
  expect(await greet({ limitMs: 300, lookupMs: 1_500 })).toBe('it says nothing');
});
