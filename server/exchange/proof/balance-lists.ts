// Writes and reads lists of balances as text, in parts: half a million accounts at once would hold up everything else.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A few milliseconds' work each. */
const NUMBERS_AT_ONCE = 20_000;
const LETTERS_AT_ONCE = 200_000;

/** Each part with the comma that leads to it. */
export async function* textOf(numbers: readonly number[]): AsyncGenerator<string> {
  for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
    if (from > 0) await nextTurn();
    yield `${from > 0 ? ',' : ''}${numbers.slice(from, from + NUMBERS_AT_ONCE).join(',')}`;
  }
}

/** A hundred thousand numbers are read from a text: reading them from an array of the database takes ten times as long. */
export async function numbersOf(list: string): Promise<number[]> {
  const numbers: number[] = [];
  for (let from = 0; from < list.length;) {
    if (from > 0) await nextTurn();
    const comma = list.indexOf(',', from + LETTERS_AT_ONCE);
    const until = comma === -1 ? list.length : comma;
    for (const number of JSON.parse(`[${list.slice(from, until)}]`) as number[]) {
      if (!Number.isSafeInteger(number))
        throw new Error(`The database holds ${number}, which no number can carry exactly.`);
      numbers.push(number);
    }
    from = until + 1;
  }
  return numbers;
}
