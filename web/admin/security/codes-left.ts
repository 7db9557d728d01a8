// How many recovery codes are left, in a sentence: without any, a lost phone locks the administrator out.
export function codesLeftText(left: number): string {
  if (left === 0) return 'No recovery code is left: make new ones.';
  return left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`;
}
