/** The checklist finds each fault introduced into a conforming paper; a check that never finds anything proves nothing. */
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { composePaper, paperFields } from '#domain/papers/compose-paper.ts';
import { sampleData } from '#domain/papers/sample-data.ts';
import { describeArchival } from '../metadata.ts';
import { attach } from '../signing/attachment.ts';
import { pdfaProblems } from './pdfa-checklist.suite.ts';
import { renderPaper } from './render.ts';

let good: Uint8Array;

beforeAll(async () => {
  good = (await renderPaper(composePaper('LOAN_OTHER', sampleData(paperFields('LOAN_OTHER'))).paper)).bytes;
});

interface Opened {
  pdf: PDF;
  root: PdfDict;
  page: PdfDict;
  widget: PdfDict;
  at(dict: PdfDict, key: string): PdfDict;
}

function opened(pdf: PDF): Opened {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const dictOf = (value: unknown): PdfDict => {
    const held = value instanceof PdfRef ? resolve(value) : value;
    if (!(held instanceof PdfDict)) throw new Error('no dictionary');
    return held;
  };
  const pages = pdf.context.pages.getPages().map(dictOf);
  const page = pages.at(-1);
  const widget = page?.getArray('Annots', resolve)?.at(0);
  if (!page) throw new Error('no page');
  return {
    pdf,
    root: pdf.context.catalog.getDict(),
    page,
    widget: dictOf(widget),
    at: (dict, key) => dictOf(dict.get(key)),
  };
}

async function spoilt(fault: (file: Opened) => void): Promise<string[]> {
  const pdf = await PDF.load(good);
  fault(opened(pdf));
  return pdfaProblems(await pdf.save({ useXRefStream: false, compressStreams: false }));
}

/** Appends operators to a page's content. */
function paint({ pdf, page }: Opened, operators: string): void {
  const old = page.get('Contents');
  const more = pdf.context.register(PdfStream.fromDict({}, Buffer.from(operators, 'latin1')));
  if (!old) throw new Error('the page is empty');
  page.set('Contents', PdfArray.of(old, more));
}

function retitled({ pdf, at }: Opened): void {
  const { trailer } = pdf.context.info;
  at(trailer, 'Info').set('Title', PdfString.fromString('Altro'));
}

function withoutFont({ page, at }: Opened): void {
  const fonts = at(at(page, 'Resources'), 'Font');
  const [name] = [...fonts].map(([key]) => key.value);
  const font = at(fonts, name ?? '');
  font.delete('ToUnicode');
}

const faults: [string, (file: Opened) => void, string][] = [
  ['no language', ({ root }) => root.delete('Lang'), 'tags: no language'],
  ['no mark of tags', ({ root }) => root.delete('MarkInfo'), 'tags: not marked'],
  ['no structure', ({ root }) => root.delete('StructTreeRoot'), 'tags: no structure'],
  ['a title that differs', retitled, 'metadata: Title differs'],
  ['no metadata', ({ root }) => root.delete('Metadata'), 'metadata: none'],
  ['no output intent', ({ root }) => root.delete('OutputIntents'), 'output intent: not one'],
  ['a script', ({ root }) => root.set('OpenAction', PdfDict.of({ S: PdfName.of('JavaScript') })), 'action: JavaScript'],
  ['a widget that is not printed', ({ widget }) => widget.set('F', PdfNumber.of(0)), 'annotation flags 0'],
  ['a widget without appearance', ({ widget }) => widget.delete('AP'), 'no appearance'],
  ['a widget outside the structure', ({ widget }) => widget.delete('StructParent'), 'a widget is not in the structure'],
  ['a font without characters', withoutFont, 'font: no characters'],
  ['a line outside tags', (file) => paint(file, '0 0 m 9 9 l S'), 'S outside a tag'],
  ['a mark that is not closed', (file) => paint(file, '/Artifact BMC 0 0 m 9 9 l S'), 'marks do not close'],
  ['a mark of no element', (file) => paint(file, '/P <</MCID 999>> BDC EMC'), 'mark 999 belongs to nothing'],
  ['another colour space', (file) => paint(file, '0 0 0 1 k'), 'CMYK'],
  ['no tab order', ({ page }) => page.delete('Tabs'), 'tab order'],
];

describe('the checklist', () => {
  it('accepts a rendered paper', async () => {
    expect(await spoilt(() => undefined)).toEqual([]);
  });

  it.each(faults)('finds %s', async (_, fault, problem) => {
    expect((await spoilt(fault)).join('\n')).toContain(problem);
  });
});

describe('the checklist for files with attachments', () => {
  const opened = async () => {
    const pdf = await PDF.load(good);
    attach(pdf, {
      name: 'dati.json',
      mimeType: 'application/json',
      description: 'Dati',
      bytes: Buffer.from('{}'),
      modified: new Date('2026-11-20T08:00:00Z'),
    });
    const dates = { created: new Date('2026-11-20T08:00:00Z'), author: 'Prova', subject: 'Prova' };
    describeArchival(pdf, { title: 'Prova', ...dates, part: 3 });
    const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
    const root = pdf.context.catalog.getDict();
    const [held] = root.getArray('AF', resolve)?.toArray() ?? [];
    const specification = held instanceof PdfRef ? resolve(held) : null;
    if (!(specification instanceof PdfDict)) throw new Error('nothing is inside');
    const ref = specification.getDict('EF', resolve)?.get('F');
    const file = ref instanceof PdfRef ? resolve(ref) : null;
    if (!(file instanceof PdfStream)) throw new Error('nothing is inside');
    return { pdf, root, specification, file };
  };
  const problems = async ({ pdf }: { pdf: PDF }, part: 2 | 3) =>
    (await pdfaProblems(await pdf.save({ useXRefStream: false, compressStreams: false }), part)).join('\n');

  it('accepts one of part 3, and refuses it for part 2', async () => {
    expect(await problems(await opened(), 3)).toBe('');
    expect(await problems(await opened(), 2)).toContain('embedded file');
  });

  it.each([
    ['AFRelationship', 'no AFRelationship'],
    ['UF', 'no UF'],
  ])('finds a missing %s', async (key, problem) => {
    const file = await opened();
    file.specification.delete(key);
    expect(await problems(file, 3)).toContain(problem);
  });

  it('finds an attachment without type, date or association', async () => {
    const file = await opened();
    file.file.delete('Subtype');
    file.file.delete('Params');
    file.root.delete('AF');
    const found = await problems(file, 3);
    for (const problem of ['no type', 'no date', 'associated with nothing']) expect(found).toContain(problem);
  });
});
