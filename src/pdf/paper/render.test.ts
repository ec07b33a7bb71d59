/**
 * The engine on content that no loan has: long tables, grids that the signer answers, drawings, notes; and its rules
 * for keeping content together.
 */
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { composePaper, paperFields } from '#domain/papers/compose-paper.ts';
import type { Block, BlockOf, Paper } from '#domain/papers/paper.ts';
import { sampleData } from '#domain/papers/sample-data.ts';
import { photoJpeg, photoPng, withExif } from '../../../test/papers/photos.ts';
import { pageOf, signatureFields } from '../named-fields.ts';
import { gap, keepTogether, keepWithNext, type Piece } from './page-flow.ts';
import { pdfaProblems } from './pdfa-checklist.suite.ts';
import { renderPaper } from './render.ts';

const base = composePaper('LOAN_OTHER', sampleData(paperFields('LOAN_OTHER'))).paper;
const paperOf = (...blocks: Block[]): Paper => ({ ...base, title: 'Prova <A & B> «ć»', blocks });

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDF.load(bytes);
  return pdf.getPages().map((page) => page.extractText().text.replace(/\s+/g, ' '));
}

const rows = Array.from({ length: 70 }, (_, index) => [
  `Lavoro ${index + 1}`,
  index === 30 ? 'Descrizione molto lunga. '.repeat(120) : 'Tagliando programmato',
  `€ ${index},00`,
]);
const table: Block = {
  kind: 'table',
  heading: 'Lavori',
  columns: [
    { head: 'Voce', share: 2 },
    { head: 'Descrizione', share: 4 },
    { head: 'Importo', share: 2, align: 'right' },
  ],
  rows,
  totals: [
    { label: 'Imponibile', value: '€ 100,00' },
    { label: 'Importo massimo autorizzato', value: '€ 122,00' },
  ],
};
const choices: Block = {
  kind: 'choices',
  heading: 'Consensi',
  answers: ['Sì', 'No'],
  rows: [
    {
      purpose: 'Comunicazioni commerciali',
      text: 'Offerte e novità. '.repeat(12),
      choices: ['E-mail', 'SMS', 'Telefono', 'Posta'].map((channel, index) => ({ id: `marketing${index}`, channel })),
    },
    { purpose: 'Profilazione', choices: [{ id: 'profilo', channel: 'Tutti i canali' }] },
  ],
};
const sketch = (vehicle: 'car' | 'motorcycle'): Block => ({
  kind: 'sketch',
  heading: 'Danni',
  vehicle,
  alt: 'Veicolo visto dall’alto con due danni numerati',
  marks: [
    { number: 1, x: 0.1, y: 0.05, text: 'Graffio sul paraurti anteriore' },
    { number: 2, x: 0.9, y: 0.7, text: 'Ammaccatura sul parafango posteriore' },
  ],
});
const photos: BlockOf<'photos'> = {
  kind: 'photos',
  heading: 'Fotografie',
  photos: [
    { sha256: 'jpeg', caption: 'Foto 1: paraurti', alt: 'Foto 1 del veicolo: paraurti' },
    { sha256: 'lying', caption: `Foto 2: ${'graffio '.repeat(30)}fine`, alt: 'Foto 2 del veicolo' },
    { sha256: 'png', caption: 'Foto 3', alt: 'Foto 3 del veicolo' },
    { sha256: 'jpeg', caption: 'Foto 4: la stessa', alt: 'Foto 4 del veicolo: la stessa' },
  ],
};
const pictures = new Map<string, Uint8Array>([
  ['jpeg', photoJpeg()],
  ['lying', withExif(photoJpeg(), 6)],
  ['png', photoPng()],
]);
const everything = paperOf(
  { kind: 'heading', text: 'Parte prima' },
  { kind: 'paragraph', text: 'Testo corrente. '.repeat(60) },
  { kind: 'paragraph', text: 'Una nota.', tone: 'note' },
  { kind: 'paragraph', text: 'Un avviso.', tone: 'warning' },
  table,
  choices,
  sketch('car'),
  sketch('motorcycle'),
  photos,
  {
    kind: 'options',
    heading: 'Consegnati',
    options: [
      { label: 'Chiavi', checked: true },
      { label: 'Cavo', checked: false },
    ],
  },
);

describe('the renderer', () => {
  it('keeps PDF/A and the tags with every kind of block, and escapes the title', async () => {
    const { bytes } = await renderPaper(everything, pictures);
    expect(await pdfaProblems(bytes)).toEqual([]);
  });

  it('draws photos with captions in order and alternative texts, each image once', async () => {
    const { bytes } = await renderPaper(paperOf(photos), pictures);
    const [page = ''] = await pagesOf(bytes);
    const captions = photos.photos.map(({ caption }) => page.indexOf(caption));
    expect(captions.every((at) => at > 0)).toBe(true);
    expect(captions).toEqual(captions.toSorted((a, b) => a - b));
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(3);
    expect(text.match(/\/Filter \/DCTDecode/g)).toHaveLength(2);
    expect(text.match(/\/S \/Figure/g)).toHaveLength(4);
    await expect(renderPaper(paperOf(photos))).rejects.toThrow('The photo jpeg was not given');
  });

  it('repeats the table head on each page and keeps the sum with the last row', async () => {
    const pages = await pagesOf((await renderPaper(paperOf(table))).bytes);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page).toContain('Descrizione Importo');
    expect(pages.at(-1)).toContain('Lavoro 70');
    expect(pages.at(-1)).toContain('Importo massimo autorizzato');
    const all = pages.join(' ');
    for (const [name] of rows) expect(all).toContain(`${name} `);
    expect(all.match(/Descrizione molto lunga\./g)).toHaveLength(120);
  });

  it('returns the positions of both boxes of each question', async () => {
    const { choices: placed } = await renderPaper(paperOf(choices));
    const ids = ['marketing0', 'marketing1', 'marketing2', 'marketing3', 'profilo'];
    expect(placed.map(({ id }) => id)).toEqual(ids.flatMap((id) => [`${id}_si`, `${id}_no`]));
    for (const { box, page } of placed) {
      expect(page).toBe(1);
      expect([box[2] - box[0], box[3] - box[1]].map(Math.round)).toEqual([10, 10]);
    }
    const tops = placed.filter(({ id }) => id.endsWith('_si')).map(({ box }) => box[3]);
    expect(tops).toEqual(tops.toSorted((a, b) => b - a));
    expect(new Set(tops).size).toBe(5);
  });

  it('adds its signature fields to the form, at the returned positions', async () => {
    const { bytes, signatures } = await renderPaper(base);
    const pdf = await PDF.load(bytes);
    const fields = signatureFields(pdf);
    expect(fields.map(({ name }) => name)).toEqual(signatures.map(({ field }) => field));
    for (const [index, field] of fields.entries()) {
      expect(pageOf(pdf, field) + 1).toBe(signatures[index]?.page);
      expect(field.signed).toBe(false);
      for (const [edge, value] of field.box.entries()) expect(value).toBeCloseTo(signatures[index]?.box[edge] ?? 0, 1);
    }
  });

  it('never puts the signatures alone on a page, wherever the text ends', async () => {
    const clause = { heading: 'Clausola', text: 'Una frase di prova. '.repeat(18), placeholder: true };
    const signatures = base.blocks.filter(({ kind }) => kind === 'signatures');
    for (let count = 6; count < 20; count += 2) {
      const clauses = Array.from({ length: count }, (_, index) => ({ ...clause, number: index + 1 }));
      const pages = await pagesOf((await renderPaper(paperOf({ kind: 'clauses', clauses }, ...signatures))).bytes);
      expect(pages.find((page) => page.includes('FIRME'))).toContain('Una frase di prova.');
    }
  });

  it('prints no mark without a demo or a draft', async () => {
    const { bytes } = await renderPaper({ ...base, demoMark: null, placeholderMark: null });
    const text = (await pagesOf(bytes)).join(' ');
    expect(text).not.toMatch(/DEMO|da approvare/);
  });
});

describe('keeping together', () => {
  const piece: Piece = { height: 10, draw: () => undefined };

  it('ties the last part of a block to what follows, and nothing else', () => {
    const tied = keepWithNext([piece, gap(5), piece, piece, gap(5)]).map(({ withNext }) => withNext ?? false);
    expect(tied).toEqual([false, false, true, true, true]);
  });

  it('ties a short block, and lets a long one break', () => {
    expect(keepTogether([piece, piece, gap(5)], 30).map(({ withNext }) => withNext ?? false)).toEqual([
      true,
      false,
      false,
    ]);
    expect(keepTogether([piece, piece, gap(5)], 24).map(({ withNext }) => withNext ?? false)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('signature blocks', () => {
  const boxesOf = async (count: number): Promise<number[]> => {
    const signers = Array.from({ length: count }, (_, index) => ({
      ...{ id: `Firma_${index}`, role: 'customer' as const, caption: 'Accetto.', party: 'Cliente', name: 'Ginevra' },
    }));
    const filler: Block = { kind: 'paragraph', text: 'Una riga.\n'.repeat(38) };
    const { signatures } = await renderPaper(paperOf(filler, { kind: 'signatures', signatures: signers }));
    return signatures.map(({ page }) => page);
  };

  it('keep all fields on one page, or at least never the last one alone', async () => {
    for (const count of [2, 3, 5]) expect(new Set(await boxesOf(count)).size, `${count} boxes`).toBe(1);
    const many = await boxesOf(15);
    expect(new Set(many).size).toBeGreaterThan(1);
    expect(many.filter((page) => page === many.at(-1)).length).toBeGreaterThan(2);
  });
});
