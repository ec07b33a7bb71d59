/** What the operator reads is in both languages: each text next to its translation, with the same settings and numbers. */
import { describe, expect, it } from 'vitest';
import { ITALIAN_NAMES } from '../../src/cli/doctor/shared-texts.ts';
import { project } from './project.ts';
import { isTest } from './sources.ts';
import { isNode, type Node, nameOf, syntaxOf, visitNodes } from './syntax.ts';

const files = project.filter(
  ({ path }) => /^src\/(?:(?:adapters|cli|settings)\/.*|[a-z-]+)\.ts$/.test(path) && !isTest(path),
);

interface Pair {
  readonly at: string;
  readonly it: string;
  readonly en: string;
}

/** The fixed text of a string or template; undefined for anything else. */
function fixedText(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value.type !== 'TemplateLiteral') return undefined;
  return (value.quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join('…');
}

function partOf({ properties }: Node, name: string): unknown {
  return (properties as Node[]).find((one) => one.type === 'Property' && nameOf(one.key) === name)?.value;
}

function pairsIn(path: string, root: Node): Pair[] {
  const texts: Pair[] = [];
  visitNodes(root, (node) => {
    if (node.type !== 'ObjectExpression') return;
    const [italian, english] = [fixedText(partOf(node, 'it')), fixedText(partOf(node, 'en'))];
    if (italian !== undefined && english !== undefined) texts.push({ at: path, it: italian, en: english });
  });
  return texts;
}

/** Arguments of `ok(…)`, `warning(…)` and `failure(…)` of the checks of `doctor`. */
function findingsIn(root: Node): Node[][] {
  const calls: Node[][] = [];
  visitNodes(root, (node) => {
    if (node.type === 'CallExpression' && /^(?:ok|warning|failure)$/.test(nameOf(node.callee) ?? '')) {
      calls.push(node.arguments as Node[]);
    }
  });
  return calls;
}

const pairs = files.flatMap((file) => pairsIn(file.path, syntaxOf(file)));
const checks = files.filter(({ imports }) => imports.some(({ file }) => file === 'src/ports/finding.ts'));

const printing = project.filter(
  ({ path }) =>
    /^(?:scripts\/|tools\/|src\/(?:cli\/|[a-z-]+\.ts$))/.test(path) && /\.m?ts$|\.mjs$/.test(path) && !isTest(path),
);
const PRINTS = /^(?:log|error|warn|write|out|err|StepFailed|LocalizedError)$/;
/** Words that are frequent in Italian and are not English. */
const ITALIAN = /[àèéìòù]|\b(?:che|della?|gli|il|nel|nessun[ao]?|non|sono|una)\b(?!-)/i;

/** @returns texts that are printed directly in Italian, not chosen by the language of the terminal. */
function printedInItalianOnly(path: string, root: Node): string[] {
  const found: string[] = [];
  visitNodes(root, (node, ancestors) => {
    const text = fixedText(node);
    if (text === undefined || !ITALIAN.test(text)) return;
    const isPrinted = ancestors.some(
      ({ type, callee }) => /^(?:Call|New)Expression$/.test(type) && PRINTS.test(nameOf(callee) ?? ''),
    );
    const isOfPair = ancestors.some(({ type, key }) => type === 'Property' && nameOf(key) === 'it');
    if (isPrinted && !isOfPair) found.push(`${path}: ${text}`);
  });
  return found;
}

/** Words that Italian has taken over; text without a word joins two others. */
const SHARED_WORDS = /^(?:ok|mouse|file …|\{receipt\} …|\P{L}*)$/u;
/** Settings, options, commands of other programs, numbers. */
const FACT = /[A-Z][A-Z0-9]*_[A-Z0-9_]+|--[a-z][a-z-]+|\b(?:chmod|chown|openssl)\b|\d+/g;
const factsIn = (text: string): string => [...(text.match(FACT) ?? [])].sort().join(' ');

describe('texts for the operator', () => {
  it('are found in settings and in the doctor checks', () => {
    const count = (folder: string) => pairs.filter(({ at }) => at.startsWith(folder)).length;
    expect(count('src/settings/')).toBeGreaterThan(50);
    expect(count('src/cli/doctor/')).toBeGreaterThan(120);
    expect(count('src/adapters/')).toBeGreaterThan(100);
  });

  it('differ between the languages', () => {
    expect(pairs.filter((pair) => pair.it === pair.en && !SHARED_WORDS.test(pair.it))).toEqual([]);
  });

  it('name the same settings, options and numbers in both languages', () => {
    expect(pairs.filter((pair) => factsIn(pair.it) !== factsIn(pair.en))).toEqual([]);
  });
});

describe('a command', () => {
  it('prints nothing that is only in Italian', () => {
    expect(printing.length).toBeGreaterThan(100);
    expect(printing.flatMap((file) => printedInItalianOnly(file.path, syntaxOf(file)))).toEqual([]);
  });

  it.each([
    ['console.log("Le immagini sono in " + folder);', 1],
    ["throw new StepFailed(failed ? 'non riuscito' : '');", 1],
    ["console.log(say({ it: 'Le immagini sono qui', en: 'The pictures are here' }));", 0],
    ["const title = 'Le immagini sono qui'; console.error('The pictures are here');", 0],
  ])('that says %s has %i faults', (text, faults) => {
    const file = { path: 'scripts/a.mjs', text, code: text, imports: [] };
    expect(printedInItalianOnly(file.path, syntaxOf(file))).toHaveLength(faults);
  });
});

/** Names in protocols. */
const TECHNICAL = ['Content-MD5'];

describe('doctor findings', () => {
  it('have texts in both languages', () => {
    const inOne = checks.flatMap((file) =>
      findingsIn(syntaxOf(file)).flatMap(([, text]) => (fixedText(text) === undefined ? [] : [file.path])),
    );
    expect(inOne).toEqual([]);
  });

  it('have an Italian name unless they are named like a setting', () => {
    const names = checks.flatMap((file) => findingsIn(syntaxOf(file)).map(([name]) => fixedText(name) ?? ''));
    const other = new Set(names.filter((name) => name !== '' && !/^[A-Z0-9_…]+$/.test(name)));
    expect(other.size).toBeGreaterThan(10);
    expect([...other].filter((name) => !Object.hasOwn(ITALIAN_NAMES, name))).toEqual(TECHNICAL);
  });
});
