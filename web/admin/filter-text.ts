// What a user filter may hold: spec 5 strips these characters and trims.
const STRIPPED = /[<>/'";]/g;

export function strippedText(text: string): string {
  return text.replace(STRIPPED, '').trim();
}
