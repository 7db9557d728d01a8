// Keeps the files of earlier builds beside those of a new one: pages that were opened before an upgrade still load their parts from them.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEPT_MS = 7 * 86_400_000;

/** Copies what the build in `draft` does not have from the one in `target`, for a week from when it was replaced; `list` remembers when. */
export const keepEarlierAssets = ({ target, draft, list, now }) => {
  const [earlier, newer] = [target, draft].map((build) => path.join(build, 'assets'));
  if (!existsSync(earlier)) return;
  const replaced = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
  // Names contain a hash of the content, so a name that both have is the same file.
  const gone = readdirSync(earlier).filter((name) => !existsSync(path.join(newer, name)));
  const kept = gone.map((name) => [name, replaced[name] ?? now]).filter(([, at]) => now - at <= KEPT_MS);
  for (const [name] of kept) cpSync(path.join(earlier, name), path.join(newer, name));
  writeFileSync(list, JSON.stringify(Object.fromEntries(kept)));
};
