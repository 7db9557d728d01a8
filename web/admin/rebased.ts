// What was typed into a form, laid over what somebody else has saved meanwhile.

type Fields = Readonly<Record<string, unknown>>;

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `draft` was begun on `base`; now `saved` is in force. */
export function rebased<Draft extends object>(draft: Draft, base: Draft, saved: Draft): Draft {
  const [typed, before, now] = [draft, base, saved] as Fields[];
  const fields = Object.keys(now).map((key) => {
    const [one, was, is] = [typed[key], before[key], now[key]];
    if (isFields(one) && isFields(was) && isFields(is)) return [key, rebased(one, was, is)];
    return [key, same(one, was) ? is : one];
  });
  return Object.fromEntries(fields) as Draft;
}

/** Storage may contain anything, and a later version may have other fields. */
function isLike(value: unknown, model: unknown): boolean {
  if (Array.isArray(model))
    return Array.isArray(value) && value.every((row) => model.length === 0 || isLike(row, model[0]));
  if (isFields(model)) return isFields(value) && Object.entries(model).every(([key, part]) => isLike(value[key], part));
  return typeof value === typeof model;
}

/** What was typed here before, over what is in force by now; null if there is nothing. */
export function draftBefore<Draft extends object>(kept: unknown, saved: Draft): Draft | null {
  const { draft, base } = isFields(kept) ? kept : {};
  return isLike(draft, saved) && isLike(base, saved) ? rebased(draft as Draft, base as Draft, saved) : null;
}
