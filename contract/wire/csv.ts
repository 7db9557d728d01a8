// Tables as CSV that a spreadsheet reads as text and numbers, and never as a formula.

/**
 * Text that a spreadsheet would take for a formula, at its beginning or at the beginning of a line in it, whether blanks or signs that
 * nobody sees stand before it or not; and with its sign in another form, as a minus is one. Blanks count only on its own line: otherwise
 * every line above would read all empty lines that follow, in a time that grows with the square of their number.
 */
const FORMULA = /^((?:(?![\n\r\u2028\u2029])[\s\p{C}\p{DI}])*)(?=[=+\-@\t\r＝＋－＠﹦﹢﹣﹫\u2212])/gmu;

type Cell = string | number | null;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  // RFC 4180: quotes are doubled. Everything is quoted, so that no separator of any country splits it.
  return `"${cell.replace(FORMULA, "'$1").replaceAll('"', '""')}"`;
}

/** Lines without a heading, for a file that is written piece by piece. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** The byte order mark tells spreadsheets that it is UTF-8. */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${csvLines([header, ...rows])}`;
}
