// What .env sets, and the sentence for each of its lines that sets something else, or nothing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from './config.ts';
import { envComplaints, readEnvFile } from './env-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-env-'));
});
afterAll(() => rm(folder, { recursive: true }));

const fileOf = async (content: string | Buffer): Promise<string> => {
  const file = path.join(folder, '.env');
  await writeFile(file, content);
  return file;
};

test('a file of Windows is read from its first name on, and names that are no setting are found', async () => {
  const file = await fileOf('\ufeffPORT=7000\r\nPROT=7001\r\n# PORTS=1\r\nUSD_INR="90"\r\n');
  expect(readSettings(readEnvFile(file))).toMatchObject({ port: 7000, usdInr: 90 });
  expect(envComplaints(file)).toEqual(['PROT in .env is no setting; all of them are in .env.example.']);
});

test('a file that is not there sets nothing; one that cannot be read, or is not in UTF-8, is refused', async () => {
  expect(envComplaints(path.join(folder, 'none'))).toEqual([]);
  // Not to be read, as a file of another user: for root there is no such thing but a folder.
  expect(() => envComplaints(folder)).toThrow(/settings in .* cannot be read; let the user that runs Istock read it/);
  const file = await fileOf(Buffer.from('\ufeffPORT=7000\r\n', 'utf16le'));
  expect(() => readEnvFile(file)).toThrow(`The settings in ${file} are not read: save the file as UTF-8.`);
});

test('a value that is cut at a # is named, but no comment and no # in quotes', async () => {
  const lines = ['ADMIN_PASSWORD=correct#horse', 'PORT=5001 # ours', 'HOST=', '# A=b#c', 'MAIL_FROM="a#b"'];
  const file = await fileOf(
    `\ufeff${[...lines, 'METRICS_TOKEN=#4711', " export TURN_SECRET = it's#1", 'SMTP_URL= #none'].join('\n')}\n`,
  );
  expect(readEnvFile(file)).toMatchObject({ ADMIN_PASSWORD: 'correct', METRICS_TOKEN: '', TURN_SECRET: "it's" });
  expect(envComplaints(file)).toEqual(
    ['ADMIN_PASSWORD', 'METRICS_TOKEN', 'TURN_SECRET'].map(
      (name) => `${name} in .env ends before its #, where a comment begins: a value with a # in it needs "quotes".`,
    ),
  );
});

test.each(['\n', '\r\n'])(
  'blanks after an = are an empty value, and the next line sets what it says (%j)',
  async (end) => {
    const lines = [
      'METRICS_TOKEN= ',
      'LOG_LEVEL=warn',
      'SMTP_URL = \t',
      '',
      'AI_MODEL= ',
      '# why',
      'PORT=7000',
      'S3_REGION= ',
    ];
    const file = await fileOf(lines.join(end));
    expect(readSettings(readEnvFile(file))).toMatchObject({
      metricsToken: undefined,
      logLevel: 'warn',
      smtpUrl: undefined,
      port: 7000,
    });
    expect(envComplaints(file)).toEqual([]);
  },
);

test('lines that set nothing, or are lost in the quotes of another one, are named', async () => {
  const lines = [
    'PORT 7000',
    'HOST: 127.0.0.1',
    '',
    ' # why',
    'ADMIN_PASSWORD="half',
    'LOG_LEVEL=warn',
    'MAIL_FROM="A <a@b.c>"',
  ];
  const file = await fileOf(lines.join('\n'));
  expect(readEnvFile(file)).not.toHaveProperty('LOG_LEVEL');
  expect(envComplaints(file)).toEqual([
    'LOG_LEVEL in .env is not set: it stands between the quotes of ADMIN_PASSWORD.',
    'MAIL_FROM in .env is not set: it stands between the quotes of ADMIN_PASSWORD.',
    'Line 1 of .env sets nothing: a setting is written NAME=value.',
    'Line 2 of .env sets nothing: a setting is written NAME=value.',
    'Line 7 of .env sets nothing: a setting is written NAME=value.',
  ]);
});

test('what stands after the second quote of a value is lost, and named unless it is a comment', async () => {
  const file = await fileOf(
    `ADMIN_PASSWORD="pa"ss"\nTURN_SECRET='it's'\nLOG_LEVEL='warn' # at night\nAI_MODEL="it's"\n`,
  );
  expect(readEnvFile(file)).toMatchObject({
    ADMIN_PASSWORD: 'pa',
    TURN_SECRET: 'it',
    LOG_LEVEL: 'warn',
    AI_MODEL: "it's",
  });
  expect(envComplaints(file)).toEqual(
    ['ADMIN_PASSWORD', 'TURN_SECRET'].map(
      (name) => `${name} in .env ends at its second quote: a value with one in it needs quotes of another kind.`,
    ),
  );
});

test('a value in quotes may have several lines', async () => {
  const file = await fileOf('ICE_SERVERS=\'[\n  {"urls":["stun:a.example"]}\n]\n\'\nPORT=7000\n');
  expect(readSettings(readEnvFile(file))).toMatchObject({ port: 7000, calls: { areGiven: true } });
  expect(envComplaints(file)).toEqual([]);
});
