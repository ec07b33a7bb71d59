/**
 * Every generated paper with the longest values, judged by third-party programs: nothing misplaced, everything present,
 * PDF/A before and after signing (issue: papers).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composePaper, paperFields, paperTypes } from '#domain/papers/compose-paper.ts';
import { LONGEST_PHOTO, longestData } from '#domain/papers/longest-values.suite.ts';
import type { Paper } from '#domain/papers/paper.ts';
import type { PaperData } from '#domain/papers/paper-data.ts';
import { sampleData } from '#domain/papers/sample-data.ts';
import { pdfaProblems } from '#pdf/paper/pdfa-checklist.suite.ts';
import { type RenderedPaper, renderPaper } from '#pdf/paper/render.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { sampleLines, signerKey, stampWith, type TestAuthority, testAuthority } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { photoJpeg } from '../papers/photos.ts';
import { run } from './foreign-validators.ts';

let folder: string;
let authority: TestAuthority;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papers-'));
  authority = await testAuthority();
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'paper.pdf');
  await writeFile(path, bytes);
  return path;
}

const outputOf = async (tool: string, args: readonly string[]): Promise<string> => {
  const { code, text } = await run(tool, args);
  expect(code, `${tool}: ${text.slice(0, 300)}`).toBe(0);
  return text;
};

interface Word {
  page: number;
  box: [left: number, top: number, right: number, bottom: number];
  text: string;
}

async function wordsOf(path: string): Promise<Word[]> {
  const text = await outputOf('pdftotext', ['-bbox', path, '-']);
  return text
    .split('<page ')
    .slice(1)
    .flatMap((page, index) =>
      [...page.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(
        ([, a, b, c, d, word = '']) => ({
          page: index + 1,
          box: [Number(a), Number(b), Number(c), Number(d)] as Word['box'],
          text: word,
        }),
      ),
    );
}

/** Words that overlap, or that are outside the printable area of the sheet. */
function misplacedWords(words: readonly Word[]): string[] {
  const outside = words.filter(
    ({ box: [left, top, right, bottom] }) => left < 47 || right > 548.5 || top < 8 || bottom > 826,
  );
  const tolerance = 1;
  const overlapping = words.flatMap((word, index) =>
    words.slice(index + 1).flatMap((other) => {
      if (word.page !== other.page) return [];
      const wide = Math.min(word.box[2], other.box[2]) - Math.max(word.box[0], other.box[0]);
      const high = Math.min(word.box[3], other.box[3]) - Math.max(word.box[1], other.box[1]);
      return wide > tolerance && high > tolerance ? [`${word.text} / ${other.text} on page ${word.page}`] : [];
    }),
  );
  return [...outside.map(({ text, page }) => `${text} outside page ${page}`), ...overlapping];
}

/** Words inside a signature field, which must contain only the signature. */
function inBoxes(words: readonly Word[], { signatures }: RenderedPaper): string[] {
  return signatures.flatMap(({ id, page, box: [left, bottom, right, top] }) =>
    words
      .filter((word) => word.page === page)
      .filter(({ box }) => box[0] < right && box[2] > left && box[1] < 841.89 - bottom && box[3] > 841.89 - top)
      .map(({ text }) => `${text} in ${id}`),
  );
}

/** All text that the paper must contain. */
function expectedTexts(paper: Paper): string[] {
  const { letterhead, number, place } = paper;
  const texts = paper.blocks.flatMap((block): string[] => {
    if (block.kind === 'facts') return block.facts.flatMap(({ label, value }) => [label, value]);
    if (block.kind === 'clauses') return block.clauses.flatMap(({ heading, text }) => [heading, text]);
    if (block.kind === 'signatures') return block.signatures.flatMap(({ caption, name }) => [caption, name]);
    if (block.kind === 'table') return [...block.rows.flat(), ...(block.totals ?? []).map(({ value }) => value)];
    if (block.kind === 'options') return block.options.map(({ label }) => label);
    if (block.kind === 'sketch') return block.marks.map(({ text }) => text);
    if (block.kind === 'photos') return block.photos.map(({ caption }) => caption);
    if (block.kind === 'paragraph') return [block.text];
    if (block.kind === 'choices') {
      return block.rows.flatMap(({ purpose, text, choices }) => [
        purpose,
        text ?? '',
        ...choices.map((choice) => choice.channel),
      ]);
    }
    return [];
  });
  const head = [
    letterhead.company,
    letterhead.dealerName,
    letterhead.address,
    letterhead.registeredOffice ?? '',
    letterhead.vatNumber,
    paper.termsVersion,
  ];
  return [...texts, ...head, number ?? '', place, paper.title].filter(Boolean);
}

/** Line breaks vary, so only letters are compared. */
const letters = (text: string): string => text.replace(/[\s\u00a0-]+/g, '');

const PICTURES = new Map([[LONGEST_PHOTO, photoJpeg()]]);

const longest = (type: string): PaperData => longestData(paperFields(type));

/** The paper for foreigners in each of its languages. */
const cases = paperTypes.flatMap((type): [string, string][] =>
  type === 'LOAN_TEST_PRODUCT_FOREIGN'
    ? [
        [type, 'en'],
        [type, 'de'],
      ]
    : [[type, '']],
);

function paperOf(data: PaperData, type: string, language: string): Paper {
  const values = language === '' ? data.values : { ...data.values, PAPER_LANGUAGE: language };
  return composePaper(type, { ...data, values }).paper;
}

describe.each(cases)('%s %s', (type, language) => {
  it('contains the longest values within their areas, and all input', async () => {
    const paper = paperOf(longest(type), type, language);
    const rendered = await renderPaper(paper, PICTURES);
    const path = await fileOf(rendered.bytes);
    const words = await wordsOf(path);
    expect(misplacedWords(words)).toEqual([]);
    expect(inBoxes(words, rendered)).toEqual([]);
    // Also without the text repeated on every page, which separates the parts of a clause that continues on the next
    // page.
    const within = ['-x', '0', '-y', '48', '-W', '596', '-H', '746'];
    const [wholeText = '', inner = ''] = await Promise.all(
      [[], within].map((only) => outputOf('pdftotext', ['-raw', ...only, path, '-'])),
    );
    const text = `${letters(wholeText)} ${letters(inner)}`;
    expect(expectedTexts(paper).filter((expectedText) => !text.includes(letters(expectedText)))).toEqual([]);
    const pages = words.reduce((most, { page }) => Math.max(most, page), 0);
    expect(pages).toBe(rendered.pages);
    expect(text).toContain(letters(`${{ it: 'pagina', en: 'page', de: 'Seite' }[paper.language]} ${pages}`));
  });

  it('has a logical reading order: title, facts, clauses, signatures', async () => {
    const paper = paperOf(sampleData(paperFields(type)), type, language);
    const { bytes } = await renderPaper(paper, PICTURES);
    const text = letters(await outputOf('pdftotext', [await fileOf(bytes), '-']));
    const clauses = paper.blocks.flatMap((block) => (block.kind === 'clauses' ? block.clauses : []));
    const captions = paper.blocks.flatMap((block) => (block.kind === 'signatures' ? block.signatures : []));
    const landmarks = [
      paper.title,
      'Ginevra Provetti',
      clauses[0]?.text ?? '',
      clauses.at(-1)?.text ?? '',
      ...captions.slice(0, 1).map(({ caption }) => caption),
    ];
    const places = landmarks.map((landmark) => text.indexOf(letters(landmark)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('is PDF/A-2b with tags and reproducible, before and after it is signed and sealed', async () => {
    const paper = paperOf(longest(type), type, language);
    const rendered = await renderPaper(paper, PICTURES);
    expect(Buffer.compare(rendered.bytes, (await renderPaper(paper, PICTURES)).bytes)).toBe(0);
    expect(await pdfaProblems(rendered.bytes)).toEqual([]);
    // A paper without signers has no signature fields.
    const isSigned = rendered.signatures.length > 0;
    const signed = isSigned ? await signAll(rendered, paper) : rendered.bytes;
    expect(await pdfaProblems(signed)).toEqual([]);
    for (const bytes of [rendered.bytes, signed]) {
      const path = await fileOf(bytes);
      expect(await outputOf('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors found');
      expect(await outputOf('pdfinfo', [path])).toMatch(/Tagged: +yes/);
    }
    if (!isSigned) return;
    const validations = (await outputOf('pdfsig', ['-nocert', join(folder, 'paper.pdf')])).match(
      /Signature Validation: .*/g,
    );
    expect(new Set(validations)).toEqual(new Set(['Signature Validation: Signature is Valid.']));
    expect(validations).toHaveLength(rendered.signatures.length + 1);
  });
});

/** The questions to the signer of a privacy form, in the boxes of the paper. */
const questionBoxes = (paper: Paper) =>
  paper.blocks.flatMap((block) =>
    block.kind === 'choices'
      ? block.rows.flatMap(({ purpose, text = '', choices }) =>
          choices.map(({ id, channel }) => ({ id, group: purpose, text, label: channel, onPaper: true as const })),
        )
      : [],
  );

/** Signs each field with a separate key, then seals, like the product; every other question is answered with a yes. */
async function signAll(rendered: RenderedPaper, paper: Paper): Promise<Uint8Array> {
  const choices = questionBoxes(paper);
  const answers = new Map(choices.map(({ id }, index) => [id, index % 2 === 0 ? ('yes' as const) : ('no' as const)]));
  const prepared = await prepareForSigning(rendered.bytes, {
    title: paper.title,
    choices,
    points: rendered.signatures.map(({ id, field }) => ({
      id: `${id}_punto`,
      caption: 'Firma',
      signerName: 'Ginevra Provetti',
      role: 'Cliente',
      existingField: field,
    })),
    sealField: 'Sigillo',
    notes: [],
    language: 'it',
  });
  expect(prepared.pages).toBe(rendered.pages);
  const common = { stamp: stampWith(authority), signedAt: new Date('2026-11-20T09:43:12Z') };
  let { bytes } = prepared;
  const fields = prepared.points.slice(0, rendered.signatures.length);
  for (const [index, { field }] of fields.entries()) {
    const appearance = { lines: sampleLines('Ginevra Provetti'), kind: 'signature', demo: true } as const;
    const key = await signerKey(authority);
    const first = index === 0 ? { certify: true, ...(choices.length > 0 ? { answers } : {}) } : { certify: false };
    ({ bytes } = await applySignature(bytes, { ...common, field, key, appearance, ...first }));
  }
  const key = await signerKey(authority, 'Autoesempio S.p.A.');
  return (await applySignature(bytes, { ...common, field: 'Sigillo', key, lock: true })).bytes;
}
