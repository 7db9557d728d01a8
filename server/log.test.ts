// A log that cannot be written must not end the server, and secrets do not get into it.
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

test('where nobody reads the lines any more, the process goes on, and writes what waited when somebody does', async () => {
  const code = `
    const { createLog } = await import(${JSON.stringify(LOG)});
    const log = createLog({ logLevel: 'info' });
    for (let n = 0; n < 300; n++) log.info({ n }, 'x'.repeat(1000));
    process.stderr.write('all said');
    process.stdin.once('data', () => { log.info({ n: 300 }, 'once more'); process.exit(7); });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'pipe' });
  const told = await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  expect(String(told[0])).toBe('all said');
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  await expect.poll(() => said.length).toBeGreaterThan(60_000);
  child.stdin.write('go on');
  await once(child, 'close');
  const numbers = said
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { n: number }).n);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => n));
  expect(numbers.length).toBeGreaterThan(60);
});

test('of a row that the database does not take only the table and the rule are told', async () => {
  const code = `
    const { createLog } = await import(${JSON.stringify(LOG)});
    const more = { detail: 'Failing row contains (7, asha@example.com, its hash).', table: 'users', constraint: 'users_check' };
    createLog({ logLevel: 'info' }).error({ err: Object.assign(new Error('violates a rule'), more), password: 'secret1' }, 'a call failed');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
  await once(child, 'close');
  const { err, password } = JSON.parse(said) as { err: Record<string, string>; password: string };
  expect({ ...err, stack: '' }).toMatchObject({
    message: 'violates a rule',
    table: 'users',
    constraint: 'users_check',
  });
  expect([err.detail, password]).toEqual(['(hidden)', '(hidden)']);
});
