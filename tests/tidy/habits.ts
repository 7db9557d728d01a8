// The habits of the code: a pure core, money rounded in one place, plain exports, honest tests, clear names and sizes.
import { posix } from 'node:path';
import { isTest, lineAt, type Node, type Source } from './source.ts';
import type { Violation } from './walls.ts';

const at = (source: Source, node: { start: number }): string => `${source.path}:${lineAt(source.text, node.start)}`;

const isIn = (source: Source, ...folders: string[]): boolean =>
  folders.some((folder) => source.path.startsWith(folder));

/** Names that bring a clock, chance or the outside world into rules that must give the same answer for ever. */
const IMPURE = new Set(
  'Date console process fetch performance crypto setTimeout setInterval setImmediate queueMicrotask globalThis require Buffer navigator window Intl'.split(
    ' ',
  ),
);

export const pureCore = (sources: readonly Source[]): Violation[] =>
  sources
    .filter((source) => isIn(source, 'core/') && !isTest(source.path))
    .flatMap((source) => [
      ...identifiers(source)
        .filter(({ name }) => IMPURE.has(name))
        .map((node) => `${at(source, node)} core may not use ${node.name}`),
      ...memberCalls(source, 'Math', ['random']).map((node) => `${at(source, node)} core may not use Math.random`),
    ]);

/** Identifiers that are read as variables or types, and not names of properties. */
const identifiers = (source: Source): { name: string; start: number }[] => {
  const properties = new Set<unknown>(
    source.nodes.flatMap((node) => (node.computed === true ? [] : [propertyKey(node)])),
  );
  return source.nodes
    .filter((node) => node.type === 'Identifier' && !properties.has(node))
    .map((node) => ({ name: String(node.name), start: node.start }));
};

const propertyKey = (node: Node): unknown => {
  if (node.type === 'MemberExpression') return node.property;
  return /^(Property|PropertyDefinition|MethodDefinition|TSPropertySignature|TSMethodSignature)$/.test(node.type)
    ? node.key
    : undefined;
};

const memberCalls = (source: Source, object: string, names: readonly string[]): Node[] =>
  source.nodes.filter((node) => {
    if (node.type !== 'MemberExpression') return false;
    const { object: of, property } = node as unknown as { object: Node; property: Node };
    return of.type === 'Identifier' && of.name === object && names.includes(String(property.name));
  });

const ROUNDING = ['round', 'floor', 'ceil', 'trunc', 'fround'];

const MONEY_PLACES = /^core\/((ledger|trade|rewards)\/|(?!money\.)[\w-]+\.ts$)/;

/** Outside these places core rounds indexes, days and model prices; inside them every number may be money. */
export const oneRounder = (sources: readonly Source[]): Violation[] =>
  sources
    .filter((source) => MONEY_PLACES.test(source.path) && !isTest(source.path))
    .flatMap((source) => [
      ...memberCalls(source, 'Math', ROUNDING).map((node) => `${at(source, node)} only core/money.ts rounds money`),
      ...source.nodes
        .filter((node) => node.type === 'MemberExpression' && (node.property as Node).name === 'toFixed')
        .map((node) => `${at(source, node)} only core/money.ts rounds money`),
    ]);

/** Some tools need a default export in their configuration. */
const isAskedForDefault = (file: string): boolean => file.endsWith('.config.ts') || file.startsWith('tests/setup/');

export const noDefaultExports = (sources: readonly Source[]): Violation[] =>
  sources
    .filter(({ path }) => !isAskedForDefault(path))
    .flatMap((source) =>
      source.nodes
        .filter((node) => node.type === 'ExportDefaultDeclaration')
        .map((node) => `${at(source, node)} a default export has no name of its own`),
    );

export const noBarrels = (sources: readonly Source[]): Violation[] =>
  sources.flatMap((source) => {
    const handedOn = source.nodes.filter((node) => /^Export(All|Named)Declaration$/.test(node.type) && node.source);
    const statements = (source.nodes[0].body as Node[]).length;
    const isBarrel = /(^|\/)index\.\w+$/.test(source.path) || (handedOn.length > 0 && handedOn.length === statements);
    return [
      ...(isBarrel ? [`${source.path} only hands on what other files export`] : []),
      ...handedOn
        .filter((node) => node.type === 'ExportAllDeclaration')
        .map((node) => `${at(source, node)} hands on everything`),
    ];
  });

export const noLeftovers = (sources: readonly Source[]): Violation[] =>
  sources.flatMap((source) =>
    source.comments
      .filter(({ text }) => /\b(TODO|FIXME|HACK|XXX)\b/.test(text))
      .map((comment) => `${at(source, comment)} unfinished work belongs in an issue`),
  );

/** A single line may be exempt from one rule of the linter, if it says why. */
export const noAny = (sources: readonly Source[]): Violation[] =>
  sources.flatMap((source) => [
    ...source.nodes
      .filter((node) => node.type === 'TSAnyKeyword')
      .map((node) => `${at(source, node)} any switches the compiler off`),
    ...source.comments
      .filter(({ text }) =>
        /@ts-(ignore|nocheck|expect-error)|(ox|es)lint-disable(?!-next-line [\w/-]+ -- \w)/.test(text),
      )
      .map((comment) => `${at(source, comment)} a switched-off check`),
  ]);

/** A test that is always skipped, or that keeps others from running, proves nothing. */
export const noSkippedTests = (sources: readonly Source[]): Violation[] =>
  sources
    .filter(({ path }) => isTest(path))
    .flatMap((source) =>
      source.nodes.flatMap((node) => {
        if (node.type !== 'MemberExpression') return [];
        const { object, property } = node as unknown as { object: Node; property: Node };
        const isTestCall =
          object.type === 'Identifier' && ['test', 'it', 'describe', 'suite'].includes(String(object.name));
        if (!isTestCall) return [];
        if (property.name === 'only' || property.name === 'todo' || property.name === 'skip')
          return [`${at(source, node)} ${property.name}`];
        const isConditional = property.name === 'skipIf' || property.name === 'runIf';
        return isConditional && !saysRealData(source, node)
          ? [`${at(source, node)} says not what it needs that is not always there`]
          : [];
      }),
    );

/** The words may be in the line itself, the one above it, or the opening sentence of the file. */
const saysRealData = (source: Source, node: Node): boolean => {
  const lines = source.text.split('\n');
  const line = lineAt(source.text, node.start);
  return /real (data|price|server)/i.test([lines[0], ...lines.slice(line - 2, line)].join(' '));
};

export interface TestProject {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** A test file that no project of vitest.config.ts takes never runs, and nothing else would say so. */
export const homelessTests = (paths: readonly string[], projects: readonly TestProject[]): Violation[] =>
  paths.filter(isTest).flatMap((path) => {
    const fits = (pattern: string): boolean => posix.matchesGlob(path, pattern);
    const homes = projects.filter(({ include, exclude = [] }) => include.some(fits) && !exclude.some(fits));
    return homes.length === 1 ? [] : [`${path} belongs to ${homes.length} test projects`];
  });

export const openingSentence = (files: readonly { path: string; text: string }[]): Violation[] =>
  files
    .filter(({ text }) => !/^(#!.*\n)?(\/\/|\/\*|--|#|<!--) ?\S[^\n]{18,}/.test(text))
    .map(({ path }) => `${path} does not open with a sentence that says what it is for`);

/** The name of a planted bug, under which the hunt remembers where it was caught (`scents.ts`). */
const OLD_NAME = 'who finds the venue free takes it from whoever has it by then';

/** "The caller", not "whoever asks": a reader should not have to find out who is meant. In double quotes it is the word itself. */
export const namedSubjects = (files: readonly { path: string; text: string }[]): Violation[] =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /(?<!")\bwhoever\b/i.test(line.replace(OLD_NAME, ''))
          ? [`${path}:${index + 1} says "whoever", but not who`]
          : [],
      ),
  );

const FORBIDDEN_FOLDERS =
  /^(services?|repositor(y|ies)|controllers?|use-?cases?|dtos?|utils?|common|helpers?|types?|lib|misc|shared|interfaces?)$/i;

/** `core/market/match.ts`, `match.ts` or `market/match.ts`: the name of a file of ours, if it has an extension of our code. */
const NAMED_FILE = /`([\w./-]+\.(?:tsx?|mjs|sql))`/g;

/** A document must not refer to a file that does not exist. */
export const namedFiles = (
  documents: readonly { path: string; text: string }[],
  files: readonly string[],
): Violation[] =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(NAMED_FILE)]
      .map(([, name]) => name)
      .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
      .map((name) => `${path} names ${name}, which is not there`),
  );

/** `[text](#heading)` or `[text](page.md#heading)`: a link into a document must lead to one of its headings. */
export const brokenLinks = (documents: readonly { path: string; text: string }[]): Violation[] =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([\w./-]*)#([^)]+)\)/g)]
      .map(([, page, heading]) => ({ page: page === '' ? path : posix.join(posix.dirname(path), page), heading }))
      .filter(({ page, heading }) => !headingsOf(documents.find((one) => one.path === page)?.text).includes(heading))
      .map(({ page, heading }) => `${path} links to #${heading} of ${page}, which is not there`),
  );

/** `[text](page.md)`, `[text](../folder)`: a link that leaves its document leads to something that is there. */
export const deadLinks = (
  documents: readonly { path: string; text: string }[],
  files: readonly string[],
): Violation[] =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!\w+:)([\w./-]+)/g)]
      .map(([, to]) => posix.join(posix.dirname(path), to).replace(/\/$/, ''))
      .filter((to) => !files.some((file) => file === to || file.startsWith(`${to}/`)))
      .map((to) => `${path} links to ${to}, which is not there`),
  );

/** The address that GitHub makes of a heading. */
const headingsOf = (text = ''): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

/** Two people may take the next number on the same day: `028-an-opening-auction.md`, `0046_orders.sql`. */
export const numbersGivenTwice = (paths: readonly string[]): Violation[] => {
  const taken = new Map<string, string>();
  return paths.flatMap((path) => {
    const place = path.replace(/(\d+)[-_][^/]*$/, '$1');
    const first = taken.get(place);
    if (first === undefined) taken.set(place, path);
    return first === undefined ? [] : [`${path} has the number of ${first}`];
  });
};

/** Readers of so many decisions need an index that says which of them hold. */
export const missingFromIndex = (index: string, paths: readonly string[]): Violation[] =>
  paths
    .filter((path) => /^docs\/decisions\/\d/.test(path) && !index.includes(`(${path.split('/').pop()})`))
    .map((path) => `${path} does not stand in docs/decisions/README.md`);

export const speakingNames = (paths: readonly string[]): Violation[] =>
  paths.flatMap((path) => {
    const folders = path.split('/');
    const file = folders.pop() ?? '';
    const vague = folders
      .filter((folder) => FORBIDDEN_FOLDERS.test(folder))
      .map((folder) => `${path} is in a folder that could hold anything: ${folder}`);
    const name = /^(\d{4}_)?[a-z0-9]+([-_][a-z0-9]+)*(\.(test|config))?\.[a-z]+$|^[A-Z]+\.md$/.test(file)
      ? []
      : [`${path} is not in kebab-case`];
    const bag = /^(utils?|helpers?|common|misc|types)\./.test(file) ? [`${path} could hold anything`] : [];
    return [...vague, ...name, ...bag];
  });

const HARD_LIMIT = 400;
/** Tests grow with what they prove, but nobody reads one that is too long. */
const TEST_LIMIT = 450;

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

const isTestCode = (file: string): boolean => isTest(file) || file.startsWith('tests/');

export const fileSizes = (sources: readonly Source[]): Violation[] =>
  sources
    .filter(({ path, text }) => linesOf(text) > (isTestCode(path) ? TEST_LIMIT : HARD_LIMIT))
    .map(({ path, text }) => `${path} has ${linesOf(text)} lines`);

export const longestFiles = (sources: readonly Source[], count: number): string[] =>
  [...sources]
    .filter(({ path }) => !isTestCode(path))
    .sort((one, other) => linesOf(other.text) - linesOf(one.text))
    .slice(0, count)
    .map(({ path, text }) => `${String(linesOf(text)).padStart(4)}  ${path}`);

export const longestFunctions = (sources: readonly Source[], count: number): string[] =>
  sources
    .filter(({ path }) => !isTestCode(path))
    .flatMap((source) =>
      source.nodes
        .filter(({ type }) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type))
        .map((node) => ({ lines: linesOf(source.text.slice(node.start, node.end)), place: at(source, node) })),
    )
    .sort((one, other) => other.lines - one.lines)
    .slice(0, count)
    .map(({ lines, place }) => `${String(lines).padStart(4)}  ${place}`);
