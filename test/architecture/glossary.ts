/** Holds the words of docs/glossary.md: its order, the screens' words and names in code that it cites, and names of types that were mixed. */
import { isTest, type SourceFile } from './sources.ts';
import { nameOf, syntaxOf, visitNodes } from './syntax.ts';

const GLOSSARY = 'docs/glossary.md';
const TYPES = /^(TSInterfaceDeclaration|TSTypeAliasDeclaration|ClassDeclaration)$/;
/** Words that once meant a signature field, its rectangle and other things as well. */
const AMBIGUOUS = /(?:Places?|Points?|Box(?:es)?|Fields?|Rectangles?)$/;
/** A name that consists of such a word only. */
const BARE_NAME = /^(?:Places?|Points?|Box(?:es)?|Fields?)$/;

export interface Word {
  readonly word: string;
  /** The word of Italian screens; null if it is on none. */
  readonly italian: string | null;
  readonly meaning: string;
}

export function wordsOf(files: readonly SourceFile[]): Word[] {
  const text = files.find((file) => file.path === GLOSSARY)?.text ?? '';
  return [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
    .map(([, word = '', italian = '', meaning = '']) => ({ word, italian: italian === '–' ? null : italian, meaning }))
    .filter(({ word }) => word !== 'word');
}

/** @returns what is wrong with the glossary's words: order, duplicates, Italian words on no screen, names that no code has. */
export function faultyWords(files: readonly SourceFile[]): string[] {
  const sources = files.filter((file) => /^(src|db\/tables)\//.test(file.path) && !isTest(file.path));
  const screens = sources
    .filter((file) => /^src\/(web|domain)\//.test(file.path))
    .map((file) => file.code.toLowerCase());
  const words = wordsOf(files);
  return words.flatMap(({ word, italian, meaning }, at) => [
    ...(at > 0 && (words[at - 1]?.word ?? '') >= word ? [`${word}: not in alphabetical order`] : []),
    ...(italian === null || screens.some((code) => code.includes(italian))
      ? []
      : [`${word}: "${italian}" is on no screen`]),
    ...[...meaning.matchAll(/`(\w+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !sources.some((file) => new RegExp(`\\b${name}\\b`).test(file.code)))
      .map((name) => `${word}: no code is called ${name}`),
  ]);
}

/** @returns exported types that are called only by a mixed word, or that share a name ending in one. */
export function ambiguousNames(files: readonly SourceFile[]): string[] {
  const exported = files
    .filter((file) => /^src\/.*\.tsx?$/.test(file.path) && !isTest(file.path) && AMBIGUOUS_IN_TEXT.test(file.code))
    .flatMap((file) => {
      const names: { name: string; at: string }[] = [];
      visitNodes(syntaxOf(file), (node, ancestors) => {
        const name = TYPES.test(node.type) ? nameOf(node.id) : undefined;
        if (name !== undefined && AMBIGUOUS.test(name) && ancestors.at(-1)?.type === 'ExportNamedDeclaration') {
          names.push({ name, at: `${file.path} ${name}` });
        }
      });
      return names;
    });
  return exported
    .filter(({ name }, at) => BARE_NAME.test(name) || exported.findIndex((other) => other.name === name) !== at)
    .map(({ at }) => at);
}

/** Parsing every file is slow: only those that may export such a name. */
const AMBIGUOUS_IN_TEXT = /\bexport (?:interface|type|class) \w*(?:Places?|Points?|Box(?:es)?|Fields?|Rectangles?)\b/;
