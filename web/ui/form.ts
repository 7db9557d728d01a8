// The state of a small form over the schema of what it sends: values, the mistakes to show so far, and whether it can be sent.
import { useState } from 'react';
import type { ChangeEvent } from 'react';

/** What a text-like control of the form needs. */
interface FieldBinding {
  name: string;
  value: string;
  error: string | null;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur: () => void;
}

export interface Form<Values, Parsed> {
  values: Values;
  set: <Key extends keyof Values & string>(key: Key, value: Values[Key]) => void;
  /** Resets a field that the person has to fill in again: emptied by us, it does not show a mistake. */
  empty: (key: keyof Values & string) => void;
  field: (key: keyof Values & string) => FieldBinding;
  /** The first mistake of a field once the person has left it, or has tried to send. */
  errorOf: (key: keyof Values & string) => string | null;
  isValid: boolean;
  /** All present mistakes, by field. */
  mistakes: Readonly<Record<string, string>>;
  /** Shows every mistake from now on; returns the parsed values, or null. */
  check: () => Parsed | null;
  /** Mistakes that the server found. They disappear when the field changes. */
  refuse: (fields: Readonly<Record<string, string>>) => void;
}

type Issues = readonly { path: readonly PropertyKey[]; message: string }[];

/** A schema, or an object that parses like one. */
export interface FormRule<Values, Parsed> {
  safeParse: (values: Values) => { success: true; data: Parsed } | { success: false; error: { issues: Issues } };
}

function mistakesOf(issues: Issues): Record<string, string> {
  const first: Record<string, string> = {};
  for (const issue of issues) first[String(issue.path[0] ?? '')] ??= issue.message;
  return first;
}

/** `isWaitedFor`: the button is disabled until the form has no mistakes, so fields that were left empty must say so. */
export function useForm<Values extends Record<string, string>, Parsed>(
  rule: FormRule<Values, Parsed>,
  initial: Values,
  isWaitedFor = false,
): Form<Values, Parsed> {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setIsTried] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});

  const parsed = rule.safeParse(values);
  const mistakes = parsed.success ? {} : mistakesOf(parsed.error.issues);

  function set<Key extends keyof Values & string>(key: Key, value: Values[Key]): void {
    setValues((before) => ({ ...before, [key]: value }));
    setRefused(({ [key]: _, ...others }) => others);
  }

  function empty<Key extends keyof Values & string>(key: Key): void {
    set(key, '' as Values[Key]);
    setLeft((before) => new Set([...before].filter((other) => other !== key)));
    setIsTried(false);
  }

  function errorOf(key: string): string | null {
    return refused[key] ?? (isTried || left.has(key) ? mistakes[key] : undefined) ?? null;
  }

  return {
    values,
    set,
    empty,
    errorOf,
    mistakes,
    isValid: parsed.success,
    field: (key) => ({
      name: key,
      value: values[key],
      error: errorOf(key),
      onChange: (event) => set(key, event.currentTarget.value as Values[typeof key]),
      // Leaving an empty field is not a mistake yet if the button will report it.
      onBlur: () => (isWaitedFor || values[key] !== '') && setLeft((before) => new Set(before).add(key)),
    }),
    check: () => {
      setIsTried(true);
      return parsed.success ? parsed.data : null;
    },
    refuse: setRefused,
  };
}

/** Focuses the first control that is marked wrong, or else the button, once the form has rendered. */
export function focusFirstMistake(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const target = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    (target ?? form.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  });
}

/** Selects a refused code, so that the next key replaces it. */
export function selectField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
