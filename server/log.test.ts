// A log that cannot be written must not end the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const LOG = path.resolve(import.meta.dirname, 'log.ts');
/** On Linux, a disk that is always full. */
const FULL = '/dev/full';
const CODE = `
  const { createLog } = await import(${JSON.stringify(LOG)});
  const log = createLog({ logLevel: 'info' });
  for (let n = 0; n < 3000; n++) log.info('x'.repeat(1000));
  setImmediate(() => process.exit(7));
`;

test.runIf(existsSync(FULL))('a full disk takes no line, and the process goes on', async () => {
  const full = openSync(FULL, 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', CODE], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, said }).toEqual({ code: 7, said: '' });
});
