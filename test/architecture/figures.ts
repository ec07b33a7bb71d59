/** The figures that may only fall: what each counts, and its goal. */
import { linesOf } from './file-rules.ts';
import { missingFiles, sectionSigns, unexplainedNumbers } from './references.ts';
import { repeatedPairs } from './repeated-lines.ts';
import { importCycles } from './server-subjects.ts';
import { isTest, type SourceFile } from './sources.ts';
import { leadingText, linesOfOffsets, type Node, nameOf, syntaxOf, visitNodes } from './syntax.ts';
import { CALLERS, wireTypesByHand } from './wire-types.ts';

export interface Count {
  readonly now: number;
  /** Each place counted, prefixed with its path: `src/a.ts:12 name`. */
  readonly at: readonly string[];
}

export interface Figure {
  readonly name: string;
  /** Absent if no goal is set. */
  readonly goal?: number;
  /** Ceilings are multiples of this, so that a figure that changes with every commit does not need a new ceiling each time. Default 1. */
  readonly step?: number;
  readonly count: (files: readonly SourceFile[]) => Count;
}

const MAX_FUNCTION_LINES = 80;
const MAX_FOLDER_FILES = 25;

const isTypeScript = (file: SourceFile) => /\.tsx?$/.test(file.path);
const isSource = (file: SourceFile) => isTypeScript(file) && file.path.startsWith('src/') && !isTest(file.path);
const isBelow = (folder: string) => (file: SourceFile) => file.path.startsWith(`${folder}/`);
const isPortal = isBelow('src/web/portal');
const isSmallPage = (file: SourceFile) => /^src\/web\/(signer|device|verify)\//.test(file.path);
const isServer = isBelow('src/server');

/** @returns `file:line name` of each node in the chosen files for which `describe` returns a name. */
function nodes(
  files: readonly SourceFile[],
  isIncluded: (file: SourceFile) => boolean,
  describe: (node: Node, ancestors: readonly Node[], lineOf: (offset: number) => number) => string | undefined,
): string[] {
  return files.filter(isIncluded).flatMap((file) => {
    const matches: string[] = [];
    const lineOf = linesOfOffsets(file.text);
    visitNodes(syntaxOf(file), (node, ancestors) => {
      const name = describe(node, ancestors, lineOf);
      if (name !== undefined) matches.push(`${file.path}:${lineOf(node.start)} ${name}`);
    });
    return matches;
  });
}

const countOf = (at: readonly string[]): Count => ({ now: at.length, at });

const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** Functions that are long only because they are tables of data or words: `path name` and the reason. Currently none. */
const EXEMPT_TABLES: Readonly<Record<string, string>> = {};

/** @param exempt exceptions as `path name`. @returns functions of more than eighty lines from the first to the last. */
export function longFunctions(
  files: readonly SourceFile[],
  isIncluded: (file: SourceFile) => boolean = () => true,
  exempt: Readonly<Record<string, string>> = EXEMPT_TABLES,
): string[] {
  const functions = nodes(
    files,
    (file) => isSource(file) && isIncluded(file),
    (node, ancestors, lineOf) => {
      if (!isFunction(node)) return undefined;
      const lines = lineOf(node.end) - lineOf(node.start) + 1;
      if (lines <= MAX_FUNCTION_LINES) return undefined;
      const owner = ancestors.at(-1);
      const name = [node.id, owner?.id, owner?.key, owner?.callee].map(nameOf).find((text) => text !== undefined);
      return `${name ?? 'a function'}, ${lines} lines`;
    },
  );
  return functions.filter((location) => !(location.replace(/:\d+ (.*), \d+ lines$/, ' $1') in exempt));
}

/** @returns folders with more than twenty-five TypeScript files, including tests, the fullest first. */
export function fullFolders(files: readonly SourceFile[]): string[] {
  const sizes = new Map<string, number>();
  for (const { path } of files.filter(isTypeScript)) {
    const folder = path.split('/').slice(0, -1).join('/');
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes]
    .filter(([, size]) => size > MAX_FOLDER_FILES)
    .sort((a, b) => b[1] - a[1])
    .map(([folder, size]) => `${folder}/ ${size} files`);
}

const repeatedPairsBelow = (folder: string) => (files: readonly SourceFile[]) =>
  countOf(repeatedPairs(files, folder).map(({ at }) => at));

/** @returns strings and templates that begin with the address of an API call. */
export function addressesByHand(files: readonly SourceFile[], isIncluded: (file: SourceFile) => boolean): string[] {
  return nodes(
    files,
    (file) => isSource(file) && isIncluded(file),
    (node) => {
      const text = leadingText(node);
      return text !== undefined && /^\/(api|tools)\//.test(text) ? text : undefined;
    },
  );
}

/** Only portal/api should call the server and manage the query cache. */
const isOutsideApi = (file: SourceFile) => isSource(file) && isPortal(file) && !isBelow('src/web/portal/api')(file);

/** @returns calls whose answer type is supplied by the caller. */
export function typedCalls(files: readonly SourceFile[]): string[] {
  return nodes(files, isOutsideApi, (node) => {
    const name = node.type === 'CallExpression' && node.typeArguments ? nameOf(node.callee) : undefined;
    return name !== undefined && CALLERS.has(name) ? name : undefined;
  });
}

/** @returns query keys written as array literals. */
export function queryKeysByHand(files: readonly SourceFile[]): string[] {
  return nodes(files, isOutsideApi, (node) =>
    node.type === 'Property' && nameOf(node.key) === 'queryKey' && (node.value as Node).type === 'ArrayExpression'
      ? 'queryKey'
      : undefined,
  );
}

export function invalidations(files: readonly SourceFile[]): string[] {
  return nodes(files, isOutsideApi, (node) =>
    node.type === 'CallExpression' && nameOf(node.callee) === 'invalidateQueries' ? 'invalidateQueries' : undefined,
  );
}

/** @returns files of portal/ui that import the API, the contract or the domain. */
export function uiThatKnowsTheProduct(files: readonly SourceFile[]): string[] {
  const product = /^src\/(web\/portal\/api|domain|contract)\//;
  return files
    .filter((file) => isSource(file) && isBelow('src/web/portal/ui')(file))
    .flatMap((file) => {
      const first = file.imports.find((imported) => product.test(imported.file ?? ''));
      return first ? [`${file.path} ${first.specifier}`] : [];
    });
}

function lines(files: readonly SourceFile[], isIncluded: (file: SourceFile) => boolean): Count {
  const found = files.filter(isIncluded).map((file) => ({ path: file.path, lines: linesOf(file) }));
  return { now: found.reduce((sum, file) => sum + file.lines, 0), at: found.map((one) => `${one.path} ${one.lines}`) };
}

export const figures: readonly Figure[] = [
  { name: 'functions over 80 lines: portal', goal: 10, count: (files) => countOf(longFunctions(files, isPortal)) },
  {
    name: 'functions over 80 lines: signer, device, verify',
    goal: 0,
    count: (files) => countOf(longFunctions(files, isSmallPage)),
  },
  { name: 'functions over 80 lines: server', goal: 0, count: (files) => countOf(longFunctions(files, isServer)) },
  {
    name: 'functions over 80 lines: rest of src',
    goal: 0,
    count: (files) => countOf(longFunctions(files, (file) => !isPortal(file) && !isSmallPage(file) && !isServer(file))),
  },
  { name: 'functions over 80 lines: src', goal: 0, count: (files) => countOf(longFunctions(files)) },
  { name: 'folders over 25 TypeScript files', goal: 0, count: (files) => countOf(fullFolders(files)) },
  // The goal was 350 with another finder, which found 981 pairs where this one finds 1,455; 520 is the same share.
  { name: 'pairs of six repeated lines: src', goal: 520, count: repeatedPairsBelow('src') },
  { name: 'pairs of six repeated lines: portal', goal: 180, count: repeatedPairsBelow('src/web/portal') },
  { name: 'pairs of six repeated lines: server', count: repeatedPairsBelow('src/server') },
  { name: 'pairs of six repeated lines: contract', count: repeatedPairsBelow('src/contract') },
  {
    name: 'rings of imports, types counted',
    goal: 0,
    count: (files) => countOf(importCycles(files, (imported) => !imported.lazy)),
  },
  {
    name: 'rings of imports, types and import() counted',
    goal: 0,
    count: (files) => countOf(importCycles(files, () => true)),
  },
  { name: 'addresses by hand: portal', goal: 0, count: (files) => countOf(addressesByHand(files, isPortal)) },
  {
    name: 'addresses by hand: signer, device, verify',
    goal: 0,
    count: (files) => countOf(addressesByHand(files, isSmallPage)),
  },
  { name: 'call<T> outside portal/api', goal: 0, count: (files) => countOf(typedCalls(files)) },
  { name: 'query keys by hand outside portal/api', goal: 0, count: (files) => countOf(queryKeysByHand(files)) },
  { name: 'invalidateQueries outside portal/api', goal: 0, count: (files) => countOf(invalidations(files)) },
  { name: 'types of answers by hand in the web', goal: 0, count: (files) => countOf(wireTypesByHand(files)) },
  {
    name: 'files of portal/ui that know the product',
    goal: 0,
    count: (files) => countOf(uiThatKnowsTheProduct(files)),
  },
  { name: 'numbers of rules without explanation', goal: 0, count: (files) => countOf(unexplainedNumbers(files)) },
  { name: 'signs of sections (§)', goal: 0, count: (files) => countOf(sectionSigns(files)) },
  { name: 'names of files that do not exist', goal: 0, count: (files) => countOf(missingFiles(files)) },
  {
    name: 'lines: TypeScript of the portal',
    step: 100,
    count: (files) => lines(files, (file) => isSource(file) && isPortal(file)),
  },
  {
    name: 'lines: CSS of the portal',
    goal: 7_200,
    step: 100,
    count: (files) => lines(files, (file) => isPortal(file) && file.path.endsWith('.css')),
  },
  { name: 'lines: TypeScript of src', goal: 125_000, step: 500, count: (files) => lines(files, isSource) },
];
