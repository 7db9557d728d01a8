// Keeps the secrets that this installation generated, so that logins survive a restart without any setting.
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const NAMES = ['jwt', 'otp', 'refresh', 'upload', 'sandboxPayment', 'factor'] as const;

/** One key per purpose, 32 random bytes as base64url each: a leak of one says nothing of the others. */
export type Secrets = Readonly<Record<(typeof NAMES)[number], string>>;

/** Reads the file, or makes it (mode 0600) when it is missing or lacks a name. @throws when it is damaged. */
export const keepSecrets = (file: string): Secrets => {
  const kept = readSecrets(file);
  if (kept !== undefined && NAMES.every((name) => name in kept)) return kept as Secrets;
  const secrets = Object.fromEntries(
    NAMES.map((name) => [name, kept?.[name] ?? randomBytes(32).toString('base64url')]),
  );
  // In containers that share a folder every process has the number 1.
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // A link, unlike a rename, never replaces: of two first starts at once, both take the file of the first.
    if (kept === undefined) linkSync(draft, file);
    else renameSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    // On a full disk there may be an empty one; a supervisor tries again every second.
    rmSync(draft, { force: true });
  }
  return (readSecrets(file) ?? secrets) as Secrets;
};

const readSecrets = (file: string): Partial<Record<string, string>> | undefined => {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  chmodSync(file, 0o600);
  const parsed = parse(content);
  const isKept =
    typeof parsed === 'object' &&
    parsed !== null &&
    !Array.isArray(parsed) &&
    Object.values(parsed).every((value) => typeof value === 'string' && value.length >= 32);
  if (!isKept)
    throw new Error(
      `${file} is damaged; put back a copy, or remove it (everybody logs in again, and administrators with a second factor need npm run admin -- reset-factor).`,
    );
  return parsed as Partial<Record<string, string>>;
};

/** An operator who removes the last line, to have a new key made, leaves a comma before the end. Undefined for a text that is not JSON. */
const parse = (content: string): unknown => {
  try {
    return JSON.parse(content.replace(/,(\s*\}\s*)$/, '$1'));
  } catch {
    return undefined;
  }
};
