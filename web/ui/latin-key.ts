// The Latin letter of a key, for shortcuts: a Hindi, Greek or Russian keyboard writes another letter with the same key.

const OTHER_SCRIPT = /^[^\p{ASCII}\p{Script=Latin}]+$/u;

/** In small letters. A key that writes Latin letters means the one it writes, wherever it is on the keyboard. */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isElsewhere = OTHER_SCRIPT.test(key) && code.startsWith('Key');
  return (isElsewhere ? code.slice(3) : key).toLowerCase();
}
