// Reads the light formatting of an answer: paragraphs, lists, tables, bold words and stocks. Whatever else it holds stays plain text.

/** A piece of a line. Nothing here can load or run anything. */
export interface Piece {
  readonly kind: 'text' | 'bold' | 'stock';
  readonly text: string;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly lines: readonly Piece[][] }
  | { readonly kind: 'list'; readonly items: readonly Piece[][] }
  | { readonly kind: 'table'; readonly head: readonly Piece[][]; readonly rows: readonly Piece[][][] };

const MOST_LINES = 400;
const MOST_COLUMNS = 12;

/** What is written in Hindi's letters is read out as Hindi, in a page that is in English; a few such words in English are not. */
export function languageOf(text: string): 'hi' | undefined {
  const lettersOf = (script: RegExp): number => text.match(script)?.length ?? 0;
  return lettersOf(/\p{Script=Devanagari}/gu) > lettersOf(/\p{Script=Latin}/gu) ? 'hi' : undefined;
}

export function readAnswer(text: string, symbols: readonly string[]): Block[] {
  const blocks: Block[] = [];
  const known = new Set(symbols);
  let waiting: string[] = [];
  const finish = (): void => {
    if (waiting.length > 0) blocks.push(blockOf(waiting, known));
    waiting = [];
  };
  for (const line of text.split('\n', MOST_LINES)) {
    const bare = line.trim();
    if (bare === '') finish();
    else {
      if (waiting.length > 0 && kindOf(waiting[0]) !== kindOf(bare)) finish();
      waiting.push(bare);
    }
  }
  finish();
  return blocks;
}

function kindOf(line: string): Block['kind'] {
  if (/^\|.*\|$/.test(line)) return 'table';
  return /^(?:[-*•]|\d{1,2}[.)]) \S/.test(line) ? 'list' : 'paragraph';
}

function blockOf(lines: readonly string[], known: ReadonlySet<string>): Block {
  const kind = kindOf(lines[0]);
  if (kind === 'list') {
    return { kind, items: lines.map((line) => piecesOf(line.replace(/^(?:[-*•]|\d{1,2}[.)]) /, ''), known)) };
  }
  if (kind === 'table') return tableOf(lines, known);
  return { kind, lines: lines.map((line) => piecesOf(line.replace(/^#{1,6} (.*)$/, '**$1**'), known)) };
}

function tableOf(lines: readonly string[], known: ReadonlySet<string>): Block {
  const rows = lines
    .filter((line) => !/^\|[\s|:-]+\|$/.test(line))
    .map((line) => line.slice(1, -1).split('|', MOST_COLUMNS))
    .map((cells) => cells.map((cell) => piecesOf(cell.trim(), known)));
  const [head = [], ...rest] = rows;
  // Every row is as wide as the head, whatever was written.
  return { kind: 'table', head, rows: rest.map((row) => head.map((_, column) => row[column] ?? [])) };
}

function piecesOf(line: string, known: ReadonlySet<string>): Piece[] {
  return line.split(/\*\*([^*]+)\*\*/).flatMap((part, index): Piece[] => {
    const isBold = index % 2 === 1 && !known.has(part);
    if (part === '') return [];
    return isBold ? [{ kind: 'bold', text: part }] : stocksOf(part, known);
  });
}

function stocksOf(text: string, known: ReadonlySet<string>): Piece[] {
  return text
    .split(/([A-Z0-9][A-Z0-9&-]*)/)
    .map((part): Piece => ({ kind: known.has(part) ? 'stock' : 'text', text: part }))
    .filter((piece) => piece.text !== '')
    .reduce<Piece[]>((pieces, piece) => {
      const last = pieces.at(-1);
      if (last?.kind !== 'text' || piece.kind !== 'text') return [...pieces, piece];
      return [...pieces.slice(0, -1), { kind: 'text', text: last.text + piece.text }];
    }, []);
}

/** The plain text of some pieces. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** What a cell of a table holds: a gain or a loss, by its sign; another number; or words. */
export function cellTone(text: string): 'gain' | 'loss' | 'number' | 'words' {
  if (/^\+[₹\d]/.test(text)) return 'gain';
  if (/^[\u2212-]₹?\d/.test(text)) return 'loss';
  return /^(?:₹?\d[\d,.]*%?|\u2013)$/.test(text) ? 'number' : 'words';
}
