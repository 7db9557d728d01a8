// Reads the file .env as Node.js does, and tells what in it is lost on the way.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';

const FOLDER = path.resolve(import.meta.dirname, '..');
const ENV_FILE = path.join(FOLDER, '.env');

export const readEnvFile = (file = ENV_FILE): NodeJS.ProcessEnv => parseEnv(envText(file));

/** What comes before the value of a line. */
const NAME = String.raw`^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=`;

const envText = (file: string): string => {
  if (!existsSync(file)) return '';
  const text = readText(file);
  // What a shell or an editor of Windows writes as "Unicode".
  if (text.includes('\0')) throw new ConfigError([`The settings in ${file} are not read: save the file as UTF-8.`]);
  // With blanks alone after its =, a name would get the next line for its value, and the setting of that line none.
  return text.replace(new RegExp(`(${NAME})[ \\t]+$`, 'gm'), '$1');
};

/** Windows editors begin a file with a byte order mark, which is not part of the first name. */
const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`The settings in ${file} cannot be read; let the user that runs Istock read it. ${reason}`]);
  }
};

/** A sentence for each line of .env that does not set what it seems to: nobody would notice, and half a password be taken for it. */
export const envComplaints = (file = ENV_FILE): string[] => {
  const known = readEnvFile(path.join(FOLDER, '.env.example'));
  const text = envText(file);
  const settings = Object.entries(parseEnv(text)).map(([name, value = '']) => ({ name, value }));
  const found = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name);
  return [
    ...settings
      .filter(({ name }) => !(name in known))
      .map(({ name }) => `${name} in .env is no setting; all of them are in .env.example.`),
    ...found(new RegExp(`${NAME}(?:[ \\t]*[^\\s'"\`#](?:[^#\\n]*[^\\s#])?)?#`, 'gm')).map(
      (name) => `${name} in .env ends before its #, where a comment begins: a value with a # in it needs "quotes".`,
    ),
    ...found(new RegExp(`${NAME}[ \\t]*(['"\`])(?:(?!\\2).)*\\2[ \\t]*[^\\s#]`, 'gm')).map(
      (name) => `${name} in .env ends at its second quote: a value with one in it needs quotes of another kind.`,
    ),
    ...settings
      .filter(({ value }) => value.includes('\n'))
      .flatMap(({ name, value }) =>
        [...value.matchAll(new RegExp(NAME, 'gm'))]
          .filter(([, within]) => within in known)
          .map(([, within]) => `${within} in .env is not set: it stands between the quotes of ${name}.`),
      ),
    ...linesThatSetNothing(text, settings).map(
      (line) => `Line ${line} of .env sets nothing: a setting is written NAME=value.`,
    ),
  ];
};

/** Their numbers. A value in quotes may go on over several lines. */
const linesThatSetNothing = (text: string, settings: { value: string }[]): number[] => {
  let rest = text.replaceAll('\r\n', '\n');
  for (const { value } of settings.filter((each) => each.value.includes('\n')))
    rest = rest.replace(value, () => value.replaceAll(/[^\n]/g, ''));
  return rest.split('\n').flatMap((line, index) => (/^\s*['"`]?\s*(#|$)|=/.test(line) ? [] : index + 1));
};
