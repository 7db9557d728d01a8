// Reads a CSV file as a spreadsheet does: the heading names the columns, quoted cells are text, empty ones are empty.

export type CsvRow = Readonly<Record<string, string>>;

/** @throws for a line with more or fewer cells than columns */
export function csvRows(text: string): CsvRow[] {
  const lines = text.replace(/^\ufeff/, '').split('\r\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  const [header, ...rows] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
    ),
  );
  return rows.map((cells) => {
    if (cells.length !== header.length) throw new Error(`${cells.length} cells in a table of ${header.length}`);
    return Object.fromEntries(header.map((name, index) => [name, cells[index]]));
  });
}
