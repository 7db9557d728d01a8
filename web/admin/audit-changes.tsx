// The values of an entry of the audit log, before and after.
import type { AuditEntry } from '../../contract/admin/audit.ts';
import { countOf } from '../ui/number-text.ts';

/** `maxBuyLimit` -> `Max buy limit`, and `signupBonus.amount` -> `Signup bonus, amount`. */
export function fieldName(field: string): string {
  const words = field
    .replace(/[_-]/g, ' ')
    .replaceAll('.', ', ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function ChangeList({ changes }: { changes: AuditEntry['changes'] }) {
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {fieldName(field)}: {before !== null && <del className="text-faint">{before}</del>}
          {before !== null && ' \u2192 '}
          <span className="text-ink">{after ?? 'none'}</span>
        </li>
      ))}
    </ul>
  );
}

/** More values than this are behind a press, so that a planned session is not as tall as ten other entries. */
const MOST_SHOWN = 3;

export function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  if (changes.length === 0) return null;
  // One line more costs no more than the line that says that there is one.
  const shown = changes.length > MOST_SHOWN + 1 ? MOST_SHOWN : changes.length;
  const more = changes.slice(shown);
  return (
    <div className="max-w-lg text-sm text-muted">
      <ChangeList changes={changes.slice(0, shown)} />
      {more.length > 0 && (
        <details>
          <summary className="cursor-pointer text-accent-text hover:underline">
            {countOf(more.length, 'more value')}
          </summary>
          <ChangeList changes={more} />
        </details>
      )}
    </div>
  );
}
