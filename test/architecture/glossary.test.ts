/** The glossary is in order and true, and no type is called by a word that has several meanings. */
import { expect, test } from 'vitest';
import { faultyWords, mixedNames, wordsOf } from './glossary.ts';
import { project } from './project.ts';
import { parse } from './sources.ts';

const sample = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => parse(path, text));

test('the glossary has its words in order; screens and code have what it cites', () => {
  expect(wordsOf(project).length).toBeGreaterThan(30);
  expect(faultyWords(project)).toEqual([]);
});

test('a word out of order, on no screen, or with a name that no code has is found', () => {
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

test('no exported type is called only place, point, box or field, and none shares such a name', () => {
  expect(mixedNames(project)).toEqual([]);
});

test('a bare name and a shared one are found, as interface, type and class; names in use elsewhere are not', () => {
  const files = sample({
    'src/a.ts': 'export interface Place {}\nexport type DuePoint = string;\ninterface Box {}\nexport type Boxes = 1;',
    'src/b.tsx': 'export class Field {}\nexport type { DuePoint } from "./a.ts";\nexport const Point = 1;',
    'src/c.ts': 'export interface DuePoint {}\nexport interface PageRectangle {}',
    'src/c.test.ts': 'export interface Point {}',
  });
  expect(mixedNames(files)).toEqual([...['src/a.ts Place', 'src/a.ts Boxes', 'src/b.tsx Field', 'src/c.ts DuePoint']]);
});
