// How hard a password is to guess, as one of five words: length first, then variety; obvious passwords score nothing.

export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

const obvious = /^(?:password|passw0rd|qwerty|letmein|welcome|admin|iloveyou|abc123|istock|trader|123456)/i;

function kindsOfCharacter(password: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
}

/** The length without repeats and without runs such as `1234`, `dcba` or `aaaa`, which add little. */
function effectiveLength(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  return codes.filter(
    (code, index) =>
      index < 2 ||
      Math.abs(code - codes[index - 1]) > 1 ||
      code - codes[index - 1] !== codes[index - 1] - codes[index - 2],
  ).length;
}

/** 0 very weak to 4 strong. A long phrase of plain words is as good as a short one full of signs. */
export function passwordStrength(password: string): PasswordStrength {
  const length = effectiveLength(password);
  if (length < 6 || obvious.test(password)) return length >= 14 ? 2 : 0;
  const points = length + 2 * (kindsOfCharacter(password) - 1);
  if (points < 9) return 1;
  if (points < 13) return 2;
  return points < 17 ? 3 : 4;
}
