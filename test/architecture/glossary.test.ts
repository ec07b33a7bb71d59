/** The glossary is sorted and correct, and no type is named by a word that has several meanings. */
import { expect, test } from 'vitest';
import { ambiguousNames, faultyWords, wordsOf } from './glossary.ts';
import { project } from './project.ts';
import { parse } from './sources.ts';

const sample = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => parse(path, text));

test('the glossary is sorted; its Italian words are on screens and its names in code', () => {
  expect(wordsOf(project).length).toBeGreaterThan(30);
  expect(faultyWords(project)).toEqual([]);
});

test('an unsorted word, one on no screen, or one with an unknown name is reported', () => {
  const rows = ['| b | cartella | … |', '| a | – | `Box` |', '| c | fascicolo | `Seal` |'];
  const files = sample({
    'docs/glossary.md': rows.join('\n'),
    'src/web/it.ts': "const one = 'Nessuna cartella'; // fascicolo",
    'src/pdf/a.ts': 'interface Seal {}',
    'src/pdf/a.test.ts': 'interface Box {}',
  });
  expect(faultyWords(files)).toEqual([
    'a: not in alphabetical order',
    'a: no code is called Box',
    'c: "fascicolo" is on no screen',
  ]);
});

test('no exported type is called just place, point, box or field, or shares such a name', () => {
  expect(ambiguousNames(project)).toEqual([]);
});

test('a bare and a shared name are reported as interface, type and class; other uses of these names are not', () => {
  const files = sample({
    'src/a.ts': 'export interface Place {}\nexport type DuePoint = string;\ninterface Box {}\nexport type Boxes = 1;',
    'src/b.tsx': 'export class Field {}\nexport type { DuePoint } from "./a.ts";\nexport const Point = 1;',
    'src/c.ts': 'export interface DuePoint {}\nexport interface PageRectangle {}',
    'src/c.test.ts': 'export interface Point {}',
  });
  expect(ambiguousNames(files)).toEqual([
    ...['src/a.ts Place', 'src/a.ts Boxes', 'src/b.tsx Field', 'src/c.ts DuePoint'],
  ]);
});
