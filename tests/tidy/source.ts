// Reads the source files of the project for the tidy rules: their text, their imports, and their syntax tree.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

type Import = { specifier: string; isTypeOnly: boolean; line: number };

export type Node = { type: string; start: number; end: number; [key: string]: unknown };

export type Source = {
  /** From the root of the project, with forward slashes. */
  path: string;
  text: string;
  imports: Import[];
  nodes: Node[];
  comments: { text: string; start: number; end: number }[];
};

export const ROOT = path.resolve(import.meta.dirname, '..', '..');

const FOLDERS = ['core', 'contract', 'server', 'web', 'tests', 'bench', 'tools'];
const CODE = /\.(tsx?|mjs)$/;

export const readProject = (): Source[] => {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file),
    ),
  );
  const files = [...below, 'vite.config.ts', 'vitest.config.ts'].filter((file) => CODE.test(file)).sort();
  return files.map((file) => parseSource(file, readFileSync(path.join(ROOT, file), 'utf8')));
};

export const parseSource = (file: string, text: string): Source => {
  const { program, module, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const at = (start: number): number => lineAt(text, start);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      specifier: moduleRequest.value,
      isTypeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
      line: at(start),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest
          ? [{ specifier: entry.moduleRequest.value, isTypeOnly: entry.isType, line: at(entry.start) }]
          : [],
      ),
    ),
    // What begins with a value is an address that only the running page knows, not the name of a file or a library.
    ...module.dynamicImports
      .filter(({ moduleRequest: { start } }) => !text.startsWith('`${', start))
      .map(({ moduleRequest: { start, end } }) => ({
        specifier: text.slice(start + 1, end - 1),
        isTypeOnly: false,
        line: at(start),
      })),
  ];
  return {
    path: file,
    text,
    imports,
    nodes: flatten(program),
    comments: comments.map(({ value, start, end }) => ({ text: value, start, end })),
  };
};

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const flatten = (value: unknown, found: Node[] = []): Node[] => {
  if (Array.isArray(value)) for (const each of value) flatten(each, found);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') found.push(value as Node);
    for (const each of Object.values(value)) if (typeof each === 'object') flatten(each, found);
  }
  return found;
};

/** The file that an import of our own code leads to, or undefined for a package. */
export const targetOf = (source: Source, specifier: string): string | undefined =>
  specifier.startsWith('.')
    ? path.posix.join(path.posix.dirname(source.path), specifier.replace(/\?.*$/, ''))
    : undefined;

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
