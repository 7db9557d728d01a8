// A log that cannot be written must not end the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const LOG = path.resolve(import.meta.dirname, 'log.ts');
const CODE = `
  const { createLog } = await import(${JSON.stringify(LOG)});
  const log = createLog({ logLevel: 'info' });
  for (let n = 0; n < 3000; n++) log.info('x'.repeat(1000));
  setImmediate(() => process.exit(7));
`;

test('where no line can be written, as on a full disk, the process goes on', async () => {
  const refusing = openSync(LOG, 'r');
  const child = spawn(process.execPath, ['--input-type=module', '-e', CODE], { stdio: ['ignore', refusing, 'pipe'] });
  closeSync(refusing);
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, said }).toEqual({ code: 7, said: '' });
});
