// Tables as CSV that a spreadsheet reads as text and numbers, and never as a formula.

/**
 * A formula to a spreadsheet, at the beginning of the text or of a line in it, even behind blanks or invisible characters, and also with
 * another form of its first sign, such as a minus. Behind a semicolon, too: where that separates cells, Excel takes the quotes of the first
 * cell of a line only, and splits the others; a cell that then begins with quotes of its own loses them. Blanks are matched only within a line:
 * otherwise each line would also match all empty lines after it, in time that grows with the square of their number.
 */
const FORMULA = /(^|;)((?:(?![\n\r\u2028\u2029])[\s\p{C}\p{DI}"])*)(?=[=+\-@\t\r＝＋－＠﹦﹢﹣﹫\u2212])/gmu;

type Cell = string | number | null;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  // RFC 4180: quotes are doubled. Everything is quoted, so that nothing in it separates cells.
  return `"${cell.replace(FORMULA, "$1'$2").replaceAll('"', '""')}"`;
}

/** Lines without a heading, for a file that is written piece by piece. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** The byte order mark tells spreadsheets that it is UTF-8. */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${csvLines([header, ...rows])}`;
}
