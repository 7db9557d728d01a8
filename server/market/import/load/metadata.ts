// Reads the companies' names and sectors from a CSV, such as a list of an index's constituents.
import { FileRefused, shown } from '../read/series.ts';
import { readCsv } from '../read/csv.ts';
import { plainName } from '../read/columns.ts';
import { sniff } from '../read/sniff.ts';
import { checkedSymbol } from '../check/symbols.ts';

export interface Metadata {
  readonly name: string;
  readonly sector: string;
}

const SYMBOL = ['symbol', 'ticker', 'tckrsymb', 'tradingsymbol', 'scrip'];
const NAME = ['companyname', 'security', 'name', 'company', 'securityname', 'fininstrmnm'];
const SECTOR = ['sector', 'gicssector', 'industry', 'macroeconomicsector', 'gicssubindustry'];
const MAX_NAME = 100;

export function readMetadata(bytes: Buffer): Map<string, Metadata> {
  const { kind, text } = sniff(bytes);
  if (kind === 'json')
    throw new FileRefused('is JSON; metadata is a CSV with the columns Symbol, Company Name and Sector or Industry');
  const [header, ...lines] = readCsv(text).lines;
  if (header === undefined) throw new FileRefused('is empty');
  const names = header.cells.map(plainName);
  const symbolAt = columnOf(names, SYMBOL);
  const nameAt = columnOf(names, NAME);
  const sectorAt = columnOf(names, SECTOR);
  if (symbolAt < 0 || (nameAt < 0 && sectorAt < 0)) {
    throw new FileRefused(
      'is no metadata: it needs a column Symbol, and Company Name or Sector or Industry',
      header.line,
    );
  }
  const metadata = new Map<string, Metadata>();
  for (const { line, cells } of lines) {
    const symbol = checkedSymbol(cells[symbolAt] ?? '');
    if (symbol === null) throw new FileRefused(`"${shown(cells[symbolAt] ?? '')}" is not a symbol`, line);
    metadata.set(symbol, { name: shown(cells[nameAt] ?? '', MAX_NAME), sector: sectorName(cells[sectorAt] ?? '') });
  }
  return metadata;
}

function columnOf(names: readonly string[], aliases: readonly string[]): number {
  return aliases.map((alias) => names.indexOf(alias)).find((column) => column >= 0) ?? -1;
}

/** CONSUMER GOODS and Consumer Goods are the same sector; short words in capitals, such as IT, stay as they are. */
function sectorName(text: string): string {
  const plain = shown(text);
  if (plain !== plain.toUpperCase()) return plain;
  return plain.replace(/[A-Z]{3,}/g, (word) => word[0] + word.slice(1).toLowerCase());
}
